/** The steps of a request, the same for every route. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import { endFaulty } from '../kernel/connections/connection-faults.ts';
import type { DiskUse } from '../kernel/disk/disk-room.ts';
import type { Log } from '../kernel/log.ts';
import { asProblem, invalid, Problem } from '../kernel/problem.ts';
import { type Headers, isClientLeft, sendStream, sendText, type TextAnswer } from './answer.ts';
import { intakeOf } from './body/body-budget.ts';
import { readJson, readJsonBytes } from './body/json-body.ts';
import { assertDeclaredLength, carriesBody } from './body/read-body.ts';
import type { Visit } from './connections/connections.ts';
import { watchKey } from './connections/key-watch.ts';
import type { ProcessBudgets } from './connections/process-budgets.ts';
import type { Metrics } from './metrics/metrics.ts';
import { assertKnownQuery, assertOnceEach, readQuery } from './query.ts';
import { platformRefusals, type Refusals } from './refusal.ts';
import {
  type Arrival,
  type Call,
  diskUseOf,
  jsonBytesMaxOf,
  type Params,
  type Route,
} from './route.ts';
import type { RouteGroup } from './route-group.ts';
import { assertServable } from './servable.ts';
import type { AcceptConnection } from './websocket/socket.ts';

export interface RequestOptions {
  /** Whether endpoints that need a credential refuse unknown query fields. */
  readonly refusesUnknownQuery?: boolean;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly makeRequestId: () => string;
  readonly isDraining: () => boolean;
  /** The error format; by default the platform's. */
  readonly refusals?: Refusals;
}

export interface MatchedRoute<Caller> {
  readonly group: RouteGroup<Caller>;
  readonly route: Route<Caller>;
  /** Method and path, for metrics and log. */
  readonly label: string;
  readonly params: Params;
}

/** A request that is being answered; no route if its path is unknown. */
interface Answering<Caller> {
  readonly group: RouteGroup<Caller>;
  readonly route?: Route<Caller>;
  readonly response: ServerResponse;
  readonly requestId?: string;
}

interface Exchange<Caller> extends MatchedRoute<Caller> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly upgrade: Upgrade | undefined;
  /** For the log; known once the credential has passed. */
  owner?: string;
}

/** Loads the code of WebSockets and returns the function that accepts the connection. */
type Upgrade = () => Promise<(accept: AcceptConnection) => void>;
type End = 'answered' | 'upgraded' | 'client left';

/** As in nginx: the client closed the request before the answer was complete. */
const clientLeftStatus = 499;

