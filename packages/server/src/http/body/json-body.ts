import type { IncomingMessage } from 'node:http';
import { limits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { parseJson } from '../../kernel/json/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { intakeOf } from './body-budget.ts';
import { carriesBody, readBody } from './read-body.ts';

/** Reads a JSON body up to a size. The wrapper is one level, what it carries may have the rest. */
export async function readJson(
  request: IncomingMessage,
  bytesMax: number,
  depthMax: number = limits.jsonDepthMax + 1,
): Promise<{ readonly value: unknown; readonly bytes: Uint8Array }> {
  const bytes = await readJsonBytes(request, bytesMax);
  return { value: parseJson(bytes, depthMax), bytes };
}

/** The bytes without parsing. */
export async function readJsonBytes(
  request: IncomingMessage,
  bytesMax: number,
): Promise<Uint8Array> {
  if (carriesBody(request)) {
    assertJsonType(request);
    const bytes = await readBytes(request, bytesMax);
    if (bytes.length > 0) return bytes;
  }
  throw new Problem('json', 'The body must be JSON; it was empty.');
}

/** `admit` is called with the size of every piece, and may throw a refusal. */
export async function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  admit?: (bytes: number) => void,
): Promise<Uint8Array> {
  const pieces = await readPieces(request, bytesMax, admit);
  const [first] = pieces;
  if (pieces.length === 1 && first !== undefined) return first;
  const joined = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  // In steps: copying the largest bodies takes a long time.
  for (const piece of pieces) {
    await breathe();
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** The bytes of a body in the pieces in which they came, for one that is passed on and never put together. */
export async function readPieces(
  request: IncomingMessage,
  bytesMax: number,
  admit?: (bytes: number) => void,
): Promise<readonly Buffer[]> {
  const intake = intakeOf(request);
  const pieces: Buffer[] = [];
  for await (const piece of readBody(request, bytesMax)) {
    intake.admit(piece.length);
    admit?.(piece.length);
    pieces.push(piece);
  }
  return pieces;
}

const jsonType = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export function isJsonType(request: IncomingMessage): boolean {
  return jsonType.test(request.headers['content-type'] ?? '');
}

function assertJsonType({ headers }: IncomingMessage): void {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = headers;
  if (type !== undefined && !jsonType.test(type))
    throw new Problem('content_type', 'Send the body with Content-Type: application/json.');
  if (encoding.toLowerCase() !== 'identity')
    throw new Problem('content_type', 'Send the body without Content-Encoding.');
}
