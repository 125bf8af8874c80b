import type { IncomingHttpHeaders } from 'node:http';
import { CheckFailed, expectEqual } from './check.ts';

/** One answer as it came over the wire: no redirect followed, nothing decompressed or repaired. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON; CheckFailed when it is not JSON. */
  readonly json: () => Json;
}

/** A JSON value of unknown shape. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of another server have no type yet
export type Json = any;

/** CheckFailed when it is not JSON. */
export function parseJson(text: string, what: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new CheckFailed(`${what} is not JSON: ${text.slice(0, 80)}`);
  }
}

export function expectStatus(reply: Reply, wanted: number, what = 'the status'): void {
  expectEqual(reply.status, wanted, what);
}

/** A refusal with this status and this code. */
export function expectRefused(
  reply: Reply,
  status: number,
  code: string,
  what = 'the answer',
): void {
  expectEqual([reply.status, reply.json().code], [status, code], what);
}
