import type { IncomingMessage, ServerResponse } from 'node:http';

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
