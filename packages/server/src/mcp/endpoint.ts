/** What both endpoints have in common: one route that takes messages, and 405 for all other methods. */
import { limits } from '@baraza/contract';
import { z } from 'zod';
import { AnswerTooLong, type ReadAnswer } from '../http/inner/inner-call.ts';
import type { Refusals } from '../http/refusal.ts';
import { type Call, openToAll, type Policy, type Route } from '../http/route.ts';
import { parseJson } from '../kernel/json/json.ts';
import type { Log } from '../kernel/log.ts';
import { asProblem, Problem } from '../kernel/problem.ts';
import type { ToolAnswer, ToolBox } from './protocol.ts';

interface Endpoint<Caller> {
  readonly path: string;
  readonly credential: Policy['credential'];
  readonly query?: z.ZodObject;
  readonly version: string;
  /** How long a tool may take before the first byte of its answer. */
  readonly answerMs?: number;
  readonly toolsFor: (call: Call<Caller>) => Promise<ToolBox>;
}

const kilobyte = 1024;
/** A text of 64 KB whose every character is escaped, and what stands around it. */
const messageBytesMax = 6 * 64 * kilobyte + 64 * kilobyte;
/** Levels of a message around a record. */
const envelopeDepth = 6;
/** The longest answer of a tool: more is of no use to a model. */
export const toolAnswerBytesMax = 512 * kilobyte;

export function mcpRoutes<Caller>(endpoint: Endpoint<Caller>): readonly Route<Caller>[] {
  const { path, credential, version, toolsFor } = endpoint;
  const others = (['GET', 'PUT', 'PATCH', 'DELETE'] as const).map(
    (method): Route<Caller> => ({
      method,
      path,
      summary: 'Not used: there are no sessions',
      policy: openToAll,
      answers: {},
      handle: async () => methodNotAllowed,
    }),
  );
  return [
    {
      method: 'POST',
      path,
      summary: 'A message of the Model Context Protocol',
      ...(endpoint.query && { query: endpoint.query }),
      ...(endpoint.answerMs && { answerMs: endpoint.answerMs }),
      // Each call of a tool asks for the room that its route needs.
      policy: {
        credential,
        scope: 'any',
        access: 'write',
        body: 'json',
        bodyBytesMax: messageBytesMax,
        disk: 'frees',
      },
      body: z.unknown(),
      parsesOwnBody: true,
      answers: { 200: z.record(z.string(), z.unknown()), 202: 'empty' },
      handle: async (call) => {
        const body = parseJson(call.bodyBytes, limits.jsonDepthMax + envelopeDepth);
        const { answerMessage } = await import('./protocol.ts');
        const headers = Object.entries(call.raw.headers).filter(([name]) =>
          name.startsWith('mcp-'),
        );
        return answerMessage(
          { body, headers: Object.fromEntries(headers) as never, signal: call.signal },
          version,
          await toolsFor(call),
        );
      },
    },
    ...others,
  ];
}

/** What pages of allowed origins may send. */
export const protocolHeaders =
  'mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id';

const methodNotAllowed = {
  status: 405,
  headers: { allow: 'POST' },
  body: JSON.stringify({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_000, message: 'This path takes POST alone: there are no sessions.' },
  }),
};

/** An answer of a route that is not a success. */
class Refused extends Error {
  readonly body: { readonly [name: string]: unknown };

  constructor(body: { readonly [name: string]: unknown }) {
    super(String(body.error));
    this.body = body;
  }
}

/** The JSON of a success; throws the refusal of anything else. */
export function jsonOf({ status, bytes }: ReadAnswer): { readonly [name: string]: unknown } {
  const value = parseJson(bytes, limits.jsonDepthMax + envelopeDepth);
  const json = value as { readonly [name: string]: unknown };
  if (status >= 300) throw new Refused(json);
  return json;
}

/** What a tool answers: its JSON, or the sentence that the API refuses with. */
export async function answerOf(
  run: () => Promise<{ readonly [name: string]: unknown }>,
  { requestId, refusals, log }: { requestId: string; refusals: Refusals; log: Log },
): Promise<ToolAnswer> {
  try {
    const data = await run();
    return { text: JSON.stringify(data), data, isError: false };
  } catch (error) {
    const data = refusalOf(error, requestId, refusals, log);
    return { text: String(data.error), data, isError: true };
  }
}

function refusalOf(error: unknown, requestId: string, refusals: Refusals, log: Log) {
  if (error instanceof Refused) return error.body;
  const problem = error instanceof AnswerTooLong ? tooLong() : asProblem(error);
  if (refusals.statusOf(problem) === 503 && problem.cause !== undefined)
    log.error(problem.message, { requestId, cause: problem.cause });
  const { body, headers } = refusals.answer(problem, requestId);
  const retryAfter = headers['retry-after'];
  const said = parseJson(Buffer.from(body), limits.jsonDepthMax) as { [name: string]: unknown };
  return retryAfter === undefined ? said : { ...said, retryAfterSeconds: Number(retryAfter) };
}

function tooLong(): Problem {
  return new Problem(
    'too_large',
    `The answer has more than ${toolAnswerBytesMax} bytes; ask for less, by a smaller limit or a filter.`,
  );
}
