import type { IncomingMessage } from 'node:http';
import { limits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { parseJson } from '../../kernel/json/json.ts';
import { Problem } from '../../kernel/problem.ts';
import { intakeOf } from './body-budget.ts';
import { bodyBroke, watchForBreak } from './broken-body.ts';

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
  if (!carriesBody(request)) throw new Problem('json', 'The body must be JSON; it was empty.');
  assertJsonType(request);
  const bytes = await readBytes(request, bytesMax);
  if (bytes.length === 0) throw new Problem('json', 'The body must be JSON; it was empty.');
  return bytes;
}

/** Checks the declared length up front; the count while reading catches the rest. */
export function assertDeclaredLength(request: IncomingMessage, bytesMax: number): void {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) throw tooLarge(bytesMax);
}

export function carriesBody(request: IncomingMessage): boolean {
  return (
    request.headers['transfer-encoding'] !== undefined ||
    Number(request.headers['content-length'] ?? 0) > 0
  );
}

/** `admit` is called with the size of every chunk, and may throw a refusal. */
export async function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  admit?: (bytes: number) => void,
): Promise<Uint8Array> {
  const chunks = await readPieces(request, bytesMax, admit);
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : joinPieces(chunks);
}

/** In steps: copying the largest bodies takes a long time. */
async function joinPieces(pieces: readonly Buffer[]): Promise<Buffer> {
  const joined = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    await breathe();
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** The bytes of a body in the pieces in which they came, for one that is passed on and never put together. */
export function readPieces(
  request: IncomingMessage,
  bytesMax: number,
  admit: (bytes: number) => void = () => {},
): Promise<readonly Buffer[]> {
  return new Promise((resolve, reject) => {
    const intake = intakeOf(request);
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = () => {
      request.off('data', onData);
      request.off('end', onEnd);
      stopWatching();
      intake.close();
    };
    const refuse = (refusal: unknown) => {
      stop();
      chunks.length = 0;
      reject(refusal);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      try {
        if (size > bytesMax) throw tooLarge(bytesMax);
        intake.admit(chunk.length);
        admit(chunk.length);
        chunks.push(chunk);
      } catch (refusal) {
        refuse(refusal);
      }
    };
    const onEnd = () => {
      stop();
      resolve(chunks);
    };
    let stopWatching = () => {};
    request.on('data', onData);
    request.once('end', onEnd);
    intake.onCut(refuse);
    stopWatching = watchForBreak(request, () => refuse(bodyBroke(request)));
  });
}

const jsonType = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

export function isJsonType(request: IncomingMessage): boolean {
  return jsonType.test(request.headers['content-type'] ?? '');
}

function assertJsonType(request: IncomingMessage): void {
  const type = request.headers['content-type'];
  if (type !== undefined && !jsonType.test(type))
    throw new Problem('content_type', 'Send the body with Content-Type: application/json.');
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new Problem('content_type', 'Send the body without Content-Encoding.');
}

function tooLarge(bytesMax: number): Problem {
  return new Problem('too_large', `The body may have at most ${bytesMax} bytes.`);
}
