/**
 * Serves the requests of a connection one after the other. Node hands over all requests that a packet holds at once:
 * served at once too, the thousand of one packet would keep everyone else waiting until the last of them is answered.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { stopParsing } from './stop-parsing.ts';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;
type Exchange = Parameters<Serve>;

interface Line {
  /** The response to the request that is being served, or was served last. */
  current: ServerResponse;
  readonly waiting: Exchange[];
}

// Programs that send requests without waiting for responses send a few. Each that waits takes some kilobytes.
const waitingMax = 100;

export function createRequestTurns(
  serve: Serve,
  /** `serve` threw. */
  onFault: (socket: Socket, cause: unknown) => void,
): Serve {
  const lines = new WeakMap<Socket, Line>();
  /** Lines whose next request may begin. One begins in each turn of the event loop, whoever sent it. */
  const due = new Set<Line>();

  const beginNext = (): void => {
    const [line] = due;
    if (line === undefined) return;
    due.delete(line);
    const next = line.waiting.shift();
    // Nobody would read the answers.
    if (next === undefined || next[0].socket.destroyed) line.waiting.length = 0;
    else
      try {
        begin(line, next);
      } catch (cause) {
        onFault(next[0].socket, cause);
      }
    if (due.size > 0) setImmediate(beginNext);
  };

  const begin = (line: Line, [request, response]: Exchange): void => {
    line.current = response;
    if (line.waiting.length > 0) awaitEnd(line);
    serve(request, response);
  };

  const awaitEnd = (line: Line): void => {
    line.current.once('close', () => {
      due.add(line);
      if (due.size === 1) setImmediate(beginNext);
    });
  };

  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, { current: response, waiting: [] });
      serve(request, response);
    } else if (line.waiting.length === 0 && line.current.closed) begin(line, [request, response]);
    else if (line.waiting.length === waitingMax) {
      stopParsing(socket);
      socket.destroy();
    } else {
      line.waiting.push([request, response]);
      if (line.waiting.length === 1) awaitEnd(line);
    }
  };
}
