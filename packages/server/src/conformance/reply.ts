import type { IncomingHttpHeaders } from 'node:http';
import { CheckFailed } from './check.ts';

/** One answer as it came over the wire: nothing followed, decompressed or repaired. */
export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON; unmet when it is none. */
  readonly json: () => Json;
}

/** A value of JSON whose members may be looked at without knowing them. */
// biome-ignore lint/suspicious/noExplicitAny: what a stranger answers has no type yet
export type Json = any;

/** CheckFailed when it is none. */
export function parseJson(text: string, what: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new CheckFailed(`${what} is not JSON: ${text.slice(0, 80)}`);
  }
}
