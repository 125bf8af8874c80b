/**
 * What happens to every call, over HTTP or from inside the server (`inner/inner-call.ts`), in one order: credential,
 * scope, rate, room on the disk, query, body, handler.
 */
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { DiskRoom } from '../kernel/disk/disk-room.ts';
import { invalid } from '../kernel/problem.ts';
import { readJson, readJsonBytes } from './body/json-body.ts';
import { carriesBody } from './body/read-body.ts';
import { assertKnownQuery, assertOnceEach, readQuery } from './query.ts';
import { type Arrival, type Call, diskUseOf, jsonBytesMaxOf, type Route } from './route.ts';
import type { RouteGroup } from './route-group.ts';

/** What differs between a call over HTTP and one from inside. */
interface CallSteps<Caller, Result> {
  readonly disk: Pick<DiskRoom, 'hold'>;
  /** The credential has passed; undefined on routes without one. */
  readonly began: (caller: Caller) => void;
  /** The caller of a change with the rights of this moment; rejects with the refusal. */
  readonly callerNow: (caller: Caller) => Promise<Caller>;
  /** Checks the declared length of a body and takes memory for it. */
  readonly openBody: () => void;
  /** Lets a client that waits for it send the body. */
  readonly sendContinue: () => void;
  /** Calls the handler; the room on the disk is held until it has resolved. */
  readonly answer: (call: Call<Caller>) => Promise<Result>;
}

interface QueryRule {
  /** Whether endpoints that need a credential refuse unknown query fields. */
  readonly refusesUnknownQuery?: boolean;
}

export async function runCall<Caller, Result>(
  queryRule: QueryRule,
  group: Pick<RouteGroup<Caller>, 'authenticate' | 'authorise'>,
  route: Route<Caller>,
  { params, requestId, raw, signal }: Pick<Call<Caller>, 'params' | 'requestId' | 'raw' | 'signal'>,
  steps: CallSteps<Caller, Result>,
): Promise<Result> {
  const { credential, scope, access, body } = route.policy;
  const request = { route, request: raw, params };
  const caller =
    credential === 'none'
      ? (undefined as Caller)
      : await group.authenticate(raw.headers.authorization, request);
  steps.began(caller);
  const holds: (() => void)[] = [];
  const callerNow = () => steps.callerNow(caller);
  const arrival: Arrival<Caller> = {
    caller,
    callerNow,
    requestId,
    params,
    raw,
    signal,
    header: (name) => {
      const value = raw.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  };
  try {
    if (scope !== 'any' && scope !== 'resource') group.authorise(caller, scope, access);
    if (route.limit !== undefined) await route.limit(arrival);
    const use = diskUseOf(route, raw);
    if (typeof use === 'string') holds.push(steps.disk.hold(use, diskBytesOf(route, raw)));
    if (body !== 'none' && carriesBody(raw)) steps.openBody();
    const query = queryOf(queryRule, route, raw);
    steps.sendContinue();
    if (body === 'none')
      return await steps.answer({ ...arrival, query, body: undefined, bodyBytes: noBytes });
    const sent = await bodyOf(route, raw);
    if (typeof use === 'function')
      holds.push(steps.disk.hold(use(sent.body as never), diskBytesOf(route, raw)));
    return await steps.answer({ ...arrival, query, ...sent, caller: await callerNow() });
  } finally {
    for (const endHold of holds) endHold();
  }
}

const noBytes = new Uint8Array();
const noQuery = Object.freeze({});
/** The values of routes that were asked without a query. */
const withoutQuery = new WeakMap<z.ZodType, Call<never>['query']>();

// Open routes accept unknown fields: people follow links and send forms to which other sites have appended fields of
// their own, such as utm_source.
function queryOf<Caller>(
  { refusesUnknownQuery }: QueryRule,
  { query, isQueryStrict = false, policy }: Route<Caller>,
  { url = '' }: IncomingMessage,
): Call<Caller>['query'] {
  const hasQuery = url.includes('?');
  if (!hasQuery && query === undefined) return noQuery;
  const usual = hasQuery || query === undefined ? undefined : withoutQuery.get(query);
  if (usual !== undefined) return usual;
  const fields = readQuery(url);
  if (isQueryStrict) assertOnceEach(url);
  if (isQueryStrict || (refusesUnknownQuery === true && policy.credential !== 'none'))
    assertKnownQuery(query, fields, url);
  if (query === undefined) return noQuery;
  const values = parseWith(query, fields);
  if (!hasQuery) withoutQuery.set(query, Object.freeze(values));
  return values;
}

/** Reads and parses a body of JSON; the others are read by their handlers. */
async function bodyOf<Caller>(
  route: Route<Caller>,
  raw: IncomingMessage,
): Promise<Pick<Call<Caller>, 'body' | 'bodyBytes'>> {
  if (route.parsesOwnBody === true)
    return { body: undefined, bodyBytes: await readJsonBytes(raw, route.policy.bodyBytesMax) };
  const bytesMax = jsonBytesMaxOf(route, raw);
  if (bytesMax === undefined) return { body: undefined, bodyBytes: noBytes };
  const { value, bytes } = await readJson(raw, bytesMax, route.bodyDepthMax);
  return { body: route.body && parseWith(route.body, value), bodyBytes: bytes };
}

function parseWith<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw invalid(issue?.message ?? 'The request is not valid.', {
    ...(field !== '' && { fields: { field } }),
  });
}

// The pages of tables and indexes that a change touches.
const changeBytes = 64 * 1024;
// A file is stored as it is; rows are stored with their indexes, first in the log of the database.
const rowCopies = 3;

/** What a request may write; a body that does not declare its length may be as long as its route allows. */
function diskBytesOf(
  { policy }: Pick<Route<never>, 'policy'>,
  { headers }: IncomingMessage,
): number {
  const chunkedBytes = headers['transfer-encoding'] === undefined ? 0 : policy.bodyBytesMax;
  const bytes = Number(headers['content-length'] ?? chunkedBytes);
  return changeBytes + (policy.body === 'multipart' ? bytes : bytes * rowCopies);
}
