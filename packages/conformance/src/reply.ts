import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { CheckFailed, display, expect, expectEqual, expectShape, type Shape } from './check.ts';

/** One answer as it came over the wire: no redirect followed, nothing decompressed or repaired. */
export interface Reply {
  /** The call that it answers: `GET /v1/operator`. */
  readonly call: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
  /** The body as JSON; CheckFailed when it is not JSON. */
  readonly body: Json;
}

/** A JSON value of unknown shape. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of another server have no type yet
export type Json = any;

export function replyOf(
  call: string,
  status: number,
  headers: IncomingHttpHeaders,
  bytes: Buffer,
): Reply {
  const text = bytes.toString('utf8');
  return {
    call,
    status,
    headers,
    text,
    bytes,
    get body() {
      try {
        return JSON.parse(text);
      } catch {
        throw new CheckFailed(`${call} (${status}) is not JSON: ${text.slice(0, 80)}`);
      }
    },
  };
}

export function expectStatus(
  { status, call }: Reply,
  wanted: number,
  what = `the status of ${call}`,
): void {
  expectEqual(status, wanted, what);
}

/** An answer with this status, a body and headers of this shape; the answer itself. */
export function expectReply(reply: Reply, status: number, body?: Shape, headers?: Shape): Reply {
  expectStatus(reply, status);
  if (body !== undefined) expectShape(reply.body, body, reply.call);
  if (headers !== undefined) expectShape(reply.headers, headers, reply.call);
  return reply;
}

/** An answer with this status and headers of this shape. */
export function expectHead(reply: Reply, status: number, headers: Shape): void {
  expectStatus(reply, status);
  expectShape(reply.headers, headers, reply.call);
}

/** A refusal with this status and this code. */
export function expectRefused(reply: Reply, status: number, code: string, what = reply.call): void {
  expectEqual([reply.status, reply.body.code], [status, code], what);
}

/** The document of an API in OpenAPI 3.1, which has these paths. */
export function expectOpenApi(document: Json, names: readonly string[]): void {
  expectShape(document.openapi, /^3\.1\./, 'openapi');
  const ends = Object.keys(document.paths).map((path) => path.split('/').at(-1));
  for (const name of names) expect(ends.includes(name), `${name} is not in it`);
}

/** A table that has this text, which begins like a formula, and no cell that does. */
export function expectInertCsv({ headers, text }: Reply, formula: string): void {
  expectShape(headers['content-type'], /^text\/csv/, 'its type');
  expect(text.includes(formula), `${formula} is not in it`);
  const isFormula = /(?:^|[,"\n])=\w/m.test(text);
  expect(!isFormula, `a cell begins with =: ${display(text.slice(-120))}`);
}

/** The answer to an ask, parsed as strictly as the contract defines it. */
interface AskAnswer {
  readonly text: string;
  readonly done: Json;
}

/** The events of a stream; CheckFailed when a line is neither empty, a comment nor one JSON object after `data:`. */
function eventsOf({ status, headers, text }: Reply): readonly Json[] {
  const type = String(headers['content-type'] ?? '');
  expect(
    status === 200 && /^text\/event-stream\b/.test(type),
    `it answered ${status} ${type}, not an event stream: ${text.slice(0, 80)}`,
  );
  return text
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
  return { text: tokens.map(({ text }) => text).join(''), done: events.at(-1) };
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