export function createRequestHandler<Caller>(
  options: RequestOptions,
  { connections, bodies, disk }: ProcessBudgets,
) {
  const { log, isDraining } = options;
  /** Requests whose client waits for 100 Continue before it sends the body. */
  const awaitsContinue = new WeakSet<IncomingMessage>();

  function serve(
    matched: MatchedRoute<Caller>,
    request: IncomingMessage,
    response: ServerResponse,
    upgrade?: Upgrade,
  ): void {
    complete(matched, request, response, upgrade).catch((cause: unknown) =>
      endFaulty(request.socket, cause, log),
    );
  }

  async function complete(
    matched: MatchedRoute<Caller>,
    request: IncomingMessage,
    response: ServerResponse,
    upgrade: Upgrade | undefined,
  ): Promise<void> {
    const startedMs = performance.now();
    const requestId = options.makeRequestId();
    const exchange: Exchange<Caller> = { ...matched, request, response, requestId, upgrade };
    const end = await answer(exchange).catch((error: unknown): End => {
      if (!isClientLeft(error)) {
        refuseOrCut(exchange, error);
        return 'answered';
      }
      response.destroy();
      return 'client left';
    });
    intakeOf(request).close();
    if (end !== 'upgraded' && isDraining()) closeAfterResponse(request, response);
    const status = end === 'client left' ? clientLeftStatus : response.statusCode;
    const tookMs = performance.now() - startedMs;
    const { label, owner } = exchange;
    options.metrics.observe(label, status, tookMs / 1000);
    if (log.wants('debug'))
      log.debug('request', { requestId, route: label, owner, status, ms: Math.round(tookMs) });
  }

  async function answer(exchange: Exchange<Caller>): Promise<End> {
    const visit = connections.begin(exchange.request);
    let end: End = 'answered';
    try {
      end = await answerCaller(exchange, await authenticate(exchange), visit);
      return end;
    } catch (error) {
      // After an abort, report the abort reason.
      throw visit.signal.aborted && !isClientLeft(error) ? visit.signal.reason : error;
    } finally {
      visit.end(end === 'upgraded');
    }
  }

  async function authenticate(exchange: Exchange<Caller>): Promise<Caller> {
    const { group, route, request, params } = exchange;
    assertServable(request);
    group.admit?.(request);
    if (isDraining()) throw new Problem('draining', 'The server is stopping; try again shortly.');
    if (route.policy.credential === 'none') return undefined as Caller;
    const { authorization } = request.headers;
    const caller = await group.authenticate(authorization, { route, request, params });
    if (caller !== undefined) exchange.owner = group.ownerOf(caller);
    return caller;
  }

  async function answerCaller(
    exchange: Exchange<Caller>,
    caller: Caller,
    visit: Visit,
  ): Promise<End> {
    const { group, route, request, response, params, requestId, upgrade } = exchange;
    const { signal } = visit;
    const keyWatch = watchKey(group, route, caller, visit, response);
    if (route.answerMs !== undefined) visit.allowAnswerMs(route.answerMs);
    const holds: (() => void)[] = [];
    try {
      const { callerNow } = keyWatch;
      const arrival = { ...arrivalOf(request, params, caller, requestId, signal), callerNow };
      const call = await prepareCall(options, group, route, arrival, {
        holdDisk: (use, bytes) => void holds.push(disk.hold(use, bytes)),
        openBody: () => openBody(route, request),
        sendContinue: () => {
          if (awaitsContinue.delete(request)) response.writeContinue();
        },
      });
      if (upgrade !== undefined && route.socket !== undefined) {
        const open = await upgrade();
        open(await route.socket(call));
        return 'upgraded';
      }
      const content = await route.handle(call);
      await keyWatch.assertMayAnswer();
      const headers = headersFor(exchange);
      if ('stream' in content) await sendStream(response, content, headers, signal);
      else sendText(response, content, headers);
      return 'answered';
    } finally {
      keyWatch.stop();
      for (const endHold of holds) endHold();
    }
  }

  function openBody(route: Route<Caller>, request: IncomingMessage): void {
    const bytesMax = jsonBytesMaxOf(route, request) ?? route.policy.bodyBytesMax;
    assertDeclaredLength(request, bytesMax);
    bodies.open(request, connections.addressOf(request), bytesMax);
  }

  function headersFor(answering: Answering<Caller>): Headers {
    const { group, route, response, requestId = options.makeRequestId() } = answering;
    const cors = group.cors.headersFor(response.req, route);
    return { ...group.headers, ...cors, 'x-request-id': requestId };
  }

  function refusalsOf(group: RouteGroup<Caller>) {
    return group.refusals ?? options.refusals ?? platformRefusals;
  }

  function refuse(answering: Answering<Caller>, error: unknown): void {
    const { group, response, requestId = options.makeRequestId() } = answering;
    // A client that waits for 100 Continue and is refused may still send the body.
    if (isDraining() || awaitsContinue.has(response.req)) response.setHeader('connection', 'close');
    const refusals = refusalsOf(group);
    options.metrics.refuse(refusals.codeOf(error));
    const answer = withWholeLocation(refusals.answer(error, requestId), response.req);
    sendText(response, answer, headersFor({ ...answering, requestId }));
  }

  function refuseOrCut({ group, route, response, requestId }: Exchange<Caller>, error: unknown) {
    const problem = asProblem(error);
    // A refusal without a cause is an expected one.
    const isFault = refusalsOf(group).statusOf(problem) === 503 && problem.cause !== undefined;
    if (isFault) log.error(problem.message, { requestId, cause: problem.cause });
    // A partly sent answer cannot be replaced; closing the connection shows the client that it is incomplete.
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) refuse({ group, route, response, requestId }, problem);
  }

  return { serve, refuse, headersFor, awaitsContinue };
}

