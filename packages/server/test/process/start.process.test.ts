/** How a server starts: what it prints, what it leaves in its folder, and who may share the folder. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  watch,
} from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { runCommand } from '../fixtures/command-line.ts';
import {
  firstKey,
  printed,
  runBaraza,
  spawnBaraza,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask } from '../sockets/requests.ts';

const status = '/api/platform/status';
const carelessUmask = ['sh', '-c', 'umask 000; exec "$@"', 'sh'];

test('a first start prints where everything is and no secret, and a restart keeps it all', async (t) => {
  // With spaces and Unicode, and too deep for the name of a socket.
  const parts = ['data za duka – 数据 é', 'a'.repeat(120), 'b'.repeat(120)];
  const folder = path.join(temporaryFolder(t), ...parts);
  const misspelt = { BARAZA_DEMOO: '1', BARAZA_TOOTHPICKS: 'hush' };
  // Its health would measure speech.
  const environment = { ...misspelt, BARAZA_SPEECH: '0' };
  const first = await startProcess(t, folder, environment, carelessUmask);
  const json = (name: string) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'));
  const bootstrap = json('bootstrap.json');
  const { key } = bootstrap.platform;
  assert.equal(bootstrap.platform.url, first.url);
  const lines = first.stdout().trimEnd().split('\n');
  assert.equal(lines.filter((line) => line === 'ready').length, 1);
  assert.equal(lines.at(-1), 'ready');
  for (const part of [first.url, folder, 'bootstrap.json', 'console-link.json'])
    assert.ok(first.stdout().includes(part), part);
  for (const secret of [/rpk_/, /osk_/, /#\/enter/]) assert.doesNotMatch(first.stdout(), secret);

  const [, token = ''] = json('console-link.json').url.split(`${first.url}/#/enter/`);
  const session = { body: { link: token }, headers: { 'x-console': '1' } };
  const opened = await ask(first, 'POST', '/console/session', session);
  const { owner, operator } = opened.json;
  assert.deepEqual([opened.status, owner.name, operator], [200, 'local', true]);
  const [cookie = ''] = (opened.headers.get('set-cookie') ?? '').split(';');
  const health = await ask(first, 'GET', '/console/operator/health', { headers: { cookie } });
  const found = health.json.findings.find(({ name }: { name: string }) => name === 'server');
  assert.deepEqual([found.status, found.saw.includes(first.url)], ['ok', true]);
  assert.equal((await ask(first, 'GET', status, { key })).status, 200);

  const made = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of ['baraza.db', 'baraza.db-wal', 'control.sock', 'bootstrap.json', 'pepper'])
    assert.ok(made.includes(name), name);
  for (const name of ['.', ...made]) {
    // Temporary files may be gone by now.
    const { mode = 0 } = statSync(path.join(folder, name), { throwIfNoEntry: false }) ?? {};
    assert.equal(mode & 0o077, 0, `${name} has ${(mode & 0o777).toString(8)}`);
  }

  const refused = await runBaraza(t, ['serve'], folder);
  const sentence = `${folder} is in use already by process ${first.pid} at ${first.url}.\n`;
  assert.deepEqual([refused.code, refused.stdout, refused.stderr], [1, '', sentence]);
  const { code, stderr } = await first.end('SIGTERM');
  assert.equal(code, 0);
  const warnings = stderr.trimEnd().split('\n');
  assert.deepEqual(
    warnings.map((line) => JSON.parse(line)).map(({ level, message }) => `${level}: ${message}`),
    [
      'warn: BARAZA_DEMOO is not a setting and does nothing; perhaps BARAZA_DEMO was meant.',
      'warn: BARAZA_TOOTHPICKS is not a setting and does nothing; docs/operating/settings.md has them all.',
    ],
  );

  const second = await startProcess(t, folder);
  assert.doesNotMatch(second.stdout(), /rpk_|osk_|first start|console-link/);
  assert.match(second.stdout(), /npx baraza owners invite OWNER prints a link/);
  assert.equal((await ask(second, 'GET', status, { key })).status, 200);
  // With port 0 each start has other addresses.
  assert.deepEqual(json('bootstrap.json'), {
    platform: { ...bootstrap.platform, url: second.url },
    site: { ...bootstrap.site, url: second.site.url },
  });
  const listed = await runCommand(['keys', 'list', '--json'], { BARAZA_DATA: folder });
  const [{ id }] = JSON.parse(listed.out.join(''));
  assert.equal((await runCommand(['keys', 'revoke', id], { BARAZA_DATA: folder })).code, 0);
  assert.equal((await ask(second, 'GET', status, { key })).status, 401);
  assert.equal((await second.end('SIGTERM')).code, 0);
  for (const name of ['run.json', 'control.sock']) assert.ok(!readdirSync(folder).includes(name));
});

test('of two servers that start at the same moment exactly one wins, even after a kill', async (t) => {
  const folder = temporaryFolder(t);
  for (let round = 0; round < 2; round += 1) {
    const both = [1, 2].map(() => spawnBaraza(t, ['serve'], folder));
    const isReady = await Promise.all(
      both.map(async (server) => {
        await Promise.race([printed(server, /^ready$/m), server.ended]).catch(() => {});
        return /^ready$/m.test(server.stdout());
      }),
    );
    assert.deepEqual([...isReady].sort(), [false, true]);
    const [winner, loser] = isReady[0] === true ? both : both.toReversed();
    const { code, stderr } = (await loser?.ended) ?? {};
    assert.equal(code, 1);
    // The winner is named as soon as it can be reached.
    const named = `(?:process ${winner?.child.pid} at |another process\\.)`;
    assert.match(stderr ?? '', new RegExp(`in use already by ${named}`));
    winner?.child.kill('SIGKILL');
    await winner?.ended;
  }
  assert.ok(firstKey(folder).startsWith('rpk_'));
});

test('a first start that is killed at any step is followed by one that gives working credentials', async (t) => {
  const folder = temporaryFolder(t);
  for (const name of ['baraza.db', 'pepper', 'bootstrap.json']) {
    const killed = spawnBaraza(t, ['serve'], folder);
    await appears(folder, name);
    killed.child.kill('SIGKILL');
    await killed.ended;
  }
  const server = await startProcess(t, folder, { BARAZA_LOG: 'debug' });
  const key = firstKey(folder);
  assert.equal((await ask(server, 'GET', status, { key })).status, 200);
  // The reader of its output leaves, as after `| head`.
  server.child.stdout?.destroy();
  server.child.stderr?.destroy();
  for (let times = 0; times < 3; times += 1)
    assert.equal((await ask(server, 'GET', status, { key })).status, 200);
  assert.equal((await server.end('SIGTERM')).code, 0);
});

// Root without these capabilities needs the permissions of a file, as any user does.
const capabilities = '-dac_override,-dac_read_search';
const bounded = ['setpriv', `--bounding-set=${capabilities}`, `--inh-caps=${capabilities}`];
const isRoot = process.getuid?.() === 0;
const canBind = !isRoot || spawnSync('setpriv', [...bounded.slice(1), 'true']).status === 0;

test('a folder that this user may not use is reported in one sentence', {
  skip: canBind ? false : 'root cannot give up capabilities here',
}, async (t) => {
  const folder = path.join(temporaryFolder(t), 'data');
  mkdirSync(folder);
  if (isRoot) chownSync(folder, 65_534, 65_534);
  chmodSync(folder, 0o555);
  for (const words of [['serve'], ['owners', 'list']]) {
    const { ended } = spawnBaraza(t, words, folder, {}, isRoot ? bounded : []);
    const { code, stdout, stderr } = await ended;
    assert.deepEqual([code, stdout], [1, '']);
    const sentence = 'cannot be used: permission is missing; BARAZA_DATA chooses another.';
    assert.equal(stderr, `The data folder ${folder} ${sentence}\n`);
  }
});

// Other words and settings are tested where they are read.
test('wrong words end a process with 1 and one line', async (t) => {
  const folder = path.join(temporaryFolder(t), 'never');
  const refused = await runBaraza(t, ['serve', '--only', 'nothing'], folder);
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^[^\n]+\.\n$/);
  assert.doesNotMatch(refused.stderr, /Unexpected| at /);
});

/** Resolves as soon as a file is there. */
function appears(folder: string, name: string): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      if (!existsSync(path.join(folder, name))) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(folder, settle);
    settle();
  });
}
