/** Servers that break the request for TLS; what real ones answer is tested beside `tls.process.test.ts`. */
import assert from 'node:assert/strict';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createSecureContext, TLSSocket } from 'node:tls';
import { createAuthority } from '../../../test/postgres/certificates.ts';
import { createDatabase } from '../../../test/postgres/server.ts';
import type { SslMode } from '../../kernel/formats/postgres-address.ts';
import { sql } from '../store.ts';
import { openPostgres } from './postgres.ts';

const requestBytes = 8;
const hastyMs = 300;
const patientMs = 10_000;
const ours = createAuthority('ours');

const long = 'not a TLS record '.repeat(10);
const noTls = /offers no TLS, and sslmode is/;
const broken = /^TLS with .* failed: /;
const odd = /did not answer the request/;
const silent = /^no answer in \d+ ms$/;

interface Answer {
  readonly name: string;
  readonly send: (socket: Socket) => unknown;
  readonly refusal: RegExp;
  /** Whether `prefer` connects without TLS afterwards. */
  readonly isPlain?: true;
}

const answers: readonly Answer[] = [
  { name: 'no TLS, and silence', send: (socket) => socket.write('N'), refusal: noTls },
  { name: 'no TLS, and its end', send: (socket) => socket.end('N'), refusal: noTls },
  { name: 'TLS, and silence', send: (socket) => socket.write('S'), refusal: silent },
  { name: 'TLS, and its end', send: (socket) => socket.end('S'), refusal: broken, isPlain: true },
  {
    name: 'TLS, and text',
    send: (socket) => socket.write('S', () => setTimeout(() => socket.write(long), 20)),
    refusal: broken,
    isPlain: true,
  },
  {
    name: 'TLS, with bytes that anyone may have added',
    send: (socket) => socket.write('Sxy'),
    refusal: odd,
    isPlain: true,
  },
  {
    name: 'another protocol',
    send: (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    refusal: odd,
    isPlain: true,
  },
  { name: 'nothing', send: () => {}, refusal: silent },
  { name: 'its end', send: (socket) => socket.end(), refusal: /^the connection was lost$/ },
];

for (const { name, send, refusal, isPlain = false } of answers) {
  for (const mode of ['require', 'verify-full'] as const)
    test(`a server that answers ${mode} with ${name} is refused, and gets no plain word`, async (t) => {
      const { open, sockets, plain } = await startServer(t, 'nowhere', send);
      const opened = open(mode, refusal === silent ? hastyMs : patientMs);
      await assert.rejects(opened, ({ cause }: Error) => refusal.test((cause as Error).message));
      assert.equal(plain(), 0);
      await untilClosed(sockets);
    });

  test(`prefer gets a ${isPlain ? 'plain' : 'lost'} connection after ${name}`, async (t) => {
    const { open, sockets } = await startServer(t, await createDatabase(), send);
    if (isPlain) assert.equal(await open('prefer', patientMs), 'plain');
    else await assert.rejects(open('prefer', hastyMs), { name: 'Problem', code: 'busy' });
    await untilClosed(sockets);
  });
}

test('the name of the host is sent with TLS, for a server that has several', async (t) => {
  const names: unknown[] = [];
  const { certificate: cert, key } = ours.issue('localhost');
  const secureContext = createSecureContext({ cert, key });
  const { open } = await startServer(t, 'nowhere', (socket) => {
    socket.write('S');
    const secured = new TLSSocket(socket, {
      isServer: true,
      secureContext,
      SNICallback: (servername, done) => {
        names.push(servername);
        done(null, secureContext);
      },
    });
    secured.on('error', () => {}).on('data', () => secured.destroy());
  });
  for (const mode of ['prefer', 'require', 'verify-full'] as const)
    await assert.rejects(open(mode, patientMs, 'localhost'), { name: 'Problem', code: 'busy' });
  assert.deepEqual(new Set(names), new Set(['localhost']));
  assert.equal(names.length, 3);
});

/** Answers requests for TLS, and passes all else to the database. */
async function startServer(t: TestContext, database: string, answer: (socket: Socket) => unknown) {
  const sockets = new Set<Socket>();
  let plain = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.once('data', (first) => {
      if (first.length === requestBytes) return answer(socket);
      plain += 1;
      if (!URL.canParse(database)) return socket.destroy();
      const { port, hostname } = new URL(database);
      const real = connect(Number(port), hostname);
      real.on('error', () => {}).write(first);
      return socket.pipe(real).pipe(socket);
    });
  });
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  const { pathname } = URL.canParse(database) ? new URL(database) : { pathname: '/none' };
  const open = async (mode: SslMode, connectMs: number, host = '127.0.0.1') => {
    const url = `postgres://postgres@${host}:${port}${pathname}?sslmode=${mode}`;
    const options = { connectionsMax: 1, connectMs, authorities: ours.certificate };
    const store = openPostgres(url, options);
    try {
      await store.get(sql`SELECT 1`);
      return store.link?.()?.protection;
    } finally {
      await store.close();
    }
  };
  return { open, sockets, plain: () => plain };
}

async function untilClosed(sockets: ReadonlySet<Socket>): Promise<void> {
  // A test that fails here ends by its time limit.
  while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
