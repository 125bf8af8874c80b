import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { CheckFailed, display, expect, expectEqual, expectIs } from './check.ts';

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

/** The document of an API in OpenAPI 3.1, which has these paths. */
export function expectOpenApi(document: Json, names: readonly string[]): void {
  expectIs(document.openapi, /^3\.1\./, 'openapi');
  const paths = Object.keys(document.paths);
  for (const name of names)
    expect(
      paths.some((path) => path.endsWith(`/${name}`)),
      `${name} is not in it`,
    );
}

/** A table that has this text, which begins like a formula, and no cell that does. */
export function expectInertCsv(reply: Reply, formula: string): void {
  expectIs(reply.headers['content-type'], /^text\/csv/, 'its type');
  expect(reply.text.includes(formula), `${formula} is not in it`);
  const isFormula = /(?:^|[,"\n])=\w/m.test(reply.text);
  expect(!isFormula, `a cell begins with =: ${display(reply.text.slice(-120))}`);
}

/** The answer to an ask, parsed as strictly as the contract defines it. */
interface AskAnswer {
  readonly events: readonly Json[];
  readonly text: string;
  readonly done: Json;
}

/** The events of a stream; CheckFailed when a line is neither empty, a comment nor one JSON object after `data:`. */
function eventsOf(reply: Reply): readonly Json[] {
  const type = String(reply.headers['content-type'] ?? '');
  expect(
    reply.status === 200 && /^text\/event-stream\b/.test(type),
    `it answered ${reply.status} ${type}, not an event stream: ${reply.text.slice(0, 80)}`,
  );
  return reply.text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(':'))
    .map((line) => {
      expect(line.startsWith('data:'), `the line ${display(line)} does not begin with data:`);
      try {
        return JSON.parse(line.slice(5)) as Json;
      } catch {
        return expect(false, `the line ${display(line)} holds no JSON`);
      }
    });
}

/** Tokens, then exactly one `done`, and nothing after it. */
export function readAskAnswer(reply: Reply): AskAnswer {
  const events = eventsOf(reply);
  const dones = events.filter(({ type }) => type === 'done');
  expect(dones.length === 1, `the stream has ${dones.length} events of type done, not one`);
  expect(events.at(-1)?.type === 'done', `something comes after done: ${display(events.at(-1))}`);
  const tokens = events.slice(0, -1);
  for (const token of tokens)
    expect(
      token.type === 'token' && typeof token.text === 'string',
      `an event is ${display(token)}, not a token with a text`,
    );
  return { events, text: tokens.map(({ text }) => text).join(''), done: events.at(-1) };
}

const retriesMax = 2;
const waitMsMax = 65_000;

/** If a rate limit refuses the call, repeats it after Retry-After: servers may choose their limits. */
export async function retryWhenRateLimited(
  call: () => Promise<Reply>,
  isTooMany: (reply: Reply) => boolean,
  signal: AbortSignal,
): Promise<Reply> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await call();
    const waitMs = Number(reply.headers['retry-after']) * 1_000;
    if (!isTooMany(reply) || attempt > retriesMax || !(waitMs <= waitMsMax)) return reply;
    await setTimeout(waitMs, undefined, { signal });
  }
}
