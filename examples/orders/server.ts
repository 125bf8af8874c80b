/**
 * An app for orders: a page for customers, a page for the shop, and this server between them and Baraza. The key stays
 * here, and is limited to two resources: the collection of orders and the bucket of their files.
 */
import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type CollectionRecord,
  createPlatformClient,
  isBarazaError,
  verifyWebhook,
} from '@baraza/client';

export interface Settings {
  readonly baraza: string;
  readonly key: string;
  /** The collection and the bucket that the key is for. */
  readonly orders: string;
  readonly files: string;
  readonly webhookSecret: string;
  /** The code in the fragment (`#`) of the shop's page. */
  readonly shopCode: string;
  readonly port: number;
}

interface Order {
  readonly name: string;
  readonly phone: string;
  readonly note: string;
  readonly items: readonly { readonly id: string; readonly count: number }[];
  readonly total: number;
  readonly status: 'sent' | 'received' | 'ready';
  readonly file?: { readonly name: string; readonly type: string; readonly size: number };
}

const goods = [
  { id: 'unga', sw: 'Unga wa mahindi', en: 'Maize flour', unit: '2 kg', price: 210 },
  { id: 'sukari', sw: 'Sukari', en: 'Sugar', unit: '1 kg', price: 165 },
  { id: 'mchele', sw: 'Mchele wa Pishori', en: 'Pishori rice', unit: '5 kg', price: 1150 },
  { id: 'mafuta', sw: 'Mafuta ya kupikia', en: 'Cooking oil', unit: '1 l', price: 320 },
  { id: 'maziwa', sw: 'Maziwa freshi', en: 'Fresh milk', unit: '500 ml', price: 65 },
  { id: 'chai', sw: 'Majani ya chai', en: 'Tea leaves', unit: '250 g', price: 140 },
] as const;

const jsonBytesMax = 16 * 1024;
const fileBytesMax = 5 * 1024 * 1024;
const fileTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const shownMax = 50;
const heartbeatMs = 20_000;

export async function openOrders(settings: Settings) {
  const ending = new AbortController();
  const { signal } = ending;
  const baraza = createPlatformClient({ baseUrl: settings.baraza, key: settings.key, signal });
  const orders = baraza.resources.collection<Order>(settings.orders);
  const listeners = new Set<Listener>();

  const handlers: { readonly [route: string]: Handle } = {
    'POST /orders': async ({ request }) => {
      const key = String(request.headers['idempotency-key'] ?? '');
      if (!/^[0-9a-f]{32}$/.test(key)) throw new Refusal(400, 'order');
      const order = orderOf(JSON.parse(await textOf(request)));
      // The page sends the same key again when it does not know whether its order arrived.
      return [201, viewOf(await orders.create(order, { idempotencyKey: key }))];
    },
    'PUT /orders/:id/file': async ({ request, id, url }) => {
      const size = Number(request.headers['content-length'] ?? Number.NaN);
      const type = request.headers['content-type'] ?? '';
      const name = (url.searchParams.get('name') ?? '').slice(0, 100);
      if (!fileTypes.includes(type) || name === '') throw new Refusal(415, 'fileType');
      if (!(size > 0 && size <= fileBytesMax)) throw new Refusal(413, 'fileSize');
      await orders.get(id);
      const content = Readable.toWeb(request) as ReadableStream<Uint8Array>;
      const once = { contentType: type, ifNoneMatch: '*' };
      await baraza.storage.upload(settings.files, id, content, once);
      return [200, viewOf(await orders.patch(id, { file: { name, type, size } }))];
    },
    'GET /orders/:id/live': async ({ id, response }) => {
      listen(response, (changed) => changed === id);
      sendOrder(response, await orders.get(id));
      return undefined;
    },
    // Called by Baraza for every new order: here a shop prints a ticket, or sends a message to the person who packs.
    'POST /hook': async ({ request }) => {
      const body = await textOf(request);
      const { type, data } = await verifyWebhook(
        settings.webhookSecret,
        request.headers,
        body,
      ).catch(() => {
        throw new Refusal(401, 'signature');
      });
      if (type !== 'record-added' || data.resourceId !== settings.orders) return [204];
      const { recordId, version, record } = await orders.get(String(data.detail.recordId));
      // Delivered at least once: an order with a later status is not changed.
      if (record.status === 'sent')
        await orders.patch(recordId, { status: 'received' }, { ifMatch: version });
      return [204];
    },
    'GET /shop/live': async ({ response }) => {
      listen(response, () => true);
      const { records } = await orders.list({ order: 'newest', limit: shownMax });
      response.write(':\n\n');
      for (const record of records.toReversed()) sendOrder(response, record);
      return undefined;
    },
    'POST /shop/orders/:id/ready': async ({ id }) => [
      200,
      viewOf(await orders.patch(id, { status: 'ready' })),
    ],
    'GET /shop/orders/:id/file': async ({ id }) => {
      const { url } = await baraza.storage.link(settings.files, id, { expiresIn: 60 });
      return [200, { url }];
    },
  };

  // Called before the orders are read, so that no change is missed in between.
  function listen(response: ServerResponse, wants: Listener['wants']): void {
    const listener: Listener = { response, wants };
    listeners.add(listener);
    response.once('close', () => listeners.delete(listener));
    response.setHeader('content-type', 'text/event-stream');
    response.setHeader('cache-control', 'no-store');
  }

  /** One stream of events from Baraza serves every open page. It reconnects by itself and misses nothing. */
  async function follow(): Promise<void> {
    for await (const { activity } of baraza.events()) {
      const { recordId } = activity.detail;
      if (activity.resourceId !== settings.orders || typeof recordId !== 'string') continue;
      const wanting = [...listeners].filter(({ wants }) => wants(recordId));
      if (wanting.length === 0) continue;
      const order = await orders.get(recordId).catch(() => undefined);
      if (order !== undefined) for (const { response } of wanting) sendOrder(response, order);
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://orders');
    const page = request.method === 'GET' ? pages.get(url.pathname) : undefined;
    if (page !== undefined) {
      response.writeHead(200, page.headers).end(page.bytes);
      return;
    }
    const id = /\/(rec_\w{26})(?=\/|$)/.exec(url.pathname)?.[1] ?? '';
    const path = id === '' ? url.pathname : url.pathname.replace(id, ':id');
    const handle = handlers[`${request.method} ${path}`];
    if (path.startsWith('/shop/') && !isShop(request, settings.shopCode))
      throw new Refusal(401, 'code');
    const answer = await (handle ?? nothing)({ request, response, url, id });
    if (answer !== undefined) send(response, ...answer);
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      const { status, code } = refusalOf(error);
      if (status >= 500) console.error(error);
      if (response.headersSent) response.destroy();
      else send(response, status, { code });
    });
  });
  const heartbeat = setInterval(() => {
    for (const { response } of listeners) response.write(':\n\n');
  }, heartbeatMs);
  await new Promise<void>((resolve) => server.listen(settings.port, '127.0.0.1', resolve));
  const following = follow().catch((error: unknown) => {
    if (!signal.aborted) console.error('No live updates any more:', error);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      clearInterval(heartbeat);
      ending.abort();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await following;
    },
  };
}

