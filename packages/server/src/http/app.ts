import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@baraza/contract';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { Log } from '../kernel/log.ts';
import { createLogLimit } from '../kernel/log-limit.ts';
import { absent, asProblem, Problem } from '../kernel/problem.ts';
import { type Answer, type Headers, sendStream, sendText } from './answer.ts';
import { intakeOf } from './body/body-budget.ts';
import { arrivalOf, readCall } from './body/call.ts';
import { assertDeclaredLength, carriesBody } from './body/json-body.ts';
import { allowAnswerTime } from './connections/answer-time.ts';
import { isClientLeft } from './connections/client-left.ts';
import type { Visit } from './connections/connections.ts';
import { endBehindAnswer } from './connections/drained.ts';
import { noWatch, watchKey } from './connections/key-watch.ts';
import {
  countRefused,
  createProcessBudgets,
  cutLateBodies,
  type ProcessBudgets,
} from './connections/process-budgets.ts';
import type { Metrics } from './metrics/metrics.ts';
import { createParserErrors } from './parser-errors.ts';
import { assertKnownQuery, assertOnceEach, readQuery } from './query.ts';
import { platformRefusals } from './refusal.ts';
import { assertDeclared, jsonBytesMaxOf, type Route } from './route.ts';
import { isBelow, type RouteGroup } from './route-group.ts';
import { assertServable, pathFault } from './servable.ts';
import { cutSlowReaders } from './slow-reader-timeout.ts';
import { type AcceptConnection, type SocketUpgrader, wantsSocket } from './websocket/socket.ts';

