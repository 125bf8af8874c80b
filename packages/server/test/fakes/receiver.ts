/** A receiver of webhooks that checks signatures with code of its own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly id: string;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads are looked into freely.
  readonly json: any;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** Resolves when so many requests have come in all. */
  readonly came: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export type Responder = (response: ServerResponse, received: Received, count: number) => void;

/** Answers 204 by default. */
export async function openReceiver(
  respond: Responder = (response) => response.writeHead(204).end(),
  port = 0,
): Promise<Receiver> {
  const received: Received[] = [];
  let wake = () => {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const { headers, url = '' } = request;
    const entry = {
      path: url,
      headers,
      id: String(headers['webhook-id']),
      body,
      json: JSON.parse(body),
    };
    received.push(entry);
    wake();
    respond(response, entry, received.length);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    received,
    came: async (count) => {
      while (received.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Standard Webhooks, from its specification: HMAC-SHA256 over `id.timestamp.body`, keyed by the decoded secret. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(content, 'utf8').digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((part) => part.split(','))
    .some(([version, signature = '']) => {
      const given = Buffer.from(signature, 'base64');
      return (
        version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
      );
    });
}
