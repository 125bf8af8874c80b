/** Messages between a server and an engine on another machine, one in each binary frame of a WebSocket. */
import { deserialize, serialize } from 'node:v8';
import type { ChildEnded } from '../../kernel/process/running-process.ts';
import type { EngineNotice, EngineRequest } from '../messages.ts';

/** The first message of an engine. */
export interface Greeting {
  /** The version of its program. */
  readonly version: string;
  /** How many engines its machine has, numbered from 0. */
  readonly engines: number;
  /** Fingerprint of its encoder: vectors of different ones are never compared. Null without an encoder. */
  readonly encoder: string | null;
  /** Fingerprint of its reader: engines with different ones do not give the same answers. Null without a reader. */
  readonly reader: string | null;
}

export type ToEngine =
  | { readonly id: number; readonly request: EngineRequest }
  | { readonly forget: number }
  | { readonly notice: EngineNotice };

export type FromEngine =
  | { readonly greeting: Greeting }
  | { readonly id: number; readonly reply: object }
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly ended: ChildEnded['reason'] }
  /** No more work is done for a request that the server gave up. */
  | { readonly forgotten: number }
  /** It finishes what it has, and takes no more requests. */
  | { readonly leaving: true };

const MB = 1024 * 1024;
/** The largest profile has 8 MB in UTF-8, which may take twice as much here. */
export const messageBytesMax = 32 * MB;

export function writeMessage(message: ToEngine | FromEngine): Buffer {
  return serialize(message);
}

/** Undefined for what is not a message to an engine. */
export function readToEngine(bytes: Uint8Array): ToEngine | undefined {
  const message = readObject(bytes);
  if (message === undefined) return undefined;
  const isRequest = isId(message.id) && isRecord(message.request) && isKind(message.request.kind);
  const isNotice = isRecord(message.notice) && isNoticed(message.notice);
  return isRequest || isId(message.forget) || isNotice ? (message as ToEngine) : undefined;
}

/** Undefined for what is not a message of an engine. */
export function readFromEngine(bytes: Uint8Array): FromEngine | undefined {
  const message = readObject(bytes);
  if (message === undefined) return undefined;
  const { id, reply, refused, ended, greeting } = message;
  const isResult =
    isId(id) &&
    ((isRecord(reply) && typeof reply.kind === 'string') ||
      typeof refused === 'string' ||
      (typeof ended === 'string' && reasons.has(ended)));
  const isOther = isId(message.forgotten) || message.leaving === true || isGreeting(greeting);
  return isResult || isOther ? (message as unknown as FromEngine) : undefined;
}

function readObject(bytes: Uint8Array): { readonly [name: string]: unknown } | undefined {
  try {
    const message: unknown = deserialize(bytes);
    return isRecord(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

const kinds: { readonly [kind in EngineRequest['kind']]: true } = {
  wake: true,
  open: true,
  status: true,
  vectors: true,
  embed: true,
  question: true,
  passages: true,
  statement: true,
};
const reasons: ReadonlySet<string> = new Set<ChildEnded['reason']>(['deadline', 'memory', 'crash']);

function isKind(value: unknown): boolean {
  return typeof value === 'string' && Object.hasOwn(kinds, value);
}

function isNoticed(notice: { readonly [name: string]: unknown }): boolean {
  const { drop, endWriting } = notice;
  if (isRecord(drop)) return typeof drop.id === 'string' && typeof drop.stamp === 'string';
  return typeof endWriting === 'string';
}

function isGreeting(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { version, engines, encoder, reader } = value;
  const isCount = isId(engines) && engines >= 1 && engines <= 64;
  // An engine of an earlier version does not say which reader it has, and is refused in words.
  const isKnown = isFingerprint(encoder) && (reader === undefined || isFingerprint(reader));
  return typeof version === 'string' && isCount && isKnown;
}

function isFingerprint(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isRecord(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
