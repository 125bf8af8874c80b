/** What the files of deploy/ must say together, so that a service does what its pages promise. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTree } from './tree.ts';

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
    assert.deepEqual(values(text, 'RestartSec'), ['10']);
    assert.deepEqual(values(text, 'Restart'), ['on-failure']);
  });
}

test('each backup service has a timer of its own', () => {
  for (const { backup } of pairs)
    assert.match(unit(backup.replace('.service', '.timer')), /^OnCalendar=/m);
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
