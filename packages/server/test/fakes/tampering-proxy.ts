import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TestContext } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';

/** What a call asked and what the true server answered; a tamperer changes the answer. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly asked: IncomingHttpHeaders;
  readonly sent: string;
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

export interface Tamperer {
  /** Changes what is sent on: another path, other headers; for upgrades too. */
  readonly before?: (request: { path: string; headers: IncomingHttpHeaders }) => void;
  /** Changes what comes back; bodies that are no text go through as they are. */
  readonly after?: (exchange: Exchange) => void;
  /** What a client of a WebSocket hears instead of one text of the server; all of it unless told. */
  readonly heard?: (text: string) => readonly string[];
  /** The code with which a WebSocket is closed instead of the server's. */
  readonly closed?: (code: number) => number;
}

// Each is a network of its own to a server that trusts one proxy, so that they do not use up one another's rates.
let opened = 0;

/** A server in front of a true one that breaks one thing on purpose; its address. */
export async function startTampering(
  t: Pick<TestContext, 'after'>,
  trueUrl: string,
  tamperer: Tamperer,
): Promise<string> {
  const target = new URL(trueUrl);
  opened += 1;
  const address = `10.${opened >> 8}.${opened & 255}.1`;
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    forward(incoming, outgoing, target, tamperer, address).catch(() => outgoing.destroy());
  };
  // What a parser would refuse by itself is for the true server to refuse.
  const server = createServer({ maxHeaderSize: 128 * 1024 }, pass)
    .on('checkExpectation', pass)
    .listen(0, '127.0.0.1');
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    join(sockets, { incoming, socket, head }, target, tamperer);
  });
  t.after(() => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: URL,
  { before, after }: Tamperer,
  address: string,
): Promise<void> {
  const sent = await collect(incoming);
  const onward = {
    path: incoming.url ?? '/',
    headers: { 'x-forwarded-for': address, ...incoming.headers },
  };
  before?.(onward);
  const call = request({
    host: target.hostname,
    port: target.port,
    method: incoming.method,
    path: onward.path,
    headers: onward.headers,
    agent: false,
  });
  call.end(sent);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const type = String(answer.headers['content-type'] ?? 'text/plain');
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
  // One that does not end by itself is handed on as it comes.
  if (after === undefined || (incoming.url ?? '').includes('/events')) {
    outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
    answer.pipe(outgoing);
    outgoing.once('close', () => call.destroy());
    return;
  }
  const bytes = await collect(answer);
  const exchange: Exchange = {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    asked: incoming.headers,
    sent: sent.toString('utf8'),
    status: answer.statusCode ?? 0,
    headers,
    body: bytes.toString('utf8'),
  };
  const isText = /^(?:text|application\/(?:json|x-ndjson))/.test(type);
  after(exchange);
  const body = isText ? Buffer.from(exchange.body) : bytes;
  // Who asks for the head alone is told the length that the body would have.
  const length = incoming.method === 'HEAD' ? (answer.headers['content-length'] ?? 0) : body.length;
  const isBodiless = exchange.status === 304 || exchange.status === 204;
  outgoing.writeHead(
    exchange.status,
    isBodiless ? exchange.headers : { ...exchange.headers, 'content-length': length },
  );
  outgoing.end(body);
}

/** Opens a WebSocket to the true server first, so that its refusals are told as they are. */
function join(
  sockets: WebSocketServer,
  { incoming, socket, head }: { incoming: IncomingMessage; socket: Duplex; head: Buffer },
  target: URL,
  { before, heard = (text) => [text], closed = (code) => code }: Tamperer,
): void {
  const onward = { path: incoming.url ?? '/', headers: { ...incoming.headers } };
  before?.(onward);
  const { 'sec-websocket-protocol': protocol, ...rest } = onward.headers;
  const headers = Object.fromEntries(
    Object.entries(rest).filter(
      ([name]) => !/^(?:sec-websocket|host|upgrade|connection)/.test(name),
    ),
  );
  const server = new WebSocket(`ws://${target.host}${onward.path}`, protocol, {
    headers,
    perMessageDeflate: false,
  });
  const early: { readonly data: Buffer; readonly isBinary: boolean }[] = [];
  server.on('message', (data: Buffer, isBinary) => early.push({ data, isBinary }));
  server.on('error', () => socket.destroy());
  server.once('unexpected-response', async (_request, response) => {
    const body = await collect(response);
    const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(
      `HTTP/1.1 ${response.statusCode} Refused\r\n${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`,
    );
    socket.end(body);
  });
  server.once('open', () => {
    sockets.handleUpgrade(incoming, socket, head, (client) => {
      const tell = (data: Buffer, isBinary: boolean) => {
        if (isBinary) client.send(data, { binary: true });
        else for (const text of heard(data.toString('utf8'))) client.send(text);
      };
      server.removeAllListeners('message');
      for (const { data, isBinary } of early) tell(data, isBinary);
      server.on('message', tell);
      client.on('message', (data: Buffer, isBinary) => server.send(data, { binary: isBinary }));
      server.once('close', (code) => {
        const told = closed(code);
        if (told === 1000 || told >= 3000) client.close(told);
        else client.terminate();
      });
      client.once('close', () => server.terminate());
    });
  });
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