interface Listener {
  readonly response: ServerResponse;
  readonly wants: (recordId: string) => boolean;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly id: string;
}

/** Returns the response, or undefined if it stays open. */
type Handle = (exchange: Exchange) => Promise<readonly [status: number, body?: object] | undefined>;

const nothing: Handle = async () => {
  throw new Refusal(404, 'absent');
};

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

function refusalOf(error: unknown): { readonly status: number; readonly code: string } {
  if (error instanceof Refusal) return error;
  if (error instanceof SyntaxError) return { status: 400, code: 'order' };
  if (isBarazaError(error) && error.status < 500)
    return { status: error.status, code: error.status === 404 ? 'absent' : 'refused' };
  return { status: 502, code: 'later' };
}

/** Uses the server's prices, and ignores prices from the page. */
function orderOf(given: unknown): Order {
  const { name, phone, note, items } = (given ?? {}) as { readonly [field: string]: unknown };
  if (!isText(name, 1, 80) || !isText(note, 0, 300)) throw new Refusal(400, 'order');
  if (!isText(phone, 7, 20) || !/^\+?[\d ()-]+$/.test(phone)) throw new Refusal(400, 'phone');
  if (!Array.isArray(items) || items.length === 0 || items.length > goods.length)
    throw new Refusal(400, 'items');
  const wanted = items.map(({ id, count }: { id?: unknown; count?: unknown }) => {
    const good = goods.find((one) => one.id === id);
    if (good === undefined || !Number.isInteger(count) || Number(count) < 1 || Number(count) > 20)
      throw new Refusal(400, 'items');
    return { id: good.id, count: Number(count), price: good.price };
  });
  return {
    name: name.trim(),
    phone: phone.trim(),
    note: note.trim(),
    items: wanted.map(({ id, count }) => ({ id, count })),
    total: wanted.reduce((sum, { count, price }) => sum + count * price, 0),
    status: 'sent',
  };
}

function isText(value: unknown, least: number, most: number): value is string {
  return typeof value === 'string' && value.trim().length >= least && value.length <= most;
}

function viewOf({ recordId, version, record, createdAt }: CollectionRecord<Order>) {
  return { id: recordId, version, createdAt, ...record };
}

function sendOrder(response: ServerResponse, order: CollectionRecord<Order>): void {
  response.write(`data: ${JSON.stringify(viewOf(order))}\n\n`);
}

function send(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > jsonBytesMax) throw new Refusal(413, 'order');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isShop({ headers }: IncomingMessage, code: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const right = Buffer.from(`Bearer ${code}`);
  return given.length === right.length && timingSafeEqual(given, right);
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const types = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

interface Page {
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Buffer;
}

const pages: ReadonlyMap<string, Page> = new Map([
  page('/', 'index.html'),
  page('/shop', 'shop.html'),
  ...['style.css', 'icon.svg', 'order.js', 'shop.js', 'page.js', 'live.js', 'texts.js'].map(
    (name) => page(`/${name}`, name),
  ),
  [
    '/goods.json',
    {
      headers: { 'content-type': 'application/json' },
      bytes: Buffer.from(JSON.stringify(goods)),
    },
  ],
]);

function page(path: string, name: string): [string, Page] {
  const headers = {
    'content-type': types[name.split('.')[1] as keyof typeof types],
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-cache',
  };
  return [path, { headers, bytes: readFileSync(join(import.meta.dirname, 'page', name)) }];
}

if (import.meta.main) {
  const file = join(import.meta.dirname, 'settings.json');
  const settings: Settings = JSON.parse(readFileSync(file, 'utf8'));
  const { url, close } = await openOrders(settings);
  console.log(`customers: ${url}/\nthe shop:  ${url}/shop#${settings.shopCode}`);
  process.once('SIGINT', () => void close());
  process.once('SIGTERM', () => void close());
}
