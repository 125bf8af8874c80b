import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits, type Service } from '@baraza/contract';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { absent, asProblem, Problem } from '../kernel/problem.ts';
import { type Answer, type Headers, sendStream, sendText } from './answer.ts';
import { intakeOf } from './body/body-budget.ts';
import { assertDeclaredLength, carriesBody, readJson, readJsonBytes } from './body/json-body.ts';
import { allowAnswerTime } from './connections/answer-time.ts';
import { isClientLeft } from './connections/client-left.ts';
import type { Visit } from './connections/connections.ts';
import { type KeyWatchOptions, noWatch, watchKey } from './connections/key-watch.ts';
import {
  countRefused,
  createProcessBudgets,
  cutLateBodies,
  type ProcessBudgets,
} from './connections/process-budgets.ts';
import type { Cors } from './cors.ts';
import type { Metrics } from './metrics.ts';
import { createParserErrors } from './parser-errors.ts';
import { assertKnownQuery, assertOnceEach, readQuery } from './query.ts';
import { platformRefusals, type Refusals } from './refusal.ts';
import { type Arrival, assertDeclared, type Call, jsonBytesMaxOf, type Route } from './route.ts';
import { assertServable, pathFault } from './servable.ts';
import { cutSlowReaders } from './slow-reader-timeout.ts';
import { type AcceptConnection, type SocketUpgrader, wantsSocket } from './websocket/socket.ts';

export interface AppOptions<Caller> extends KeyWatchOptions<Caller> {
  readonly routes: readonly Route<Caller>[];
  /** Authenticates the caller, or throws the refusal; called for every route that needs a credential. */
  readonly authenticate: (
    authorization: string | undefined,
    call: {
      readonly route: Route<Caller>;
      readonly request: IncomingMessage;
      readonly params: { readonly [name: string]: string };
    },
  ) => Promise<Caller>;
  /** Throws when the caller's scopes do not cover the service of the path. */
  readonly authorise: (caller: Caller, service: Service, access: 'read' | 'write') => void;
  /** The caller as named in the log. */
  readonly ownerOf: (caller: Caller) => string;
  /** Whether endpoints that need a credential refuse query fields that they do not know. */
  readonly refusesUnknownQuery?: boolean;
  readonly headers: Headers;
  readonly cors: Cors<Caller>;
  /** The error format of the service; by default the platform's. */
  readonly refusals?: Refusals;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly makeRequestId: () => string;
  readonly isDraining: () => boolean;
  /** Upgrades WebSocket routes. */
  readonly sockets?: SocketUpgrader;
  /** Idle timeout of a connection; shorter in tests. */
  readonly idleTimeoutMs?: number;
  /** Connection and memory limits shared with the other services of the process; by default its own. */
  readonly guards?: ProcessBudgets | undefined;
}

/** As in nginx: the client closed the request before the answer was complete. */
const clientLeftStatus = 499;
/** One metrics label for all unknown paths, whose number is unbounded. */
const unknownRoute = '(unknown)';

