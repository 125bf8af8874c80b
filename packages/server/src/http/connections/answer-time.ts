import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Lets a connection be silent for as long as an answer may take, once its request is complete: until then the idle
 * timeout cuts off a client that stops sending. Returns the function that restores the idle timeout.
 */
export function allowAnswerTime(
  request: IncomingMessage,
  response: ServerResponse,
  answerMs: number | undefined,
  idleTimeoutMs: number,
): () => void {
  if (answerMs === undefined) return () => {};
  const { socket } = request;
  const allow = () => void socket.setTimeout(Math.max(answerMs, idleTimeoutMs));
  if (request.readableEnded) allow();
  else request.once('end', allow);
  return () => {
    request.removeListener('end', allow);
    // After a finished answer Node has already set how long the connection may wait for the next request.
    if (!response.writableFinished) socket.setTimeout(idleTimeoutMs);
  };
}