export interface AppOptions<Caller> extends RouteGroup<Caller> {
  /** Parts of the service with callers and answers of their own. */
  readonly routeGroups?: readonly RouteGroup<Caller>[] | undefined;
  /** Whether endpoints that need a credential refuse query fields that they do not know. */
  readonly refusesUnknownQuery?: boolean;
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
  const { headers, log, refusals = platformRefusals, guards = createProcessBudgets() } = options;
  const limitLog = createLogLimit();
  const routeGroups = options.routeGroups ?? [];
  const groupAt = (url = ''): RouteGroup<Caller> => routeGroups.find(isBelow(url)) ?? options;
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
    group: RouteGroup<Caller>,
    route?: Route<Caller>,
  ): Headers => ({
    ...group.headers,
    ...group.cors.headersFor(request, route),
    'x-request-id': requestId,
  });

  function refuse(
    response: ServerResponse,
    error: unknown,
    group: RouteGroup<Caller>,
    requestId = options.makeRequestId(),
    route?: Route<Caller>,
  ): void {
    // Whether a client that was refused its expectation still sends the body is unknowable.
    if (options.isDraining() || awaitsContinue.has(response.req))
      response.setHeader('connection', 'close');
    const own = group.refusals ?? refusals;
    options.metrics.refuse(own.codeOf(error));
    const common = commonHeaders(response.req, requestId, group, route);
    sendText(response, own.answer(error, requestId), common);
  }

  function refuseUnknown(response: ServerResponse, error: unknown): void {
    refuse(response, error, groupAt(response.req.url));
    options.metrics.observe(`${response.req.method} ${unknownRoute}`, response.statusCode, 0);
  }

  async function serve(
    { group, route, label, params }: Found<Caller>,
    request: IncomingMessage,
    response: ServerResponse,
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
      group.admit?.(request);
      if (options.isDraining())
        throw new Problem('draining', 'The server is stopping; try again shortly.');
      const caller =
        route.policy.credential === 'none'
          ? (undefined as Caller)
          : await group.authenticate(request.headers.authorization, {
              route,
              request,
              params,
            });
      if (caller !== undefined) {
        owner = group.ownerOf(caller);
        keyWatch = watchKey(group, route, caller, visit, response);
      }
      const { scope, access } = route.policy;
      if (scope !== 'any' && scope !== 'resource') group.authorise(caller, scope, access);
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
      const call = await readCall(route, arrival, readFields(route, request), () => {
        if (awaitsContinue.delete(request)) response.writeContinue();
      });
      if (body !== 'none') await keyWatch.assertStillValid();
      if (upgrade !== undefined && route.socket !== undefined) {
        upgrade(await route.socket(call));
        isSocket = true;
        return;
      }
      const answer = await route.handle(call);
      await keyWatch.assertValid();
      await send(response, answer, commonHeaders(request, requestId, group, route), signal);
    } catch (error) {
      // Whoever was interrupted may have failed in a way of its own; the reason says why.
      const cause = visit?.signal.aborted === true ? visit.signal.reason : error;
      hasLeft = isClientLeft(cause) || isClientLeft(error);
      if (hasLeft) response.destroy();
      else refuseOrCut(response, cause, group, requestId, route);
    } finally {
      keyWatch.stop();
      endAnswerTime?.();
      intakeOf(request).close();
      visit?.end(isSocket);
      if (!isSocket && options.isDraining()) endBehindAnswer(request, response);
      const status = hasLeft ? clientLeftStatus : response.statusCode;
      const tookMs = performance.now() - startedMs;
      options.metrics.observe(label, status, tookMs / 1000);
      if (log.wants('debug'))
        log.debug('request', { requestId, route: label, owner, status, ms: Math.round(tookMs) });
    }
  }

  // Without a credential people follow links and send forms, to which others append what they like.
  function readFields(route: Route<Caller>, request: IncomingMessage): Params {
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
    const named = found?.store as Omit<Found<Caller>, 'params'> | null | undefined;
    return named?.route.socket === undefined
      ? undefined
      : { ...named, params: (found?.params ?? {}) as Params };
  }

  // After an upgrade Node no longer owns the connection: a refusal must be written and the socket closed here.
  function serveUpgrade(
    found: Found<Caller>,
    request: IncomingMessage,
    socket: Socket,
    head: Buffer,
  ): void {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => socket.destroySoon());
    void serve(found, request, response, (accept) => {
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
    group: RouteGroup<Caller>,
    requestId: string,
    route: Route<Caller>,
  ): void {
    const problem = asProblem(error);
    // A refusal without a cause is an expected one.
    const isOurs =
      (group.refusals ?? refusals).statusOf(problem) === 503 && problem.cause !== undefined;
    const leftOut = isOurs ? limitLog(problem.message) : undefined;
    if (leftOut !== undefined)
      log.error(problem.message, {
        requestId,
        cause: problem.cause,
        ...(leftOut > 0 ? { leftOut } : {}),
      });
    // A partly sent answer cannot be replaced; closing the connection shows the client that it is incomplete.
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) refuse(response, problem, group, requestId, route);
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
      const group = groupAt(request.url);
      group.admit?.(request);
      const preflight =
        request.method === 'OPTIONS'
          ? await group.cors.preflight(request, routes, params)
          : undefined;
      if (preflight === undefined) throw absent('path');
      sendText(response, preflight, commonHeaders(request, options.makeRequestId(), group));
      options.metrics.observe(`OPTIONS ${routes[0]?.path ?? unknownRoute}`, preflight.status, 0);
    } catch (error) {
      refuseUnknown(response, error);
    }
  }

  for (const group of [options, ...routeGroups])
    for (const route of group.routes) {
      assertDeclared(route as Route<never>);
      const named = { group, route, label: `${route.method} ${route.path}` };
      const methods: HTTPMethod[] = route.method === 'GET' ? ['GET', 'HEAD'] : [route.method];
      const answer = (request: IncomingMessage, response: ServerResponse, params: object) =>
        void serve({ ...named, params: params as Params }, request, response);
      router.on(methods, route.path, answer, named);
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

interface Found<Caller> {
  readonly group: RouteGroup<Caller>;
  readonly route: Route<Caller>;
  readonly label: string;
  readonly params: Params;
}

const awaitsContinue = new WeakSet<IncomingMessage>();

async function send(
  response: ServerResponse,
  answer: Answer,
  common: Headers,
  signal: AbortSignal,
): Promise<void> {
  if ('stream' in answer) await sendStream(response, answer, common, signal);
  else sendText(response, answer, common);
}
