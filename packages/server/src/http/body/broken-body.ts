import type { IncomingMessage } from 'node:http';

/**
 * A body that will never be whole: the client stopped in the middle, or what it sends is no HTTP.
 * Node tells this only of the connection; destroying the request would take the connection along,
 * and with it the answer that says what was wrong.
 */
const broken = new WeakSet<IncomingMessage>();
const broke = 'baraza:body-broke';

/** Whoever still waits for the body is told; who needs no more of it goes on. */
export function breakBody(request: IncomingMessage): void {
  broken.add(request);
  request.emit(broke);
}

export function isBodyBroken(request: IncomingMessage): boolean {
  return broken.has(request) || (request.destroyed && !request.complete);
}

/** Calls back when the body cannot become whole any more; the given function ends the watch. */
export function watchForBreak(request: IncomingMessage, onBreak: () => void): () => void {
  // It may have happened while the credential was looked up; nobody is told twice.
  if (isBodyBroken(request)) {
    onBreak();
    return () => {};
  }
  const onClose = () => {
    if (!request.complete) onBreak();
  };
  request.once(broke, onBreak);
  request.once('close', onClose);
  request.once('error', onBreak);
  return () => {
    request.off(broke, onBreak);
    request.off('close', onClose);
    request.off('error', onBreak);
  };
}
