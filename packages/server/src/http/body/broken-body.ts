import type { IncomingMessage } from 'node:http';
import { invalid, type Problem } from '../../kernel/problem.ts';

/**
 * Marks a body that will never be complete: the client stopped halfway, or sent invalid HTTP. Node reports
 * this only for the connection; destroying the request would destroy the connection, and with it the answer
 * that says what was wrong.
 */
const broken = new WeakMap<IncomingMessage, string>();
const broke = 'baraza:body-broke';

/** Notifies readers that still wait for the body; requests that need no more of it continue. */
export function breakBody(request: IncomingMessage, sentence: string): void {
  broken.set(request, sentence);
  request.emit(broke);
}

/** The refusal of a request whose body will never be complete. */
export function bodyBroke(request: IncomingMessage): Problem {
  return invalid(broken.get(request) ?? 'The body ended before it was complete.');
}

export function isBodyBroken(request: IncomingMessage): boolean {
  return broken.has(request) || (request.destroyed && !request.complete);
}

/** Calls back when the body can no longer be completed; returns the function that unsubscribes. */
export function watchForBreak(request: IncomingMessage, onBreak: () => void): () => void {
  // The body may be broken already; the callback runs at most once.
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
