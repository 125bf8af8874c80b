/** `npm create baraza` as a program: what it writes, and what it refuses in one sentence. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../server/test/fixtures/server-process.ts';

const program = fileURLToPath(new URL('../bin/create-baraza.mjs', import.meta.url));
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

function create(cwd: string, ...words: string[]) {
  const run = spawnSync(process.execPath, [program, ...words], { cwd, encoding: 'utf8' });
  return { code: run.status, out: run.stdout, error: run.stderr };
}

function emptyFolder(t: TestContext): string {
  return temporaryFolder(t, 'baraza-create-');
}

for (const [template, others] of [
  ['shop', ['business.json', 'order.json', 'page/order.js']],
  ['app', ['visit.json', 'page/book.js']],
  ['both', ['business.json', 'visit.json', 'page/book.js']],
] as const)
  test(`${template}: a whole project is written, with a secret that only its owner can read`, (t) => {
    const folder = emptyFolder(t);
    const { code, out } = create(folder, 'duka-2', '--template', template, '--yes');
    assert.deepEqual([code, out.trim().split('\n').length], [0, 1]);
    assert.match(out, /cd duka-2 && npm install && npm run dev/);
    const project = path.join(folder, 'duka-2');
    const files = (readdirSync(project, { recursive: true }) as string[]).filter(
      (name) => !statSync(path.join(project, name)).isDirectory(),
    );
    for (const name of [...others, '.env', '.gitignore', 'README.md', 'setup.mjs', 'start.mjs'])
      assert.ok(files.includes(name), name);
    for (const name of files) {
      const text = readFileSync(path.join(project, name), 'utf8');
      assert.doesNotMatch(text, /\{\{|undefined\}/, name);
      if (name.endsWith('.json')) assert.doesNotThrow(() => JSON.parse(text), name);
      if (!/\.m?js$/.test(name)) continue;
      const checked = spawnSync(process.execPath, ['--check', path.join(project, name)]);
      assert.equal(checked.status, 0, `${name}: ${checked.stderr}`);
    }
    assert.equal(statSync(path.join(project, '.env')).mode & 0o777, 0o600);
    const ignored = readFileSync(path.join(project, '.gitignore'), 'utf8').split('\n');
    for (const name of ['.env', 'data/', 'settings.json', 'node_modules/'])
      assert.ok(ignored.includes(name), name);
    const { name, scripts, dependencies, devDependencies } = JSON.parse(
      readFileSync(path.join(project, 'package.json'), 'utf8'),
    );
    assert.equal(name, 'duka-2');
    assert.deepEqual(dependencies, { '@baraza/client': `^${version}` });
    assert.deepEqual(devDependencies, { baraza: `^${version}` });
    assert.deepEqual(Object.keys(scripts), ['dev', 'setup', 'start']);
    assert.match(readFileSync(path.join(project, 'README.md'), 'utf8'), /^# Duka 2\n/);
  });

test('every project has another password', (t) => {
  const folder = emptyFolder(t);
  const passwords = ['one', 'two'].map((name) => {
    create(folder, name, '--yes');
    return /^STAFF_PASSWORD=(.{12})$/m.exec(
      readFileSync(path.join(folder, name, '.env'), 'utf8'),
    )?.[1];
  });
  assert.ok(passwords[0] !== undefined && passwords[0] !== passwords[1], String(passwords));
});

test('an empty folder is used, also the present one', (t) => {
  const folder = emptyFolder(t);
  mkdirSync(path.join(folder, 'here'));
  const { code, out } = create(path.join(folder, 'here'), '.', '--template', 'app', '--yes');
  assert.deepEqual([code, out], [0, 'here is written. Start it: npm install && npm run dev\n']);
});

test('what cannot be done is refused in one sentence, and nothing is written', (t) => {
  const folder = emptyFolder(t);
  mkdirSync(path.join(folder, 'full'));
  writeFileSync(path.join(folder, 'full', 'mine.txt'), 'mine');
  writeFileSync(path.join(folder, 'file'), 'mine');
  mkdirSync(path.join(folder, 'empty'));
  const before = readdirSync(folder, { recursive: true });
  const refused: readonly (readonly [string[], RegExp])[] = [
    [['full', '--yes'], /^The folder full is not empty; choose another name\.$/],
    [['file', '--yes'], /^file is a file; choose another name\.$/],
    [['file/below', '--yes'], /^Nothing was written: a part of the path is a file\.$/],
    [['My Shop', '--yes'], /^“My Shop” cannot be the name of a project: use small letters/],
    [['<img>', '--yes'], /cannot be the name/],
    [['../..', '--yes', '--template', 'app'], /cannot be the name|is not empty/],
    [['baraza', '--yes'], /^baraza cannot be the name of a project/],
    [['node_modules', '--yes'], /cannot be the name/],
    [['a'.repeat(101), '--yes'], /cannot be the name/],
    [['new', '--template', 'blog'], /^There is no template blog; there are shop, app and both\.$/],
    [['new', '--template', 'constructor'], /^There is no template constructor/],
    [['new', 'other', '--yes'], /^Name one folder, not 2/],
    [['new', '--tempalte', 'app'], /--tempalte.*--help lists the options\.$/],
    [['new'], /^Without a terminal nothing can be asked/],
    [['new', '--yes', '--packages', 'nowhere'], /^There is no folder nowhere with packages\.$/],
    [
      ['new', '--yes', '--packages', 'empty'],
      /^empty must have one \.tgz file of baraza; it has 0\.$/,
    ],
  ];
  for (const [words, sentence] of refused) {
    const { code, out, error } = create(folder, ...words);
    assert.deepEqual([code, out], [1, ''], words.join(' '));
    assert.match(error.trimEnd(), sentence, words.join(' '));
    assert.doesNotMatch(error.trimEnd(), /\n/, 'one sentence');
  }
  assert.deepEqual(readdirSync(folder, { recursive: true }), before);
});

test('what was begun is removed when a file cannot be written', (t) => {
  // The folder fits into the longest path, and the files of its pages do not.
  let deep = emptyFolder(t);
  while (deep.length < 3_900) deep = path.join(deep, 'd'.repeat(150));
  deep = path.join(deep, 'e'.repeat(4_095 - deep.length - '/new/baraza.mjs/'.length));
  mkdirSync(deep, { recursive: true });
  const target = path.join(deep, 'new');
  const { code, error } = create('/', target, '--yes');
  assert.equal(code, 1);
  assert.match(error, /^Nothing was written: ENAMETOOLONG.*\n$/);
  assert.deepEqual(readdirSync(deep), []);
  mkdirSync(target);
  assert.equal(create('/', target, '--yes').code, 1);
  assert.deepEqual(readdirSync(target), []);
});

test('packages that are not published come from a folder', (t) => {
  const folder = emptyFolder(t);
  const packages = path.join(folder, 'dist of mine');
  mkdirSync(packages);
  for (const name of [
    'baraza-0.3.0.tgz',
    'baraza-client-0.3.0.tgz',
    'create-baraza-0.3.0.tgz',
    'baraza-native-linux-x64-0.3.0.tgz',
  ])
    writeFileSync(path.join(packages, name), '');
  create(folder, 'new', '--yes', '--packages', 'dist of mine');
  const manifest = JSON.parse(readFileSync(path.join(folder, 'new', 'package.json'), 'utf8'));
  assert.match(
    manifest.devDependencies.baraza,
    /^file:\/.*\/dist%20of%20mine\/baraza-0\.3\.0\.tgz$/,
  );
  const { '@baraza/native-linux-x64': native } = manifest.devDependencies;
  assert.match(native, /\/baraza-native-linux-x64-0\.3\.0\.tgz$/);
  assert.match(manifest.dependencies['@baraza/client'], /\/baraza-client-0\.3\.0\.tgz$/);
});

test('when the registry cannot be reached, the project is whole and the sentence says what to do later', (t) => {
  const folder = emptyFolder(t);
  const run = spawnSync(process.execPath, [program, 'new', '--yes', '--start'], {
    cwd: folder,
    encoding: 'utf8',
    // A port where nothing listens.
    env: {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: path.join(folder, 'cache'),
    },
  });
  assert.equal(run.status, 1);
  assert.equal(
    run.stderr.trimEnd(),
    'The project is written, but its packages are not installed: the package registry cannot be reached. ' +
      'Later: cd new && npm install && npm run dev',
  );
  assert.ok(existsSync(path.join(folder, 'new', 'setup.mjs')));
});

test('--help lists the options', (t) => {
  const { code, out } = create(emptyFolder(t), '--help');
  assert.equal(code, 0);
  for (const word of ['--template', '--yes', '--start', '--packages'])
    assert.ok(out.includes(word));
});
