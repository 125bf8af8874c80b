/** Ten thousand event streams through a proxy, and what its visitors notice when a process behind it is killed. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@baraza/contract';
import { ask } from '../../../packages/server/test/fixtures/server.ts';
import { makeLoad, openSocket, requestHead } from '../load.ts';
import { noProxy, type ProxyName, prepareProxy } from '../proxies.ts';
import { type Scenario, type ScenarioContext, scenario } from '../scenario.ts';
import { startTwo } from '../two-processes.ts';

interface Size {
  readonly wanted: number;
  /** The number of streams that are open when a process is killed: few enough for the other process. */
  readonly kept: number;
  readonly requestsPerSecond: number;
  /** Time before and after the kill. */
  readonly watchMs: number;
}

const streamsPerOwner = 100;
const streamsPerAddress = 100;
/** The wait of the client library after the end of a stream, and its minimum wait after a 503. */
const reconnectMs = 500;
const retryAfterMs = 2_000;
/** The end of a chunked response, after the chunk before it. */
const lastChunk = '\r\n0\r\n\r\n';

const provenAgainst = {
  nginx:
    '`worker_connections 768` in `nginx.conf`, as in Debian (of 10,000 clients 8,464 got no response)',
  caddy:
    '`deploy/Caddyfile` without `lb_try_duration` (questions got 503 until the health check noticed the kill)',
} as const;

export const proxiedStreams: readonly Scenario[] = (['nginx', 'caddy'] as const).map((name) =>
  scenario<Size>({
    name: `streams-${name}`,
    what: `10,000 clients ask for event streams of two processes behind ${name} with the files of \`deploy/\`; then one
      process is killed (SIGKILL) while 2,000 streams are open and 50 questions and 50 reads a second arrive`,
    guarantee: `behind ${name} every client gets a stream or a 503, and after the kill of a process requests succeed
      when they are repeated once, and all streams can be opened again`,
    isLongOnly: true,
    provenAgainst: provenAgainst[name],
    engines: ['postgres'],
    short: { wanted: 200, kept: 100, requestsPerSecond: 10, watchMs: 1_000 },
    long: { wanted: 10_000, kept: 2_000, requestsPerSecond: 50, watchMs: 10_000 },
    skip: () => noProxy(name),
    run: (context, size) => killBehind(context, size, name),
  }),
);

async function killBehind(context: ScenarioContext, size: Size, name: ProxyName): Promise<void> {
  const { figures } = context;
  const proxy = await prepareProxy({ after: context.after, folder: context.folder() }, name);
  const servers = await startTwo(context, proxy);
  await proxy.start(servers);
  const port = Number(new URL(proxy.platformUrl).port);
  const keys = await makeKeys(servers, Math.ceil(size.wanted / streamsPerOwner));

  const clients: Client[] = [];
  context.after(() => clients.map(({ socket }) => socket?.destroy()));
  const open = async (index: number): Promise<Client> => {
    const client = await openStream(port, keys[Math.floor(index / streamsPerOwner)] ?? '', index);
    clients.push(client);
    return client;
  };
  const startedMs = performance.now();
  await makeLoad({ together: 64, count: size.wanted }, open);
  figures.note('time to connect all clients', performance.now() - startedMs, 'ms');
  const withStatus = (status: string) => clients.filter((client) => client.status === status);
  const streams = withStatus('200');
  const places = Math.min(size.wanted, 2 * limits.eventStreamsMax);
  figures.atLeast('streams open at once', streams.length, places);
  figures.note('clients that got 503 above the limit of streams', withStatus('503').length);
  const others = clients.filter(({ status }) => status !== '200' && status !== '503');
  figures.none(
    'clients without a response',
    others.map(({ status }) => status),
  );

  for (const { socket } of clients.filter((client) => !streams.includes(client))) socket?.destroy();
  // Spread evenly, because a proxy may have opened the first streams on one process.
  const isKept = (at: number) => at % Math.ceil(streams.length / size.kept) === 0;
  for (const { socket } of streams.filter((_, at) => !isKept(at))) socket?.destroy();
  const kept = streams.filter((_, at) => isKept(at));
  const lost: number[] = [];
  const reopened: number[] = [];
  let refused = 0;
  let isOver = false;
  for (const { index, socket } of kept)
    socket?.once('close', () => {
      if (isOver) return;
      lost.push(performance.now());
      void (async () => {
        await sleep(reconnectMs);
        while (!isOver) {
          const { status } = await open(index);
          if (status === '200') return reopened.push(performance.now());
          refused += 1;
          await sleep(retryAfterMs * (1 + Math.random()));
        }
      })();
    });

  const load = await startRequests(proxy, servers.credential, keys[0] ?? '', size);
  await sleep(size.watchMs);
  const killedMs = performance.now();
  await servers.kill(1);
  await sleep(size.watchMs);
  const outcome = await load.stop();
  isOver = true;
  if (others.length + outcome.failed.length > 0) figures.log(proxy.errorOutput().slice(-2_000));

  figures.note('requests', outcome.count);
  const { failedMs } = outcome;
  figures.note('requests that failed at the first try', failedMs.length);
  const lastMs = Math.max(killedMs, ...failedMs) - killedMs;
  figures.atMost('time from the kill to the last failure', lastMs, 5_000, 'ms');
  figures.note('longest wait of a request', outcome.longestMs, 'ms');
  figures.none('requests that failed at the second try', outcome.failed);
  figures.atLeast('streams lost with the process', lost.length, 1);
  figures.note('tries to open a stream again that got 503', refused);
  figures.atLeast('streams opened again', reopened.length, lost.length);
  const lastOpenMs = Math.max(killedMs, ...reopened) - killedMs;
  figures.note('time from the kill to the last stream opened again', lastOpenMs, 'ms');
  await servers.revive(1);
}

