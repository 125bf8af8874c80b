/** Many event streams and silent live sessions, all open at the same time. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { WebSocket } from 'ws';
import { resources } from '../../../packages/server/test/fixtures/server.ts';
import { noProc, residentMB } from '../descriptors.ts';
import type { Installation } from '../installation.ts';
import { makeLoad, openSocket, requestHead } from '../load.ts';
import { scenario } from '../scenario.ts';

const streamsPerOwner = 200;

export const openStreams = scenario({
  name: 'open-streams',
  what: `
    1,000 event streams and 500 silent live sessions open at the same time, and questions meanwhile`,
  guarantee: `
    a thousand streams and five hundred silent sessions take at most 120 MB, and each stream gets its events`,
  provenAgainst: `
    \`platform/events.ts\` keeping 3 MB for each stream: 168 MB for 60 of them`,
  engines: ['sqlite', 'postgres'],
  short: { streams: 60, sockets: 20, asks: 10 },
  long: { streams: 1_000, sockets: 500, asks: 300 },
  skip: noProc,
  run: async (context, size) => {
    const { figures } = context;
    // All streams come from one address, and the default limit for an address is lower.
    const server = await context.start({ environment: { BARAZA_CONNECTIONS_PER_ADDRESS: '4000' } });
    await server.newSite('shop', {
      voice: true,
      faqs: [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }],
    });
    const owners = await Promise.all(
      Array.from({ length: Math.ceil(size.streams / streamsPerOwner) }, (_, at) =>
        server.newOwner(`listener ${at}`),
      ),
    );
    // Opens one of each before the measurement, so that lazily loaded code does not count.
    const warm = await openLive(server, 'warm');
    await firstToken(server);
    const beforeMB = residentMB(server.pid);
    const streams: { readonly owner: number; readonly socket: Socket; text: string }[] = [];
    await makeLoad({ together: 32, count: size.streams }, async (index) => {
      const owner = index % owners.length;
      const { key = '' } = owners[owner] ?? {};
      const socket = await openSocket(server.port);
      assert.ok(socket !== undefined);
      context.after(() => socket.destroy());
      const stream = { owner, socket, text: '' };
      streams.push(stream);
      const began = new Promise<void>((resolve) => {
        socket.on('data', (chunk: Buffer) => {
          stream.text += chunk.toString('latin1');
          if (stream.text.includes('retry:')) resolve();
        });
      });
      const headers = { authorization: `Bearer ${key}` };
      socket.write(requestHead('GET', '/api/platform/events', headers));
      await began;
    });
    const sockets: WebSocket[] = [warm];
    context.after(() => sockets.map((socket) => socket.terminate()));
    await makeLoad({ together: 16, count: size.sockets }, async (index) => {
      sockets.push(await openLive(server, `v${index}`));
    });
    const grownMB = residentMB(server.pid) - beforeMB;
    figures.atMost('additional memory', grownMB, 120, 'MB');

    const delaysMs: number[] = [];
    for (let n = 0; n < size.asks; n += 1) delaysMs.push(await firstToken(server));
    const ordered = delaysMs.toSorted((one, other) => one - other);
    const p99Ms = ordered[Math.floor(ordered.length * 0.99)] ?? 0;
    figures.atMostWhenLong('99th percentile of the first token', p99Ms, 100, 'ms');

    const listeners = streams.map(({ socket, text, owner }) => ({
      socket,
      owner,
      before: text.length,
    }));
    const received = Promise.all(
      listeners.map(
        ({ socket }, at) =>
          new Promise<void>((resolve) => {
            const check = () => {
              if (/^id: \d+/m.test(streams[at]?.text.slice(listeners[at]?.before) ?? '')) resolve();
            };
            socket.on('data', check);
            check();
          }),
      ),
    );
    const createdMs = performance.now();
    const names = await Promise.all(
      owners.map(async ({ key }, at) => {
        const body = { service: 'work', kind: 'Task', name: `for listener ${at}` };
        assert.equal((await server.platform('POST', resources, { key, body })).status, 201);
        return body.name;
      }),
    );
    await received;
    figures.atMostWhenLong(
      'time until an event reaches every stream',
      performance.now() - createdMs,
      1_000,
      'ms',
    );
    for (const { owner, text } of streams)
      for (const [at, name] of names.entries())
        assert.equal(text.includes(`"${name}"`), at === owner, 'an event is for its owner alone');
    assert.ok(sockets.every(({ readyState }) => readyState === WebSocket.OPEN));
    for (const { socket } of streams) socket.destroy();
    for (const socket of sockets) socket.terminate();
    figures.none('log lines with a stack', server.stacks());
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

/** Starts a session and then stays silent. */
function openLive(server: Installation, visitor: string): Promise<WebSocket> {
  const address = `${server.site.url.replace('http', 'ws')}/v1/sites/shop/live`;
  const headers = { 'x-visitor': visitor.padStart(22, 'v') };
  const socket = new WebSocket(address, { headers, perMessageDeflate: false });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => socket.send('{"type":"start","speech":false}'));
    socket.once('message', () => resolve(socket));
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
  });
}

async function firstToken(server: Installation): Promise<number> {
  const askedMs = performance.now();
  const response = await fetch(`${server.site.url}/v1/sites/shop/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"question":"Do you deliver?"}',
  });
  let text = '';
  let firstMs = 0;
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk);
    if (firstMs === 0 && text.includes('"token"')) firstMs = performance.now();
  }
  assert.equal(text.split('"type":"done"').length, 2, 'one done event');
  return firstMs - askedMs;
}
