/** The one way in which bodies are read: piece by piece, within limits, until the end or until it cannot come. */
import type { IncomingMessage } from 'node:http';
import { invalid, Problem } from '../../kernel/problem.ts';
import { type Intake, intakeOf } from './body-budget.ts';

export function carriesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Yields the pieces as they came; nothing more is read until the next one is asked for. Throws the refusal of a body
 * that is too long, loses its place in the budget or will never be complete; what is left of it stays unread then.
 */
export async function* readBody(
  request: IncomingMessage,
  bytesMax: number,
  { subject = 'The body', intake = intakeOf(request) }: ReadingOptions = {},
): AsyncGenerator<Buffer, void, undefined> {
  let size = 0;
  let piece: Buffer | undefined;
  let isEnded = false;
  let refusal: unknown;
  let heard = Promise.withResolvers<void>();
  const onData = (chunk: Buffer) => {
    request.pause();
    piece = chunk;
    heard.resolve();
  };
  const onEnd = () => {
    isEnded = true;
    heard.resolve();
  };
  const refuse = (given: unknown) => {
    refusal ??= given;
    heard.resolve();
  };
  // It comes after the end too.
  const onBreak = () => {
    if (!isEnded) refuse(invalid(broken.get(request) ?? 'The body ended before it was complete.'));
  };
  const events = { data: onData, end: onEnd, close: onBreak, error: onBreak, [broke]: onBreak };
  try {
    for (const [name, listener] of Object.entries(events)) request.on(name, listener);
    intake.onCut(refuse);
    if (isBodyBroken(request)) onBreak();
    request.resume();
    for (;;) {
      await heard.promise;
      if (refusal !== undefined) throw refusal;
      if (piece === undefined) return;
      size += piece.length;
      if (size > bytesMax) throw tooLarge(bytesMax, subject);
      // The end may have come with the last piece.
      if (!isEnded) heard = Promise.withResolvers();
      const taken = piece;
      piece = undefined;
      yield taken;
      request.resume();
    }
  } finally {
    for (const [name, listener] of Object.entries(events)) request.off(name, listener);
    intake.close();
  }
}

interface ReadingOptions {
  /** The subject of the sentence that refuses a long one. */
  readonly subject?: string;
  readonly intake?: Intake;
}

/** Checks the declared length up front; the count while reading catches the rest. */
export function assertDeclaredLength({ headers }: IncomingMessage, bytesMax: number): void {
  if (Number(headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

function tooLarge(bytesMax: number, subject = 'The body'): Problem {
  return new Problem('too_large', `${subject} may have at most ${bytesMax} bytes.`);
}

/**
 * Bodies that will never be complete: the client stopped halfway, or sent invalid HTTP. Node reports this only for the
 * connection; destroying the request would destroy the connection, and with it the answer that says what was wrong.
 */
const broken = new WeakMap<IncomingMessage, string>();
const broke = 'baraza:body-broke';

/** Refuses the reading of a body with this sentence; requests that need no more of it continue. */
export function breakBody(request: IncomingMessage, sentence: string): void {
  broken.set(request, sentence);
  request.emit(broke);
}

export function isBodyBroken(request: IncomingMessage): boolean {
  return broken.has(request) || (request.destroyed && !request.complete);
}
