import { Agent, request } from 'node:http';
import type { TestServer } from '../fixtures/server.ts';
import { parsed, type Reply } from './requests.ts';

/**
 * A request whose target and headers go out as they are: `fetch` would resolve dots in a path and
 * refuse what it does not like. Header values have one byte for each character.
 */
export function rawRequest(
  server: Pick<TestServer, 'port'>,
  agent: Agent,
  method: string,
  target: string,
  options: {
    readonly headers?: { readonly [name: string]: string };
    readonly body?: string | Uint8Array;
  } = {},
): Promise<Reply> {
  const { headers = {}, body } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      { agent, host: '127.0.0.1', port: server.port, method, path: target, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const received = new Headers(
            Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
          );
          resolve({
            status: response.statusCode ?? 0,
            headers: received,
            text,
            json: parsed(text),
          });
        });
      },
    );
    sent.once('error', reject);
    // Headers that go out together with a text would take its encoding.
    sent.end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

export function createAgent(): Agent {
  return new Agent({ keepAlive: true, maxSockets: 16 });
}

/** A text as a header value: its UTF-8, without what would end the line. */
export function headerValue(text: string): string {
  const bytes = Buffer.from(text).filter((byte) => byte === 9 || (byte >= 32 && byte !== 127));
  return Buffer.from(bytes).toString('latin1');
}