async function makeKeys(
  { command }: { readonly command: (name: string, input: object) => Promise<unknown> },
  count: number,
): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = (await command('owners create', { name: `listener ${at}` })) as { id: string };
    const given = { owner: id, name: 'hold', scopes: ['*'], expiresInMs: null };
    keys.push(((await command('keys create', given)) as { key: string }).key);
  }
  return keys;
}

interface Client {
  readonly index: number;
  /** The HTTP status; `refused` or `closed` where there is none. */
  readonly status: string;
  readonly socket?: Socket;
}

/** Clients have different addresses, because of the limits for one address. */
async function openStream(port: number, key: string, index: number): Promise<Client> {
  const at = Math.floor(index / streamsPerAddress);
  const socket = await openSocket(port, `127.1.${at >> 8}.${(at & 255) + 1}`);
  if (socket === undefined) return { index, status: 'refused' };
  socket.write(requestHead('GET', '/api/platform/events', { authorization: `Bearer ${key}` }));
  const status = await new Promise<string>((resolve) => {
    socket.once('data', (chunk: Buffer) => resolve(chunk.toString('latin1').slice(9, 12)));
    socket.once('close', () => resolve('closed'));
  });
  // A proxy may end a response and keep the connection. The last chunk usually arrives alone.
  let tail = '\r\n';
  socket.on('data', (chunk: Buffer) => {
    tail = (tail + chunk.toString('latin1')).slice(-lastChunk.length);
    if (tail === lastChunk) socket.destroy();
  });
  return { index, status, socket };
}

/** Questions and reads through the proxy; a failed one is repeated once, as the client library does. */
async function startRequests(
  { siteUrl, platformUrl }: { readonly siteUrl: string; readonly platformUrl: string },
  credential: string,
  key: string,
  { requestsPerSecond }: Size,
) {
  const site = { url: siteUrl };
  const faqs = [{ question: 'Do you deliver?', answer: 'Yes, in town.' }];
  const body = { id: 'shop', profile: { faqs } };
  const made = await ask(site, 'POST', '/v1/admin/sites', { key: credential, body });
  assert.equal(made.status, 201, made.text);
  const kinds = [
    () => ask(site, 'POST', '/v1/sites/shop/ask', { body: { question: 'Do you deliver?' } }),
    () => ask({ url: platformUrl }, 'GET', '/api/platform/resources', { key }),
  ];
  const failedMs: number[] = [];
  const failed: string[] = [];
  let longestMs = 0;
  const attempt = async (send: (typeof kinds)[number]) => {
    const startedMs = performance.now();
    const text = await send().then(
      ({ status, text: reply }) => (status === 200 ? '' : `${status} ${reply.slice(0, 100)}`),
      (error: unknown) => String((error as Error).cause ?? error),
    );
    longestMs = Math.max(longestMs, performance.now() - startedMs);
    return text;
  };
  const sendOnce = async (send: (typeof kinds)[number]) => {
    if ((await attempt(send)) === '') return;
    failedMs.push(performance.now());
    await sleep(retryAfterMs);
    const second = await attempt(send);
    if (second !== '') failed.push(second);
  };
  const running: Promise<void>[] = [];
  let isOver = false;
  const sending = (async () => {
    while (!isOver) {
      for (const kind of kinds) running.push(sendOnce(kind));
      await sleep(1_000 / requestsPerSecond);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await sending;
      await Promise.all(running);
      return { count: running.length, failedMs, failed, longestMs };
    },
  };
}
