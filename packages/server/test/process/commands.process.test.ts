/** Commands beside a running server, and on its folder when none runs. */
import assert from 'node:assert/strict';
import { Agent, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import {
  eventually,
  runBaraza,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { ask } from '../sockets/requests.ts';

const status = '/api/platform/status';

test('a command takes effect on the next request of the running server', async (t) => {
  const folder = temporaryFolder(t);
  const server = await startHere(t, folder);
  const command = async (...words: string[]) => {
    const { code, out, err } = await runCommand([...words, '--json'], { BARAZA_DATA: folder });
    assert.deepEqual([code, err], [0, []]);
    return JSON.parse(out.join(''));
  };
  const statusWith = async (key: string) => (await ask(server, 'GET', status, { key })).status;

  await command('owners', 'create', '--name', 'Duka la Mama Asha');
  const create = ['keys', 'create', '--owner', 'Duka la Mama Asha', '--name', 'n', '--scopes'];
  const first = await command(...create, 'data:read');
  assert.equal(await statusWith(first.key), 200);

  const second = await command('keys', 'rotate', first.id);
  assert.deepEqual([await statusWith(first.key), await statusWith(second.key)], [401, 200]);

  const third = await command('keys', 'rotate', second.id, '--grace', '1h');
  assert.deepEqual([await statusWith(second.key), await statusWith(third.key)], [200, 200]);

  const fourth = await command('keys', 'rotate', third.id, '--grace', '1s');
  assert.equal(await statusWith(fourth.key), 200);
  await eventually(async () => (await statusWith(third.key)) === 401);

  const line = keepAlive(server, fourth.key);
  const before = await line.ask();
  assert.equal(before.status, 200);
  const revoked = await runBaraza(t, ['keys', 'revoke', fourth.id], folder);
  assert.deepEqual([revoked.code, revoked.stderr], [0, '']);
  const after = await line.ask();
  line.close();
  assert.deepEqual(after, { status: 401, connection: before.connection });
  assert.equal(await statusWith(fourth.key), 401);

  const findings: { name: string; status: string; saw: string }[] = await command('doctor');
  assert.deepEqual(
    findings.find(({ name }) => name === 'server'),
    {
      name: 'server',
      status: 'ok',
      saw: `process ${process.pid}, platform at ${server.url}, site assistant at ${server.site.url}`,
    },
  );

  const short = await command(...create, 'data', '--expires', '1s');
  await eventually(async () => (await statusWith(short.key)) === 401);
  await server.stop();
});

test('without a server, commands work on the store, and the next server sees it', async (t) => {
  const folder = temporaryFolder(t);
  const command = async (...words: string[]) =>
    JSON.parse((await runCommand([...words, '--json'], { BARAZA_DATA: folder })).out.join(''));
  const owner = await command('owners', 'create', '--name', 'Juma');
  const kept = await command('keys', 'create', '--owner', owner.id, '--name', 'n', '--scopes', '*');
  const gone = await command('keys', 'rotate', kept.id, '--grace', '1h');
  await command('keys', 'revoke', gone.id);
  const server = await startHere(t, folder);
  assert.equal((await ask(server, 'GET', status, { key: kept.key })).status, 200);
  assert.equal((await ask(server, 'GET', status, { key: gone.key })).status, 401);
  await server.stop();
  assert.equal((await command('keys', 'list')).length, 2);
});

test('commands given while a server starts or stops are all carried out', async (t) => {
  const folder = temporaryFolder(t);
  const names = Array.from({ length: 4 }, (_, index) => `owner ${index}`);
  const create = (name: string) => runBaraza(t, ['owners', 'create', '--name', name], folder);
  const starting = startProcess(t, folder);
  const early = names.slice(0, 2).map(create);
  const server = await starting;
  await Promise.all(early);
  const late = names.slice(2).map(create);
  const ended = server.end('SIGTERM');
  for (const { code, stderr } of await Promise.all([...early, ...late]))
    assert.deepEqual([code, stderr], [0, '']);
  assert.equal((await ended).code, 0);
  const { out } = await runCommand(['owners', 'list', '--json'], { BARAZA_DATA: folder });
  const made = (JSON.parse(out.join('')) as { readonly name: string }[]).map(({ name }) => name);
  assert.deepEqual(made.filter((name) => name !== 'local').sort(), names);
});

/** Requests over one connection, whose local port comes with each answer. */
function keepAlive(server: { readonly url: string }, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: () =>
      new Promise<{ status: number | undefined; connection: number | undefined }>(
        (resolve, reject) => {
          const headers = { authorization: `Bearer ${key}` };
          const asking = request(`${server.url}${status}`, { agent, headers });
          asking.on('error', reject);
          asking.on('response', (response: IncomingMessage) => {
            const connection = response.socket.localPort;
            response.resume();
            response.on('end', () => resolve({ status: response.statusCode, connection }));
          });
          asking.end();
        },
      ),
    close: () => agent.destroy(),
  };
}
