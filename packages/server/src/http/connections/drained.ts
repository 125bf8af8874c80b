import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '@baraza/contract';

/**
 * Closes a connection after its answer, for a server that is stopping: a proxy would send the next request on it, and
 * that one would be refused. What a client is still sending is read first, so that it can read the answer.
 */
export function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  const end = () => {
    if (request.complete) request.socket.destroySoon();
  };
  if (response.writableFinished) end();
  else response.once('finish', end);
}

/**
 * Sends a last text and closes. Input is drained for a while before that: closing with unread input resets the
 * connection, and the text would be lost.
 */
export function endReadably(socket: Duplex, text: string, lingerMs: number): void {
  let bytesSeen = 0;
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(timer));
  socket.once('end', () => socket.destroy());
  socket.end(text);
  socket.on('data', (chunk: Buffer) => {
    bytesSeen += chunk.length;
    if (bytesSeen > limits.refusedBodyBytesMax) socket.destroy();
  });
  socket.resume();
}
