/** The command as users run it, against a server with the built-in models. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { before, describe, type TestContext, test } from 'node:test';
import {
  runBaraza,
  type ServerProcess,
  scopeOfSuite,
  spawnBaraza,
  startProcess,
  temporaryFolder,
} from '../../server/test/fixtures/server-process.ts';
import type { Report } from '../src/conformance.ts';

describe('the conformance command', { timeout: 120_000 }, () => {
  let server: ServerProcess;
  const t = scopeOfSuite();
  before(async () => {
    server = await startProcess(t, temporaryFolder(t), { BARAZA_DEMO: '1' });
  });

  const examine = (t: TestContext, url: string, only: string, ...more: string[]) => {
    const bootstrap = path.join(server.folder, 'bootstrap.json');
    const words = ['conformance', url, '--bootstrap', bootstrap, '--only', only, ...more];
    return runBaraza(t, words, temporaryFolder(t));
  };

  test('finds nothing broken where models answer, hear and speak', async (t) => {
    const only = 'ask,voice,live,engine details,profile-other-texts,assistants';
    const { code, stdout } = await examine(t, server.site.url, only, '--json');
    const { findings, left } = JSON.parse(stdout) as Report;
    const unkept = findings.filter(({ verdict }) => verdict !== 'kept');
    assert.deepEqual(
      unkept.map(({ id, saw }) => [id, saw]),
      [['voice-refused', 'voice is on here']],
    );
    assert.deepEqual([code, left], [0, []]);
    assert.doesNotMatch(stdout, /osk_|rpk_/);
  });

  test('is a program of its own too, with the same output and exit codes', async (t) => {
    const program = path.join(import.meta.dirname, '..', 'src', 'main.ts');
    const run = (words: readonly string[]) =>
      spawnBaraza(t, words, temporaryFolder(t), {}, [], program).ended;
    const checks = [server.site.url, '--only', 'config', '--json'];
    const own = await run(checks);
    const { findings, ...counts } = JSON.parse(own.stdout);
    const command = await runBaraza(t, ['conformance', ...checks], temporaryFolder(t));
    assert.deepEqual({ findings, ...counts }, JSON.parse(command.stdout));
    assert.deepEqual([own.code, counts.broken, findings.length], [0, 0, 7]);
    const untested = await run(['http://127.0.0.1:1']);
    assert.deepEqual([untested.code, untested.stderr], [2, '']);
    assert.match(untested.stdout, /^The server could not be tested: /);
    for (const [words, seen] of [
      [[], /needs one URL/],
      [['nowhere'], /^URL must be an address/],
      [[server.site.url, '--only', 'nothing'], /^There is no section or check nothing;/],
    ] as const) {
      const { code, stdout, stderr } = await run(words);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, seen);
    }
  });

  test('ends although a proxy closes no connection', async (t) => {
    const checks = ['live-upgrade', 'live-ready', 'live-refused'];
    const proxy = await startLastingProxy(t, server.site.url);
    const { code, stdout } = await examine(t, proxy.url, checks.join(','));
    assert.equal(code, 0, stdout);
    assert.match(stdout, new RegExp(`^${checks.length} kept, 0 broken, 0 not checked`, 'm'));
    assert.deepEqual(proxy.upgrades(), [101, 404, 401, 403]);
  });
});

/** A proxy that never closes a connection to its client; `upgrades` are the statuses of the upgrades it forwarded. */
async function startLastingProxy(t: TestContext, trueUrl: string) {
  const upgrades: (number | undefined)[] = [];
  const forward = (incoming: IncomingMessage) => {
    const { method, headers } = incoming;
    return request(new URL(incoming.url ?? '/', trueUrl), { method, headers, agent: false });
  };
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    const onward = forward(incoming).on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, { ...answer.headers, connection: 'keep-alive' });
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.on('upgrade', (incoming: IncomingMessage, client: Duplex) => {
    client.on('error', () => {});
    const onward = forward(incoming);
    onward.on('upgrade', (answer, joined, head) => {
      upgrades.push(answer.statusCode);
      client.write(headOf(answer));
      client.write(head);
      client.once('close', () => joined.destroy());
      joined.on('error', () => {}).pipe(client, { end: false });
      client.pipe(joined);
    });
    onward.on('response', async (answer) => {
      upgrades.push(answer.statusCode);
      const body = await text(answer);
      client.write(`${headOf(answer, { 'content-length': Buffer.byteLength(body) })}${body}`);
    });
    onward.end();
  });
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, upgrades: () => upgrades };
}

function headOf({ statusCode, statusMessage, headers }: IncomingMessage, own = {}): string {
  const { connection, ...kept } = headers;
  const sent = { ...kept, connection: statusCode === 101 ? connection : 'keep-alive', ...own };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`;
}
