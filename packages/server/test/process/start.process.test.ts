/** How a server starts: what it says, what it leaves in its folder, and who may share it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { say } from '../fixtures/command-line.ts';
import { ask } from '../fixtures/house.ts';
import {
  firstKey,
  printed,
  runBaraza,
  spawnBaraza,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';

const status = '/api/platform/status';
const nobody = 65_534;

test('the first start tells a pipe addresses, folder and where the credentials are, but none of them', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startProcess(t, folder);
  const bootstrap = JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8'));
  assert.equal(bootstrap.platform.url, first.url);
  const lines = first.stdout().trimEnd().split('\n');
  assert.equal(lines.filter((line) => line === 'ready').length, 1);
  assert.equal(lines.at(-1), 'ready');
  for (const told of [first.url, folder, 'bootstrap.json', 'console-link.json'])
    assert.ok(first.stdout().includes(told), told);
  const link = JSON.parse(readFileSync(path.join(folder, 'console-link.json'), 'utf8'));
  assert.equal(statSync(path.join(folder, 'console-link.json')).mode & 0o777, 0o600);
  const [, token = ''] = link.url.split(`${first.url}/#/enter/`);
  for (const secret of [/rpk_/, /osk_/, /#\/enter/]) assert.doesNotMatch(first.stdout(), secret);
  const opened = await ask(first, 'POST', '/console/session', {
    body: { link: token },
    headers: { 'x-console': '1' },
  });
  assert.deepEqual(
    [opened.status, opened.json.owner.name, opened.json.operator],
    [200, 'local', true],
  );
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  const health = await ask(first, 'GET', '/console/operator/health', { headers: { cookie } });
  const found = health.json.findings.find(({ name }: { name: string }) => name === 'server');
  assert.deepEqual([found.status, found.saw.includes(first.url)], ['ok', true]);
  assert.equal((await ask(first, 'GET', status, { key: bootstrap.platform.key })).status, 200);
  const ended = await first.end('SIGTERM');
  assert.deepEqual([ended.code, ended.stderr], [0, '']);

  const second = await startProcess(t, folder);
  assert.doesNotMatch(second.stdout(), /rpk_|osk_|first start|console-link/);
  assert.match(second.stdout(), /npx baraza owners invite OWNER prints a link/);
  assert.equal((await ask(second, 'GET', status, { key: bootstrap.platform.key })).status, 200);
  assert.deepEqual(
    JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8')),
    bootstrap,
  );
  await second.end('SIGTERM');
  assert.ok(!readdirSync(folder).includes('run.json'), 'nothing tells of a server that has ended');
});

test('a setting that is none is one line of the log when a server starts, with the one that was meant', async (t) => {
  const slips = { BARAZA_DEMOO: '1', BARAZA_TOOTHPICKS: 'hush' };
  const server = await startProcess(t, temporaryFolder(t), { ...slips, BARAZA_SPEECH: '0' });
  const { code, stderr } = await server.end('SIGTERM');
  assert.equal(code, 0);
  const told = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    told.map(({ level, message }) => [level, message]),
    [
      ['warn', 'BARAZA_DEMOO is no setting and does nothing; perhaps BARAZA_DEMO was meant.'],
      [
        'warn',
        'BARAZA_TOOTHPICKS is no setting and does nothing; docs/operating/settings.md has them all.',
      ],
    ],
  );
});

test('whatever it makes is for its owner alone, under the most careless umask', async (t) => {
  const folder = path.join(temporaryFolder(t), 'made', 'data');
  const careless = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];
  const server = await startProcess(t, folder, {}, careless);
  await ask(server, 'GET', status, { key: firstKey(folder) });
  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of ['baraza.db', 'baraza.db-wal', 'control.sock', 'bootstrap.json', 'pepper'])
    assert.ok(made.includes(name), name);
  for (const name of ['.', ...made]) {
    const { mode } = statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {};
    // What a moment ago was there for a moment only.
    if (mode === undefined) continue;
    assert.equal(mode & 0o077, 0, `${name} has ${(mode & 0o777).toString(8)}`);
  }
  assert.equal(statSync(path.join(folder, 'control.sock')).mode & 0o777, 0o600);
  assert.equal(statSync(path.join(folder, 'bootstrap.json')).mode & 0o777, 0o600);
  await server.end('SIGTERM');
});

for (const [name, part] of [
  ['with spaces and Unicode', 'data za duka – 数据 é'],
  ['too deep for the name of a socket', path.join('a'.repeat(120), 'b'.repeat(120))],
] as const)
  test(`a data folder ${name} works, and its commands too`, async (t) => {
    const folder = path.join(temporaryFolder(t), part);
    const server = await startProcess(t, folder);
    const key = firstKey(folder);
    assert.equal((await ask(server, 'GET', status, { key })).status, 200);
    const listed = await say(['keys', 'list', '--json'], { BARAZA_DATA: folder });
    const [first] = JSON.parse(listed.out.join('')) as { readonly id: string }[];
    const revoked = await runBaraza(t, ['keys', 'revoke', first?.id ?? ''], folder);
    assert.deepEqual([revoked.code, revoked.stderr], [0, '']);
    assert.equal((await ask(server, 'GET', status, { key })).status, 401);
    assert.equal((await server.end('SIGTERM')).code, 0);
    assert.ok(!readdirSync(folder).includes('control.sock'));
  });

test('a second server on the same folder is refused and names the first', async (t) => {
  const folder = temporaryFolder(t);
  const first = await startProcess(t, folder);
  const refused = await runBaraza(t, ['serve'], folder);
  assert.equal(refused.code, 1);
  assert.equal(refused.stdout, '');
  assert.equal(
    refused.stderr,
    `${folder} is in use already by process ${first.pid} at ${first.url}.\n`,
  );
  assert.equal((await ask(first, 'GET', status, { key: firstKey(folder) })).status, 200);

  await first.end('SIGKILL');
  const second = await startProcess(t, folder);
  assert.notEqual(second.pid, first.pid);
  assert.equal((await ask(second, 'GET', status, { key: firstKey(folder) })).status, 200);
  await second.end('SIGTERM');
});

test('of servers that start at the same moment exactly one wins, also after a kill', async (t) => {
  const folder = temporaryFolder(t);
  for (let round = 0; round < 2; round += 1) {
    const both = [1, 2].map(() => spawnBaraza(t, ['serve'], folder));
    const outcomes = await Promise.all(
      both.map(async (server) => {
        await Promise.race([printed(server, /^ready$/m), server.ended]).catch(() => {});
        return /^ready$/m.test(server.stdout());
      }),
    );
    assert.deepEqual([...outcomes].sort(), [false, true]);
    const [winner, loser] = outcomes[0] === true ? both : both.toReversed();
    const { code, stderr } = (await loser?.ended) ?? {};
    assert.equal(code, 1);
    // It is named from the moment on in which it can be reached.
    const named = `(?:process ${winner?.child.pid} at |another process\\.)`;
    assert.match(stderr ?? '', new RegExp(`in use already by ${named}`));
    winner?.child.kill('SIGKILL');
    await winner?.ended;
  }
  assert.ok(firstKey(folder).startsWith('rpk_'));
});

for (const [moment, name] of [
  ['its database is made', 'baraza.db'],
  ['its pepper is made', 'pepper'],
  ['its credentials are written', 'bootstrap.json'],
] as const)
  test(`a first start killed when ${moment} is followed by one that gives working credentials`, async (t) => {
    const folder = temporaryFolder(t);
    const first = spawnBaraza(t, ['serve'], folder);
    while (!existsSync(path.join(folder, name))) await setImmediate();
    first.child.kill('SIGKILL');
    await first.ended;
    const second = await startProcess(t, folder);
    const key = firstKey(folder);
    assert.equal((await ask(second, 'GET', status, { key })).status, 200);
    await second.end('SIGTERM');
  });

test('a server whose reader has left goes on, and drains when asked', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startProcess(t, folder, { BARAZA_LOG: 'debug' });
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  const key = firstKey(folder);
  for (let turn = 0; turn < 3; turn += 1)
    assert.equal((await ask(server, 'GET', status, { key })).status, 200);
  assert.equal((await server.end('SIGTERM')).code, 0);
});

const isRoot = process.getuid?.() === 0;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const canBeNobody =
  isRoot && spawnSync('setpriv', [...asNobody.slice(1), process.execPath, '-v']).status === 0;

test('a folder that this user may not use is one sentence', {
  skip: isRoot && !canBeNobody ? 'root cannot become another user here' : false,
}, async (t) => {
  const root = temporaryFolder(t);
  chmodSync(root, 0o755);
  const folder = path.join(root, 'data');
  mkdirSync(folder);
  chmodSync(folder, 0o555);
  for (const words of [['serve'], ['owners', 'list']]) {
    const { ended } = spawnBaraza(t, words, folder, {}, isRoot ? asNobody : []);
    const { code, stdout, stderr } = await ended;
    assert.deepEqual([code, stdout], [1, '']);
    assert.equal(
      stderr,
      `The data folder ${folder} cannot be used: permission is missing; BARAZA_DATA chooses another.\n`,
    );
  }
});

test('bad words and bad settings end a real process with 1 and one line', async (t) => {
  const folder = path.join(temporaryFolder(t), 'never');
  const lines: readonly (readonly [readonly string[], { readonly [name: string]: string }])[] = [
    [['fly'], {}],
    [['serve', '--only', 'nothing'], {}],
    [['serve'], { BARAZA_PLATFORM_PORT: 'http' }],
    [['keys', 'list'], { DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/none' }],
  ];
  for (const [words, environment] of lines) {
    const { code, stdout, stderr } = await runBaraza(t, words, folder, environment);
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(stderr, /^[^\n]+\.\n$/);
    assert.doesNotMatch(stderr, /hush|Unexpected| at /);
  }
});
