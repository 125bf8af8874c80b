import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '@baraza/contract';
import { refusalBody } from './refusal.ts';

/**
 * What Node's own parser refuses never reaches a handler. It leaves as the same JSON as any other
 * refusal, and the rest of the request is read and thrown away so that the client can read it.
 */
export function refuseRawFaults(
  server: Server,
  headers: { readonly [name: string]: string | number },
  makeRequestId: () => string,
): void {
  const refused = new WeakSet<Duplex>();
  const refuse = (
    socket: Duplex,
    status: '400 Bad Request' | '404 Not Found',
    sentence: string,
  ) => {
    // The parser fails again on every further chunk; those are only thrown away.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    const code = status.startsWith('404') ? 'not_found' : 'invalid';
    const body = refusalBody(code, sentence, makeRequestId());
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
    const timer = setTimeout(() => socket.destroy(), limits.refusedBodyMs);
    socket.once('close', () => clearTimeout(timer));
    socket.once('end', () => socket.destroy());
    socket.resume();
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answering = (socket as { _httpMessage?: { headersSent?: boolean } })._httpMessage;
    // Half an answer is out already: anything more would be read as part of it.
    if (error.code === 'ECONNRESET' || answering?.headersSent === true) socket.destroy();
    else refuse(socket, '400 Bad Request', sentenceFor(error.code));
  });
  server.on('connect', (_request, socket) => {
    refuse(socket, '404 Not Found', 'There is no such path.');
  });
}

function sentenceFor(code: string | undefined): string {
  if (code === 'HPE_HEADER_OVERFLOW')
    return `The request line and headers may have at most ${limits.headerBytesMax} bytes.`;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'The request took too long to arrive.';
  return 'The request is not well-formed HTTP.';
}
