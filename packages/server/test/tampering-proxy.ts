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
import type { TestContext } from 'node:test';

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
  /** Changes what is sent on: another path, other headers. */
  readonly before?: (request: { path: string; headers: IncomingHttpHeaders }) => void;
  /** Changes what comes back; bodies that are no text go through as they are. */
  readonly after?: (exchange: Exchange) => void;
}

/** A server in front of a true one that breaks one thing on purpose; its address. */
export async function startTampering(
  t: Pick<TestContext, 'after'>,
  trueUrl: string,
  tamperer: Tamperer,
): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing, new URL(trueUrl), tamperer).catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  t.after(() => {
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
): Promise<void> {
  const sent = await collect(incoming);
  const onward = { path: incoming.url ?? '/', headers: { ...incoming.headers } };
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
  const bytes = await collect(answer);
  const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
  const type = String(answer.headers['content-type'] ?? 'text/plain');
  const exchange: Exchange = {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    asked: incoming.headers,
    sent: sent.toString('utf8'),
    status: answer.statusCode ?? 0,
    headers,
    body: bytes.toString('utf8'),
  };
  const isText = /^(?:text|application\/json)/.test(type);
  after?.(exchange);
  outgoing.writeHead(exchange.status, exchange.headers);
  outgoing.end(isText ? exchange.body : bytes);
}

async function collect(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
