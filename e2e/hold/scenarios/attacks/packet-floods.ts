/** Packets that hold as many requests, pieces or frames as fit, one after the other, while an owner works. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { head } from '../../../../packages/server/test/sockets/raw-socket.ts';
import { handshake } from '../../../../packages/server/test/sockets/upgrades.ts';
import { isRunning } from '../../descriptors.ts';
import { scenario } from '../../scenario.ts';
import { otherCallers, settleWaits, watch } from '../../watcher.ts';

const together = 20;
const waitMsMax = 300;
const host = { host: '127.0.0.1' };
const chunked = { ...host, 'transfer-encoding': 'chunked' };
const piece = '1\r\na\r\n';

interface Flood {
  readonly what: string;
  readonly service: 'platform' | 'site';
  /** Sent once on each connection. */
  readonly first?: string;
  /** Sent again and again, until the server closes. */
  readonly packet: Buffer;
}

const floods: readonly Flood[] = [
  {
    what: 'pipelined requests',
    service: 'platform',
    packet: Buffer.from(head('GET', '/api/platform/nope', host).repeat(1_000)),
  },
  {
    what: 'a body in pieces of one byte that nobody reads',
    service: 'platform',
    first: head('POST', '/nope', chunked),
    packet: Buffer.from(piece.repeat(10_000)),
  },
  {
    what: 'a body in pieces of one byte that is read',
    service: 'site',
    first: head('POST', '/v1/sites/bystander/ask', chunked),
    packet: Buffer.from(piece.repeat(10_000)),
  },
  {
    what: 'pipelined requests with such bodies',
    service: 'platform',
    packet: Buffer.from(
      `${head('POST', '/nope', chunked)}${piece.repeat(500)}0\r\n\r\n`.repeat(20),
    ),
  },
  {
    what: 'frames of a live session, also after its end',
    service: 'site',
    first: head('GET', '/v1/sites/bystander/live', { ...host, ...handshake }),
    packet: Buffer.concat(Array<Buffer>(5_000).fill(maskedFrame('{"type":"ping"}'))),
  },
];

export const packetFloods = scenario({
  name: 'packet-floods',
  what: `
    20 connections at a time send packets full of pipelined requests, of chunks of one byte, and of frames for a live
    session that was closed, as fast as the server reads them`,
  guarantee: 'however much a packet holds, health checks and an owner are answered promptly',
  provenAgainst: `
    without the limit of small pieces a newcomer waited for more than 20 s, other health checks for 1.1 s`,
  engines: ['sqlite'],
  short: { ms: 600 },
  long: { ms: 25_000 },
  run: async (context, { ms }) => {
    const { figures } = context;
    const server = await context.start();
    const probes = await otherCallers(server);
    const ports = { platform: server.port, site: server.sitePort };
    for (const { what, service, first = '', packet } of floods) {
      const watcher = await watch(context, probes);
      const untilMs = performance.now() + ms;
      const send = async (): Promise<number> => {
        let connections = 0;
        for (; performance.now() < untilMs; connections += 1)
          await flood(ports[service], Buffer.from(first), packet, untilMs);
        return connections;
      };
      const counts = await Promise.all(Array.from({ length: together }, send));
      figures.note(
        `connections with ${what}`,
        counts.reduce((sum, count) => sum + count, 0),
      );
      await watcher.rounds(1);
      await settleWaits(context, what, watcher, waitMsMax);
    }
    figures.none('log lines with a stack', server.stacks());
    figures.atMost('server processes that ended', isRunning(server.pid) ? 0 : 1, 0);
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

/** Sends until the server closes or the time is over; what the server answers is thrown away. */
async function flood(port: number, first: Buffer, packet: Buffer, untilMs: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1' });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A server may cut off a client in the middle of what it sends.
  socket.on('error', () => {});
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), Math.max(0, untilMs - performance.now()));
  const send = (): void => {
    if (socket.writable) socket.write(packet, send);
  };
  socket.once('connect', () => {
    socket.write(first);
    // A server that has not accepted an upgrade yet would read the frames as a request.
    if (first.includes('Upgrade')) socket.once('data', send);
    else send();
  });
  await closed;
  clearTimeout(timer);
  // Connections that are refused at once would be opened in a loop without an end.
  await wait(5);
}

/** A text frame as a client sends it, masked with zeros. */
function maskedFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}
