/** Clients that disconnect in the middle of requests. */
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { Random } from '../../../packages/server/test/fixtures/random.ts';
import { storage } from '../../../packages/server/test/fixtures/server.ts';
import { descriptorsSettle, isRunning, noProc, openDescriptors } from '../descriptors.ts';
import { type Fault, openFaultProxy } from '../fault-proxy.ts';
import type { Installation } from '../installation.ts';
import { attackerAddress, makeLoad, openSocket, requestHead } from '../load.ts';
import { scenario } from '../scenario.ts';

export const cancelled = scenario({
  name: 'cancelled',
  what: `
    downloads, links, asks, speech, uploads and event streams, cancelled at random times by FIN and by RST,
    through a proxy that cuts connections and on direct connections`,
  guarantee: `
    clients that disconnect at any time neither end the process nor leave a descriptor open`,
  provenAgainst: `
    \`http/answer.ts\` with a write that never settles if the socket is gone before its close event: after 14,752
    cancelled requests the process ended because of a FileHandle that was left to the garbage collector; and each
    client that left caused a log line with a stack`,
  engines: ['sqlite', 'postgres'],
  short: { cancels: 240, together: 24 },
  long: { cancels: 20_000, together: 48 },
  skip: noProc,
  run: async (context, { cancels, together }) => {
    const { figures, random, after } = context;
    const server = await context.start();
    const requests = await makeRequests(server);
    const faults = Array.from({ length: cancels }, (_, index) =>
      faultFor(random, requests[index % requests.length] as Request),
    );
    const base = await settledBase(server);
    const order = new Map<'platform' | 'site', Fault[]>();
    const open = async (service: 'platform' | 'site', port: number) => {
      const queue: Fault[] = [];
      order.set(service, queue);
      const proxy = await openFaultProxy(port, () => queue.shift() ?? {}, attackerAddress(0));
      after(proxy.close);
      return proxy;
    };
    const proxies = {
      platform: await open('platform', server.port),
      site: await open('site', server.sitePort),
    };
    const leave = async (index: number) => {
      const { service, text } = requests[index % 2] as Request;
      const port = service === 'platform' ? server.port : server.sitePort;
      const socket = await openSocket(port, attackerAddress(1));
      if (socket === undefined) return;
      const closed = closes(socket);
      socket.write(text);
      // Without a proxy, so that the socket is gone before the server sees its end.
      setTimeout(() => (index % 4 < 2 ? socket.destroy() : socket.resetAndDestroy()), index % 11);
      await closed;
    };
    const gone = await makeLoad({ together, count: cancels }, async (index) => {
      const { service, text } = requests[index % requests.length] as Request;
      order.get(service)?.push(faults[index] as Fault);
      const socket = await openSocket(proxies[service].port);
      if (socket === undefined) return;
      const closed = closes(socket);
      socket.write(text);
      await closed;
      await leave(index);
    });
    assert.ok(isRunning(server.pid), `the process has ended\n${server.stderr().slice(-500)}`);
    figures.atLeast('cancelled', proxies.platform.cuts() + proxies.site.cuts(), cancels * 0.7);
    figures.note('downloads aborted on a direct connection', gone);
    for (const url of [server.url, server.site.url])
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    figures.atMost('additional descriptors', (await descriptorsSettle(server.pid, base)) - base, 0);
    figures.none('log lines with a stack', server.stacks());
    assert.equal((await server.end('SIGTERM')).code, 0);
  },
});

/** Most connections are cut at a random byte of either side; some are half-closed, slow or delayed. */
function faultFor(random: Random, { length, answerBytes }: Request): Fault {
  const by = random.pick(['fin', 'rst'] as const);
  const early: Fault = {
    cut: { after: 'sent', bytes: random.below(length) + 1, by, delayMs: random.below(13) },
  };
  const dice = random.below(20);
  if (dice === 0) return { halfCloseAfterBytes: random.below(length - 1) + 1 };
  if (dice === 1) return { ...early, trickle: { bytes: 200, everyMs: 1 } };
  if (dice === 2) return { ...early, delayMs: random.below(20) };
  if (dice < 11 || answerBytes === 0) return early;
  return { cut: { after: 'received', bytes: random.below(answerBytes) + 1, by } };
}

interface Request {
  readonly service: 'platform' | 'site';
  readonly text: Buffer;
  readonly length: number;
  /** The approximate size of the response; 0 if unknown. */
  readonly answerBytes: number;
}

async function makeRequests(server: Installation): Promise<readonly Request[]> {
  const bucket = await server.newResource('storage');
  const bytes = Buffer.alloc(400_000, 'Baraza ');
  const up = uploadText(bucket, 'kept', bytes, server.key);
  const put = await fetch(`${server.url}${storage}/${bucket}?key=kept`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.key}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
    body: up.body as BodyInit,
  });
  assert.equal(put.status, 201);
  const link = await server.platform('POST', `${storage}/${bucket}/links`, {
    body: { key: 'kept' },
  });
  await server.newSite('shop', {
    name: 'Shop',
    voice: true,
    faqs: [{ question: 'Do you deliver?', answer: 'We deliver in town for KES 200.' }],
  });
  const bearer = { authorization: `Bearer ${server.key}`, connection: 'close' };
  const get = (target: string, answerBytes: number): Request =>
    request('platform', requestHead('GET', target, bearer), answerBytes);
  const post = (path: string, body: object, answerBytes: number): Request => {
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', connection: 'close' };
    const head = requestHead('POST', `/v1/sites/shop/${path}`, {
      ...headers,
      'content-length': text.length,
    });
    return request('site', head + text, answerBytes);
  };
  const speak = { text: 'We deliver in town.' };
  // Starts the speech process now, so that its descriptors are part of the baseline.
  await server.visit('POST', '/v1/sites/shop/speak', { body: speak });
  return [
    get(`${storage}/${bucket}?key=kept`, 400_000),
    get(new URL(link.json.url).pathname, 400_000),
    post('ask', { question: 'Do you deliver?' }, 600),
    post('speak', speak, 20_000),
    request('platform', Buffer.concat([Buffer.from(up.head), up.body]), 200),
    get('/api/platform/events', 0),
  ];
}

function request(service: Request['service'], text: string | Buffer, answerBytes: number): Request {
  const bytes = Buffer.from(text);
  return { service, text: bytes, length: bytes.length, answerBytes };
}

function uploadText(bucket: string, key: string, bytes: Buffer, credential: string) {
  const body = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n'),
    bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const head = requestHead('POST', `${storage}/${bucket}?key=${key}`, {
    authorization: `Bearer ${credential}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': body.length,
    connection: 'close',
  });
  return { head, body };
}

/** The number of descriptors of the idle server after the preparation. */
async function settledBase(server: Installation): Promise<number> {
  let before = Number.POSITIVE_INFINITY;
  for (let same = 0; same < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = openDescriptors(server.pid);
    same = now === before ? same + 1 : 0;
    before = now;
  }
  return before;
}

function closes(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    const guard = setTimeout(() => socket.destroy(), 20_000);
    socket.resume();
    socket.once('close', () => {
      clearTimeout(guard);
      resolve();
    });
  });
}
