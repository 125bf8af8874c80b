import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { limits } from '@baraza/contract';
import type findMyWay from 'find-my-way';
import type { HTTPMethod } from 'find-my-way';
import { containFaults, endFaulty } from '../kernel/connections/connection-faults.ts';
import { absent, invalid } from '../kernel/problem.ts';
import { http } from '../kernel/remote/node-http.ts';
import { sendText } from './answer.ts';
import { carriesBody } from './body/read-body.ts';
import { latestAnswer } from './connections/connections.ts';
import { createParserErrors, endReadably } from './connections/parser-errors.ts';
import {
  countRefused,
  createProcessBudgets,
  cutLateBodies,
  type ProcessBudgets,
} from './connections/process-budgets.ts';
import { limitSmallPieces } from './connections/small-pieces.ts';
import { assertDeclared, type Params, type Route } from './route.ts';
import { isBelow, type RouteGroup } from './route-group.ts';
import { assertServable, pathFault } from './servable.ts';
import { createRequestHandler, type MatchedRoute, type RequestOptions } from './serve-request.ts';
import { createUnknownPath, type KnownPaths } from './unknown-path.ts';
import { type AcceptConnection, type SocketUpgrader, wantsSocket } from './websocket/socket.ts';

export interface AppOptions<Caller> extends RouteGroup<Caller>, RequestOptions {
  /** Parts of the service with their own callers and error format. */
  readonly routeGroups?: readonly RouteGroup<Caller>[] | undefined;
  /** What a 404 may say about other paths. */
  readonly knownPaths?: KnownPaths;
  /** Loads what upgrades WebSocket routes; called once, with the first of them. */
  readonly loadSockets?: () => Promise<SocketUpgrader>;
  /** Idle timeout of a connection; shorter in tests. */
  readonly idleTimeoutMs?: number;
  /** Connection and memory limits shared with the other services of the process; by default its own. */
  readonly guards?: ProcessBudgets | undefined;
}

/** One metrics label for all unknown paths, whose number is unbounded. */
const unknownRoute = '(unknown)';

const routerDelayMs = 3_000;
const refusedUpgradeMs = 1_000;