/** What a call may use before its handler runs. */
interface CallRoom {
  /** Takes room on the disk until the call is over, or throws the refusal. */
  readonly holdDisk: (use: DiskUse, bytes: number) => void;
  /** Checks the declared length of a body and takes memory for it. */
  readonly openBody: () => void;
  /** Lets a client that waits for it send the body. */
  readonly sendContinue: () => void;
}

/**
 * What precedes the handler of every call, over HTTP or from inside the server (`inner/inner-call.ts`), in one order:
 * scope, rate, room on the disk, query, body.
 */
export async function prepareCall<Caller>(
  options: Pick<RequestOptions, 'refusesUnknownQuery'>,
  group: Pick<RouteGroup<Caller>, 'authorise'>,
  route: Route<Caller>,
  arrival: Arrival<Caller>,
  { holdDisk, openBody, sendContinue }: CallRoom,
): Promise<Call<Caller>> {
  const { scope, access, body } = route.policy;
  const { raw, caller, callerNow } = arrival;
  if (scope !== 'any' && scope !== 'resource') group.authorise(caller, scope, access);
  await route.limit?.(arrival);
  const use = diskUseOf(route, raw);
  if (typeof use === 'string') holdDisk(use, diskBytesOf(route, raw));
  if (body !== 'none' && carriesBody(raw)) openBody();
  const arrived = await readCall(route, arrival, readFields(options, route, raw), sendContinue);
  if (typeof use === 'function') holdDisk(use(arrived.body as never), diskBytesOf(route, raw));
  return body === 'none' ? arrived : { ...arrived, caller: await callerNow() };
}

// Open routes accept unknown fields: people follow links and send forms to which other sites have appended fields of
// their own, such as utm_source.
function readFields<Caller>(
  { refusesUnknownQuery }: Pick<RequestOptions, 'refusesUnknownQuery'>,
  route: Route<Caller>,
  { url = '' }: IncomingMessage,
): Params {
  const fields = readQuery(url);
  if (route.isQueryStrict) assertOnceEach(url);
  if (route.isQueryStrict || (refusesUnknownQuery === true && route.policy.credential !== 'none'))
    assertKnownQuery(route.query, fields, url);
  return fields;
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

/**
 * Closes a connection after its answer, for a server that is stopping: a proxy would send the next request on it, and
 * that one would be refused. What a client is still sending is read first, so that it can read the answer.
 */
function closeAfterResponse(request: IncomingMessage, response: ServerResponse): void {
  const end = () => {
    if (request.complete) request.socket.destroySoon();
  };
  if (response.writableFinished) end();
  else response.once('finish', end);
}

/** A refusal that leads to another server leads to the same path there. */
function withWholeLocation(answer: TextAnswer, { url = '/' }: IncomingMessage): TextAnswer {
  const base = answer.headers?.location;
  if (answer.status !== 308 || base === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, location: `${base}${url}` } };
}

// Building the `Call` that a handler gets from a request.

/** A request whose credential was checked, before its body is read. */
export function arrivalOf<Caller>(
  raw: IncomingMessage,
  params: { readonly [name: string]: string },
  caller: Caller,
  requestId: string,
  signal: AbortSignal,
): Omit<Arrival<Caller>, 'callerNow'> {
  return {
    caller,
    requestId,
    params,
    raw,
    signal,
    header: (name) => {
      const value = raw.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  };
}

/** Reads query and body by the schemas of the route; `sendContinue` lets a client that waits for it send the body. */
async function readCall<Caller>(
  route: Route<Caller>,
  arrival: Arrival<Caller>,
  fields: { readonly [name: string]: string },
  sendContinue: () => void,
): Promise<Call<Caller>> {
  const { policy } = route;
  const { raw } = arrival;
  const query = route.query === undefined ? {} : parseWith(route.query, fields);
  sendContinue();
  if (route.parsesOwnBody)
    return {
      ...arrival,
      query,
      body: undefined,
      bodyBytes: await readJsonBytes(raw, policy.bodyBytesMax),
    };
  const jsonBytesMax = jsonBytesMaxOf(route, raw);
  const body =
    jsonBytesMax === undefined ? undefined : await readJson(raw, jsonBytesMax, route.bodyDepthMax);
  return {
    ...arrival,
    query,
    body:
      body === undefined || route.body === undefined
        ? undefined
        : parseWith(route.body, body.value),
    bodyBytes: body?.bytes ?? new Uint8Array(),
  };
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
