/** What the files of deploy/ must say together, so that a service does what its pages promise. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { readTree, root } from './tree.ts';

const pairs = [
  { server: 'baraza.service', backup: 'baraza-backup.service', folder: '/var/lib/baraza' },
  { server: 'baraza@.service', backup: 'baraza-backup@.service', folder: '/var/lib/baraza/%i' },
] as const;

for (const { server, backup, folder } of pairs) {
  test(`${server} may write where ${backup} wants its backups, on the same data folder`, () => {
    const [servers, backups] = [unit(server), unit(backup)];
    const place = variable(backups, 'BACKUPS');
    assert.ok(place?.startsWith('/'), `${backup} names no folder`);
    // The running server writes the file; the folder may be missing before its first start.
    assert.deepEqual(values(servers, 'ReadWritePaths'), [`-${place}`]);
    assert.match(
      values(servers, 'ExecStartPre').join('\n'),
      new RegExp(`^\\+.*install -d .*${place}`),
    );
    assert.deepEqual(values(backups, 'ReadWritePaths'), [`${folder} ${place}`]);
    for (const one of [servers, backups]) assert.equal(variable(one, 'BARAZA_DATA'), folder);
    // The settings decide which database it is.
    const files = (one: string) =>
      values(one, 'EnvironmentFile').map((file) => file.replace('-', ''));
    assert.deepEqual(files(backups), files(servers));
  });

  test(`${server} is started again for ever`, () => {
    const text = unit(server);
    assert.deepEqual(values(text, 'StartLimitIntervalSec'), ['0']);
    assert.deepEqual(values(text, 'RestartSec'), ['2']);
    assert.deepEqual(values(text, 'Restart'), ['on-failure']);
  });
}

test('each backup service has a timer of its own', () => {
  for (const { backup } of pairs)
    assert.match(unit(backup.replace('.service', '.timer')), /^OnCalendar=/m);
});

test('the command of the service runs as the unit does, with the words it was given', (t) => {
  const { status, stdout } = runCommand(t, '0', ['sites', 'create', 'a b']);
  assert.equal(status, 0);
  const given = stdout.split('\n');
  const text = unit('baraza.service');
  for (const name of ['Environment', 'EnvironmentFile', 'StateDirectory', 'StateDirectoryMode'])
    for (const value of values(text, name))
      assert.ok(given.includes(`--property=${name}=${value}`), `${name}=${value}`);
  assert.ok(given.includes(`--uid=${values(text, 'User')[0]}`));
  const [node] = values(text, 'ExecStart')[0]?.split(' ') ?? [];
  const words = given.slice(given.indexOf(node ?? ''), -1);
  const program = '/opt/baraza/packages/server/bin/baraza.mjs';
  assert.deepEqual(words, [node, program, 'sites', 'create', 'a b']);
});

test('the command of the service is refused without root, and for a process that has no settings', (t) => {
  const notRoot = runCommand(t, '1000', ['doctor']);
  assert.deepEqual([notRoot.status, notRoot.stdout], [1, '']);
  assert.match(notRoot.stderr, /^This needs root, .*\n$/);
  const unknown = runCommand(t, '0', ['@no-such-process', 'doctor']);
  assert.deepEqual([unknown.status, unknown.stdout], [1, '']);
  assert.match(unknown.stderr, /^There is no \/etc\/baraza-no-such-process\.env, .*\n$/);
});

test('every image of compose.yaml has a tag, and every service a limit for its log', () => {
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

test('the processes of compose.yaml wait for the bucket, and no address holds a password', () => {
  const compose = file('deploy/compose.yaml');
  assert.match(compose, /bucket: \{ condition: service_completed_successfully \}/);
  assert.match(file('deploy/Dockerfile'), /COPY deploy\/healthy\.mjs deploy\/bucket\.mjs deploy\//);
  // A password in an address would have to be percent-encoded.
  assert.doesNotMatch(compose, /:\/\/\S*PASSWORD/);
});

/** Runs the wrapper with a `systemd-run` that prints what it gets, a word a line. */
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
  return readTree().get(name) ?? assert.fail(`there is no ${name}`);
}

/** What a unit says for a name, in its order. */
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