const methods: readonly Route<never>['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** One service on one port: its HTTP server and its router. `serve-request.ts` has the steps of a request. */
export function createApp<Caller>(options: AppOptions<Caller>): Server {
  const { metrics, loadSockets, routeGroups = [] } = options;
  const guards = options.guards ?? createProcessBudgets();
  const requests = createRequestHandler<Caller>(options, guards);
  const parserErrors = createParserErrors(options);
  const all = [options, ...routeGroups].flatMap((group) =>
    group.routes.map((route) => ({ group, route, label: `${route.method} ${route.path}` })),
  );
  for (const { route } of all) assertDeclared(route as Route<never>);
  // Paths without parameters, which need no router: a health check, often the first request, does not wait for one.
  const fixed = new Map(
    all
      .filter(({ route: { method, path } }) => method === 'GET' && !/[:*]/.test(path))
      .map((matched) => [matched.route.path, matched]),
  );
  // Made after the start, or with the first request that needs it: it compiles a function for each piece of a path.
  let made: ReturnType<typeof createRouter> | undefined;
  const getRouter = () => {
    made ??= createRouter();
    return made;
  };

  function createRouter() {
    const create = createRequire(import.meta.url)('find-my-way') as typeof findMyWay;
    const router = create({
      ignoreTrailingSlash: true,
      maxParamLength: limits.urlCharactersMax,
      defaultRoute: (request, response) => serveUnknown(request, response),
      onBadUrl: (_path, request, response) => refuseUnknown(response, pathFault(request)),
    });
    for (const matched of all) {
      const { method, path } = matched.route;
      const methods: HTTPMethod[] = method === 'GET' ? ['GET', 'HEAD'] : [method];
      const answer = (request: IncomingMessage, response: ServerResponse, params: object) =>
        requests.serve({ ...matched, params: params as Params }, request, response);
      router.on(methods, path, answer, matched);
    }
    for (const group of [options, ...routeGroups])
      for (const [path, routes] of Map.groupBy(group.routes, (route) => route.path))
        if (
          routes.some(
            ({ policy, hasOwnOrigins }) =>
              policy.credential === 'site' || policy.credential === 'key' || hasOwnOrigins,
          )
        )
          router.on('OPTIONS', path, (request, response, params) => {
            serveUnknown(request, response, group, routes, params as Params);
          });
    return router;
  }

  function refuseUnknown(response: ServerResponse, error: unknown): void {
    requests.refuse({ group: groupAt(response.req.url), response }, error);
    metrics.observe(`${response.req.method} ${unknownRoute}`, response.statusCode, 0);
  }

  function groupAt(url = ''): RouteGroup<Caller> {
    return routeGroups.find(isBelow(url)) ?? options;
  }

  let describeUnknown: ReturnType<typeof createUnknownPath> | undefined;

  /** What a group serves is not told to those who have not passed it. */
  function unknown(group: RouteGroup<Caller>, request: IncomingMessage) {
    if (group !== options) return absent('path');
    const answered = methods.filter((method) => {
      const found = getRouter().find(method, request.url ?? '');
      return (found?.store as MatchedRoute<Caller> | null | undefined)?.group === options;
    });
    describeUnknown ??= createUnknownPath(
      [...new Set(options.routes.map(({ path }) => path))],
      options.knownPaths,
    );
    return describeUnknown(request, answered);
  }

  /** Answers unknown paths, and CORS preflights of known ones. */
  function serveUnknown(...given: Parameters<typeof answerUnknown>): void {
    const [{ socket }] = given;
    answerUnknown(...given).catch((cause: unknown) => endFaulty(socket, cause, options.log));
  }

  async function answerUnknown(
    request: IncomingMessage,
    response: ServerResponse,
    group = groupAt(request.url),
    routes: readonly Route<Caller>[] = [],
    params: Params = {},
  ): Promise<void> {
    try {
      assertServable(request);
      group.admit?.(request);
      if (request.method !== 'OPTIONS') throw unknown(group, request);
      const preflight = await group.cors.preflight(request, routes, params);
      if (preflight === undefined) throw unknown(group, request);
      sendText(response, preflight, requests.headersFor({ group, response }));
      metrics.observe(`OPTIONS ${routes[0]?.path ?? unknownRoute}`, preflight.status, 0);
    } catch (error) {
      refuseUnknown(response, error);
    }
  }

  function socketRoute(request: IncomingMessage): MatchedRoute<Caller> | undefined {
    if (loadSockets === undefined) return undefined;
    const found = getRouter().find('GET', request.url ?? '');
    const matched = found?.store as Omit<MatchedRoute<Caller>, 'params'> | null | undefined;
    return matched?.route.socket === undefined
      ? undefined
      : { ...matched, params: (found?.params ?? {}) as Params };
  }

  // Node hands over a connection while the body, or the answer to the request before, is still on it. The socket that
  // it then gives is not that of the connection, or is in use; such requests are answered as plain HTTP.
  const mayUpgrade = (request: IncomingMessage): boolean =>
    wantsSocket(request) &&
    !carriesBody(request) &&
    latestAnswer(request.socket)?.closed !== false &&
    socketRoute(request) !== undefined;

  let upgrader: Promise<SocketUpgrader> | undefined;

  // After an upgrade Node no longer owns the connection: a refusal must be written and the socket closed here.
  function serveUpgrade(request: IncomingMessage, head: Buffer): void {
    const { socket } = request;
    socket.on('error', () => socket.destroy());
    const response = new http.ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket);
    response.once('finish', () => endReadably(socket, '', refusedUpgradeMs));
    const matched = socketRoute(request);
    // Node 24.8 and older upgrade whatever asks for it.
    if (loadSockets === undefined || matched === undefined || !mayUpgrade(request)) {
      server.emit('request', request, response);
      return;
    }
    const upgrade = async () => {
      upgrader ??= loadSockets();
      const open = await upgrader;
      return (accept: AcceptConnection) => {
        response.detachSocket(socket);
        try {
          open(request, socket, head, accept, (cause) =>
            options.log.error('a fault ended a live connection', { cause }),
          );
          response.statusCode = 101;
        } catch (error) {
          response.assignSocket(socket);
          throw error;
        }
      };
    };
    guards.connections.inTurn(request, response, () =>
      requests.serve(matched, request, response, upgrade),
    );
  }

  function refuseUpgradeWithBody(request: IncomingMessage, response: ServerResponse): void {
    response.shouldKeepAlive = false;
    refuseUnknown(
      response,
      invalid('An upgrade has no body: send it without Content-Length and Transfer-Encoding.'),
    );
    // The client is to see the end at once; what it still sends is thrown away. Behind an unfinished answer the refusal
    // waits, and Node closes after it.
    if (response.socket === null) return;
    response.socket.end();
    request.once('end', () => request.socket.destroySoon());
  }

  const server = http.createServer({
    maxHeaderSize: limits.headerBytesMax,
    headersTimeout: limits.headersTimeoutMs,
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
    // Node checks for slow headers at this interval; its default of 30 s would defeat our shorter timeout.
    connectionsCheckingInterval: 1_000,
    requireHostHeader: false,
    shouldUpgradeCallback: mayUpgrade,
    IncomingMessage: limitSmallPieces(parserErrors.refusePieces),
  });
  containFaults(server, options.log);
  guards.connections.guard(server, parserErrors, options.idleTimeoutMs);
  parserErrors.watch(server);
  server.once('listening', () => {
    const timer = setTimeout(getRouter, routerDelayMs).unref();
    server.once('close', () => clearTimeout(timer));
  });
  const answerNow = (request: IncomingMessage, response: ServerResponse): void => {
    if (wantsSocket(request) && carriesBody(request)) {
      refuseUpgradeWithBody(request, response);
      return;
    }
    const matched = request.method === 'GET' ? fixed.get(request.url ?? '') : undefined;
    if (matched === undefined) getRouter().lookup(request, response);
    else requests.serve({ ...matched, params: {} }, request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    guards.connections.inTurn(request, response, () => answerNow(request, response)),
  );
  server.on('upgrade', (request, _stream, head) => serveUpgrade(request, head));
  // 100 Continue is sent after credential and size are checked; other expectations are refused.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    requests.awaitsContinue.add(request);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    requests.awaitsContinue.add(request);
    const refusal = invalid('Only the expectation 100-continue is supported.');
    guards.connections.inTurn(request, response, () => refuseUnknown(response, refusal));
  });
  cutLateBodies(server, guards.bodies);
  countRefused(metrics, guards);
  return server;
}