/** One service on one port: every request passes the same steps in the same order. */
export function createApp<Caller>(options: AppOptions<Caller>): Server {
  const {
    headers,
    cors,
    log,
    refusals = platformRefusals,
    guards = createProcessBudgets(),
  } = options;
  const { connections, bodies } = guards;
  const rawRefusals = createParserErrors(headers, options.makeRequestId, refusals);
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: limits.urlCharactersMax,
    defaultRoute: (request, response) => void serveUnknown(request, response),
    onBadUrl: (_path, request, response) => refuseUnknown(response, pathFault(request)),
  });
  const server = createServer({
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
    // Node checks for slow headers at this interval; its default of 30 s would defeat our shorter timeout.
    connectionsCheckingInterval: 1_000,
    requireHostHeader: false,
    // Other upgrade requests are answered as plain HTTP.
    shouldUpgradeCallback: (request) => wantsSocket(request) && socketRoute(request) !== undefined,
  });
  const { idleTimeoutMs = limits.idleTimeoutMs } = options;
  connections.guard(server, rawRefusals.farewells);
  server.setTimeout(idleTimeoutMs);
  cutSlowReaders(server, idleTimeoutMs);
  server.on('clientError', rawRefusals.onClientError);
  rawRefusals.watch(server);
  server.on('request', (request, response) => void router.lookup(request, response));
  server.on('upgrade', (request, socket: Socket, head) => {
    const matched = socketRoute(request);
    if (matched !== undefined) serveUpgrade(matched, request, socket, head);
  });
  // 100 Continue is sent in `serve`, after credential and size are checked; other expectations are refused.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitsContinue.add(request);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    awaitsContinue.add(request);
    refuseUnknown(response, new Problem('invalid', 'Only the expectation 100-continue is known.'));
  });

  const commonHeaders = (
    request: IncomingMessage,
    requestId: string,
    route?: Route<Caller>,
  ): Headers => ({
    ...headers,
    ...cors.headersFor(request, route),
    'x-request-id': requestId,
  });

  function refuse(
    response: ServerResponse,
    error: unknown,
    requestId = options.makeRequestId(),
    route?: Route<Caller>,
  ): void {
    // Whether a client that was refused its expectation still sends the body is unknowable.
    if (options.isDraining() || awaitsContinue.has(response.req))
      response.setHeader('connection', 'close');
    const common = commonHeaders(response.req, requestId, route);
    sendText(response, refusals.answer(error, requestId), common);
  }

  function refuseUnknown(response: ServerResponse, error: unknown): void {
    refuse(response, error);
    options.metrics.observe(`${response.req.method} ${unknownRoute}`, response.statusCode, 0);
  }

  async function serve(
    route: Route<Caller>,
    label: string,
    request: IncomingMessage,
    response: ServerResponse,
    params: Params,
    upgrade?: (accept: AcceptConnection) => void,
  ): Promise<void> {
    const startedMs = performance.now();
    const requestId = options.makeRequestId();
    let visit: Visit | undefined;
    let owner: string | undefined;
    let isSocket = false;
    let hasLeft = false;
    let keyWatch = noWatch;
    let endAnswerTime: (() => void) | undefined;
    try {
      visit = connections.begin(request, response);
      assertServable(request);
      if (options.isDraining())
        throw new Problem('draining', 'The server is stopping; try again shortly.');
      const caller =
        route.policy.credential === 'none'
          ? (undefined as Caller)
          : await options.authenticate(request.headers.authorization, {
              route,
              request,
              params,
            });
      if (caller !== undefined) {
        owner = options.ownerOf(caller);
        keyWatch = watchKey(options, route, caller, visit, response);
      }
      const { scope, access } = route.policy;
      if (scope !== 'any' && scope !== 'resource') options.authorise(caller, scope, access);
      const { signal } = visit;
      const arrival = arrivalOf(request, params, caller, requestId, signal);
      await route.limit?.(arrival);
      const { body, bodyBytesMax } = route.policy;
      if (body !== 'none' && carriesBody(request)) {
        const bytesMax = jsonBytesMaxOf(route, request) ?? bodyBytesMax;
        assertDeclaredLength(request, bytesMax);
        bodies.open(request, connections.addressOf(request), bytesMax);
      }
      const { answerMs } = route;
      if (answerMs !== undefined)
        endAnswerTime = allowAnswerTime(request, response, { answerMs, idleTimeoutMs });
      const call = await readCall(route, arrival, response, readFields(route, request));
      if (upgrade !== undefined && route.socket !== undefined) {
        upgrade(await route.socket(call));
        isSocket = true;
        return;
      }
      const answer = await route.handle(call);
      await keyWatch.assertValid();
      await send(response, answer, commonHeaders(request, requestId, route), signal);
    } catch (error) {
      // Whoever was interrupted may have failed in a way of its own; the reason says why.
      const cause = visit?.signal.aborted === true ? visit.signal.reason : error;
      hasLeft = isClientLeft(cause) || isClientLeft(error);
      if (hasLeft) response.destroy();
      else refuseOrCut(response, cause, requestId, route);
    } finally {
      keyWatch.stop();
      endAnswerTime?.();
      intakeOf(request).close();
      visit?.end(isSocket);
      const status = hasLeft ? clientLeftStatus : response.statusCode;
      const tookMs = performance.now() - startedMs;
      options.metrics.observe(label, status, tookMs / 1000);
      if (log.wants('debug'))
        log.debug('request', { requestId, route: label, owner, status, ms: Math.round(tookMs) });
    }
  }

  // Without a credential people follow links and send forms, to which others append what they like.
  function readFields(route: Route<Caller>, request: IncomingMessage): QueryFields {
    const fields = readQuery(request.url ?? '');
    if (route.isQueryStrict) assertOnceEach(request.url ?? '');
    if (
      route.isQueryStrict ||
      (options.refusesUnknownQuery === true && route.policy.credential !== 'none')
    )
      assertKnownQuery(route.query, fields, request.url ?? '');
    return fields;
  }

  /** The route of a WebSocket request. */
  function socketRoute(request: IncomingMessage): Found<Caller> | undefined {
    if (options.sockets === undefined) return undefined;
    const found = router.find('GET', request.url ?? '');
    const named = found?.store as Pick<Found<Caller>, 'route' | 'label'> | null | undefined;
    return named?.route.socket === undefined
      ? undefined
      : { ...named, params: (found?.params ?? {}) as Params };
  }

  // After an upgrade Node no longer owns the connection: a refusal must be written and the socket closed here.
  function serveUpgrade(
    { route, label, params }: Found<Caller>,
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
  ): void {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    void serve(route, label, request, response, params, (accept) => {
      response.detachSocket(socket);
      try {
        options.sockets?.open(request, socket, head, accept);
        response.statusCode = 101;
      } catch (error) {
        response.assignSocket(socket);
        throw error;
      }
    });
  }

  function refuseOrCut(
    response: ServerResponse,
    error: unknown,
    requestId: string,
    route: Route<Caller>,
  ): void {
    const problem = asProblem(error);
    // A refusal without a cause is an expected one.
    const isOurs = refusals.statusOf(problem) === 503 && problem.cause !== undefined;
    if (isOurs) log.error(problem.message, { requestId, cause: problem.cause });
    // A partly sent answer cannot be replaced; closing the connection shows the client that it is incomplete.
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) refuse(response, problem, requestId, route);
  }

  /** Unknown paths, and CORS preflights: those of known paths are answered for their routes. */
  async function serveUnknown(
    request: IncomingMessage,
    response: ServerResponse,
    routes: readonly Route<Caller>[] = [],
    params: { readonly [name: string]: string } = {},
  ): Promise<void> {
    try {
      assertServable(request);
      const preflight =
        request.method === 'OPTIONS' ? await cors.preflight(request, routes, params) : undefined;
      if (preflight === undefined) throw absent('path');
      sendText(response, preflight, commonHeaders(request, options.makeRequestId()));
      options.metrics.observe(`OPTIONS ${routes[0]?.path ?? unknownRoute}`, preflight.status, 0);
    } catch (error) {
      refuseUnknown(response, error);
    }
  }

  for (const route of options.routes) {
    assertDeclared(route as Route<never>);
    const label = `${route.method} ${route.path}`;
    const methods: HTTPMethod[] = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
    const answer = (request: IncomingMessage, response: ServerResponse, params: object) =>
      void serve(route, label, request, response, params as Params);
    router.on(methods, route.path, answer, { route, label });
  }
  for (const [path, routes] of Map.groupBy(options.routes, (route) => route.path))
    if (routes.some(({ policy, hasOwnOrigins }) => policy.credential === 'site' || hasOwnOrigins))
      router.on('OPTIONS', path, (request, response, params) => {
        void serveUnknown(request, response, routes, params as Params);
      });
  cutLateBodies(server, bodies, log);
  countRefused(options.metrics, guards);
  return server;
}

type Params = { readonly [name: string]: string };
type QueryFields = { readonly [name: string]: string };

interface Found<Caller> {
  readonly route: Route<Caller>;
  readonly label: string;
  readonly params: Params;
}

const awaitsContinue = new WeakSet<IncomingMessage>();

function arrivalOf<Caller>(
  raw: IncomingMessage,
  params: Params,
  caller: Caller,
  requestId: string,
  signal: AbortSignal,
): Arrival<Caller> {
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

async function readCall<Caller>(
  route: Route<Caller>,
  arrival: Arrival<Caller>,
  response: ServerResponse,
  fields: QueryFields,
): Promise<Call<Caller>> {
  const { policy } = route;
  const { raw } = arrival;
  const query = route.query === undefined ? {} : parseWith(route.query, fields);
  if (awaitsContinue.delete(raw)) response.writeContinue();
  if (route.isReadByField)
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
  throw new Problem('invalid', result.error.issues[0]?.message ?? 'The request is not valid.');
}

async function send(
  response: ServerResponse,
  answer: Answer,
  common: Headers,
  signal: AbortSignal,
): Promise<void> {
  if ('stream' in answer) await sendStream(response, answer, common, signal);
  else sendText(response, answer, common);
}
