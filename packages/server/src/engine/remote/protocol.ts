/** Messages between a server and an engine on another machine, one in each binary frame of a WebSocket. */
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';
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
  /** The engine finishes the requests it has, and takes no more. */
  | { readonly leaving: true };

const MB = 1024 * 1024;
/** The largest profile has 8 MB in UTF-8, which may take twice as much here. */
export const messageBytesMax = 32 * MB;

export function writeMessage(message: ToEngine | FromEngine): Buffer {
  return serialize(message);
}

/** Undefined for what is not a message to an engine. */
export function readToEngine(bytes: Uint8Array): ToEngine | undefined {
  return readMessage(bytes, toEngineSchema) as ToEngine | undefined;
}

/** Undefined for what is not a message of an engine. */
export function readFromEngine(bytes: Uint8Array): FromEngine | undefined {
  return readMessage(bytes, fromEngineSchema) as FromEngine | undefined;
}

function readMessage(bytes: Uint8Array, schema: z.ZodType): unknown {
  try {
    const message: unknown = deserialize(bytes);
    return schema.safeParse(message).success ? message : undefined;
  } catch {
    return undefined;
  }
}

const id = z.int().nonnegative();
const kinds = {
  wake: true,
  open: true,
  status: true,
  vectors: true,
  embed: true,
  question: true,
  passages: true,
  statement: true,
} satisfies { readonly [kind in EngineRequest['kind']]: true };
const reasons = ['deadline', 'memory', 'crash'] satisfies ChildEnded['reason'][];

const toEngineSchema = z.union([
  z.object({ id, request: z.looseObject({ kind: z.enum(Object.keys(kinds)) }) }),
  z.object({ forget: id }),
  z.object({ notice: z.object({ drop: z.object({ id: z.string(), stamp: z.string() }) }) }),
  z.object({ notice: z.object({ drop: z.undefined().optional(), endWriting: z.string() }) }),
]);

const fingerprint = z.string().nullable();
const fromEngineSchema = z.union([
  z.object({ id, reply: z.looseObject({ kind: z.string() }) }),
  z.object({ id, refused: z.string() }),
  z.object({ id, ended: z.enum(reasons) }),
  z.object({ forgotten: id }),
  z.object({ leaving: z.literal(true) }),
  z.object({
    greeting: z.object({
      version: z.string(),
      engines: z.int().min(1).max(64),
      encoder: fingerprint,
      // An engine of an earlier version does not say which reader it has, and is refused in words.
      reader: fingerprint.optional(),
    }),
  }),
]);
