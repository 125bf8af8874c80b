import { connect } from 'node:net';
import { parsed } from './requests.ts';

export interface RawReply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely.
  readonly json: any;
}

export interface Exchange {
  /** Statuses of the 1xx answers. */
  readonly interim: readonly number[];
  readonly replies: readonly RawReply[];
  /** How the connection was when the exchange was over. */
  readonly ended: 'open' | 'closed' | 'reset';
}

const timeoutMs = 15_000;

/**
 * Writes bytes as they are, and only then reads: until so many answers are there, or until the
 * server closes. A text goes as one byte for each character.
 */
export function exchange(
  port: number,
  sent: readonly (string | Uint8Array)[],
  options: {
    readonly until?: number | 'closed';
    /** Closes the sending side and keeps reading. */
    readonly halfClose?: boolean;
  } = {},
): Promise<Exchange> {
  const { until = 1, halfClose = false } = options;
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const received: Buffer[] = [];
    const finish = (ended: Exchange['ended']) => {
      clearTimeout(guard);
      socket.destroy();
      resolve({ ...parseReplies(Buffer.concat(received)), ended });
    };
    const guard = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no answer after ${timeoutMs} ms: ${Buffer.concat(received)}`));
    }, timeoutMs);
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      if (until !== 'closed' && parseReplies(Buffer.concat(received)).replies.length >= until)
        finish('open');
    });
    socket.once('end', () => finish('closed'));
    socket.once('error', () => finish('reset'));
    socket.pause();
    socket.write(Buffer.concat(sent.map(bytesOf)), () => {
      if (halfClose) socket.end();
      socket.resume();
    });
  });
}

function bytesOf(sent: string | Uint8Array): Uint8Array {
  return typeof sent === 'string' ? Buffer.from(sent, 'latin1') : sent;
}

/** The request line and headers, ready to be followed by a body. */
export function head(
  method: string,
  target: string,
  headers: { readonly [name: string]: string | number } = {},
): string {
  const lines = Object.entries({ host: 'platform.test', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

export function parseReplies(bytes: Buffer): Omit<Exchange, 'ended'> {
  const interim: number[] = [];
  const replies: RawReply[] = [];
  let at = 0;
  for (;;) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    if (headEnd === -1) return { interim, replies };
    const [first = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n');
    const status = Number(first.split(' ')[1]);
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
    }
    at = headEnd + 4;
    if (status < 200) {
      interim.push(status);
      continue;
    }
    const end = at + Number(headers['content-length'] ?? 0);
    if (end > bytes.length) return { interim, replies };
    const text = bytes.toString('utf8', at, end);
    replies.push({ status, headers, text, json: parsed(text) });
    at = end;
  }
}
