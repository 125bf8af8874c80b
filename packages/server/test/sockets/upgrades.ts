/** Upgrades in every form in which a client can send one, and abandon it. */
import { connect, type Socket } from 'node:net';
import { head, parseReplies, type RawReply } from './raw-socket.ts';

export const handshake = {
  upgrade: 'websocket',
  connection: 'Upgrade',
  'sec-websocket-version': '13',
  'sec-websocket-key': Buffer.alloc(16).toString('base64'),
};

/** What comes with the request, and what the client does when it has read the refusal. */
export interface UpgradeForm {
  readonly declares?: { readonly [name: string]: string | number };
  readonly before?: string;
  readonly bytes?: string;
  readonly isHalfClosed?: boolean;
  readonly after?: (socket: Socket) => void;
}

export const late = (bytes: string) => (socket: Socket) => void socket.end(bytes, 'latin1');
const reset = (socket: Socket) => void socket.resetAndDestroy();
const hello = { 'content-length': 5 };
const chunked = { 'transfer-encoding': 'chunked' };
/** Another request, in front of the upgrade. */
export const other = head('GET', '/healthz', { host: '127.0.0.1' });
const frame = '\x81\x82\x01\x02\x03\x04\x05\x06';

/** Of an upgrade that declares a body. */
export const withBody: { readonly [what: string]: UpgradeForm } = {
  'a body with the request': { declares: hello, bytes: 'hello' },
  'a body after the refusal': { declares: hello, after: late('hello') },
  'half a body after the refusal': { declares: hello, after: late('he') },
  'a body and a frame after the refusal': { declares: hello, after: late(`hello${frame}`) },
  'chunks with the request': { declares: chunked, bytes: '5\r\nhello\r\n0\r\n\r\n' },
  'chunks after the refusal': { declares: chunked, after: late('0\r\n\r\n') },
  'a malformed chunk after the refusal': { declares: chunked, after: late('zz\r\n') },
  'a gigabyte that begins after the refusal': {
    declares: { 'content-length': 1e9 },
    after: late('x'.repeat(100_000)),
  },
  'no body': { declares: hello },
  'no body and its end': { declares: hello, after: late('') },
  'no body and a reset': { declares: hello, after: reset },
  'no body and half a connection': { declares: hello, isHalfClosed: true },
  'a body behind another request': {
    before: other,
    declares: hello,
    after: late('hello'),
  },
};

export const withoutBody: { readonly [what: string]: UpgradeForm } = {
  nothing: {},
  'a body of no bytes': { declares: { 'content-length': 0 } },
  'a frame with the request': { bytes: frame },
  'a frame after the refusal': { after: late(frame) },
  'half a connection': { isHalfClosed: true },
  'a reset': { after: reset },
};

/** The replies of a connection, which resolve when it is closed, by `signal` at the latest. */
export function refusalsOf(
  port: number,
  sent: string,
  form: UpgradeForm,
  { signal, host = '127.0.0.1' }: { readonly signal?: AbortSignal; readonly host?: string } = {},
): Promise<readonly RawReply[]> {
  const { before = '', bytes = '', isHalfClosed = false, after } = form;
  const expected = before === '' ? 1 : 2;
  return new Promise((resolve) => {
    const socket = connect({ port, host, allowHalfOpen: true });
    let received = Buffer.alloc(0);
    let isRead = false;
    const replies = () => parseReplies(received).replies;
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      if (isRead || replies().length < expected) return;
      isRead = true;
      after?.(socket);
    });
    // The client closes its side only where the service has closed its own.
    socket.once('end', () => socket.end());
    socket.once('error', () => {});
    signal?.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.once('close', () => resolve(replies()));
    socket.write(`${before}${sent}${bytes}`, 'latin1', () => {
      if (isHalfClosed) socket.end();
    });
  });
}
