import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits, problemStatus, type Service } from '@baraza/contract';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { absent, Problem } from '../kernel/problem.ts';
import { type Answer, type Headers, sendStream, sendText } from './answer.ts';
import { assertDeclaredLength, readJson } from './body.ts';
import type { Cors } from './cors.ts';
import type { Metrics } from './metrics.ts';
import { readQuery } from './query.ts';
import { createRawRefusals } from './raw-refusals.ts';
import { asProblem, refusalOf } from './refusal.ts';
import { assertDeclared, type Call, type Route } from './route.ts';

export interface AppOptions<Caller> {
  readonly routes: readonly Route<Caller>[];
  readonly authenticate: (authorization: string | undefined) => Promise<Caller>;
  /** Throws the refusal when the path's own service is outside what the caller may do. */
  readonly authorise: (caller: Caller, service: Service, access: 'read' | 'write') => void;
  /** Who to name in the log. */
  readonly ownerOf: (caller: Caller) => string;
  readonly headers: Headers;
  readonly cors: Cors;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly makeRequestId: () => string;
  readonly isDraining: () => boolean;
}

/** One service on one port: every route through the same door, in the same order. */
export function createApp<Caller>(options: AppOptions<Caller>): FastifyInstance {
  const { headers, cors, log } = options;
  const rawRefusals = createRawRefusals(headers, options.makeRequestId);
  const app = Fastify({
    logger: false,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    connectionTimeout: limits.idleTimeoutMs,
    keepAliveTimeout: 65_000,
    requestTimeout: 0,
    http: {
      maxHeaderSize: limits.headerBytesMax,
      headersTimeout: limits.headersTimeoutMs,
      // Node looks for slow headers only so often; its own half minute would be our limit.
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    clientErrorHandler: rawRefusals.onClientError,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.urlCharactersMax },
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack();
      refuse(reply.raw, pathFault(reply.raw.req));
    },
  });
  rawRefusals.watch(app.server);
  // Granted in `serve`, after credential and size; an expectation of another kind is ours to refuse.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitsContinue.add(request);
    app.server.emit('request', request, response);
  });
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    awaitsContinue.add(request);
    refuse(response, new Problem('invalid', 'Only the expectation 100-continue is known.'));
  });

  const commonHeaders = (request: IncomingMessage, requestId: string): Headers => ({
    ...headers,
    ...cors.headersFor(request.headers.origin),
    'x-request-id': requestId,
  });

  function refuse(
    response: ServerResponse,
    error: unknown,
    requestId = options.makeRequestId(),
  ): void {
    // Whether a client that was refused its expectation still sends the body is unknowable.
    if (options.isDraining() || awaitsContinue.has(response.req))
      response.setHeader('connection', 'close');
    sendText(response, refusalOf(error, requestId), commonHeaders(response.req, requestId));
  }

  async function serve(
    route: Route<Caller>,
    label: string,
    request: FastifyRequest,
    response: ServerResponse,
  ): Promise<void> {
    const startedMs = performance.now();
    const requestId = options.makeRequestId();
    const gone = new AbortController();
    response.once('close', () => {
      if (!response.writableFinished) gone.abort(new Error('the client left'));
    });
    let owner: string | undefined;
    try {
      assertServable(request.raw);
      if (options.isDraining())
        throw new Problem('draining', 'The server is stopping; try again shortly.');
      const caller =
        route.policy.credential === 'none'
          ? (undefined as Caller)
          : await options.authenticate(request.headers.authorization);
      if (caller !== undefined) owner = options.ownerOf(caller);
      const { scope, access } = route.policy;
      if (scope !== 'any' && scope !== 'resource') options.authorise(caller, scope, access);
      const call = await readCall(route, request, response, caller, requestId, gone.signal);
      const answer = await route.handle(call);
      await send(response, answer, commonHeaders(request.raw, requestId), gone.signal);
    } catch (error) {
      refuseOrCut(response, error, requestId);
    } finally {
      const tookMs = performance.now() - startedMs;
      options.metrics.observe(label, response.statusCode, tookMs / 1000);
      if (log.wants('debug'))
        log.debug('request', {
          requestId,
          route: label,
          owner,
          status: response.statusCode,
          ms: Math.round(tookMs),
        });
    }
  }

  function refuseOrCut(response: ServerResponse, error: unknown, requestId: string): void {
    const problem = asProblem(error);
    // A refusal without a cause is one that a rule meant to give.
    if (problemStatus[problem.code] === 503 && problem.cause !== undefined && !response.destroyed)
      log.error(problem.message, { requestId, cause: problem.cause });
    // Half an answer cannot be taken back; a cut connection tells the client that it is half.
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) refuse(response, problem, requestId);
  }

  function serveUnknown(request: IncomingMessage, response: ServerResponse): void {
    const preflight =
      request.method === 'OPTIONS' ? cors.preflight(request.headers.origin) : undefined;
    if (preflight !== undefined) {
      sendText(response, preflight, commonHeaders(request, options.makeRequestId()));
      return;
    }
    try {
      assertServable(request);
      throw absent('path');
    } catch (error) {
      refuse(response, error);
    }
  }

  // Everything is served in the first hook: behind it Fastify judges content types, with answers
  // of its own and before any credential.
  for (const route of options.routes) {
    assertDeclared(route as Route<never>);
    const label = `${route.method} ${route.path}`;
    app.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: route.path,
      onRequest: (request, reply) => {
        reply.hijack();
        void serve(route, label, request, reply.raw);
      },
      handler: neverReached,
    });
  }
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) {
      done();
      return;
    }
    reply.hijack();
    serveUnknown(request.raw, reply.raw);
  });
  app.setNotFoundHandler(neverReached);
  return app;
}

function neverReached(): never {
  throw new Error('a request got past its first hook');
}

// The router gives up on parts of a path that are too long, and calls that a bad one too.
function pathFault(request: IncomingMessage): unknown {
  try {
    assertServable(request);
    return new Problem('invalid', 'The path is not well-formed.');
  } catch (error) {
    return error;
  }
}

const awaitsContinue = new WeakSet<IncomingMessage>();

function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts === 1;
}

function assertServable(request: IncomingMessage): void {
  if (request.httpVersion === '1.1' && !hasOneHost(request))
    throw new Problem('invalid', 'An HTTP/1.1 request must have one Host header.');
  if ((request.url ?? '').length > limits.urlCharactersMax)
    throw new Problem(
      'invalid',
      `The path may have at most ${limits.urlCharactersMax} characters.`,
    );
}

async function readCall<Caller>(
  route: Route<Caller>,
  request: FastifyRequest,
  response: ServerResponse,
  caller: Caller,
  requestId: string,
  signal: AbortSignal,
): Promise<Call<Caller>> {
  const { raw } = request;
  const { policy } = route;
  if (policy.body !== 'none') assertDeclaredLength(raw, policy.bodyBytesMax);
  const query = route.query === undefined ? {} : parsed(route.query, readQuery(raw.url ?? ''));
  if (awaitsContinue.delete(raw)) response.writeContinue();
  const body = policy.body === 'json' ? await readJson(raw, policy.bodyBytesMax) : undefined;
  return {
    caller,
    requestId,
    params: request.params as { readonly [name: string]: string },
    query,
    body:
      body === undefined || route.body === undefined ? undefined : parsed(route.body, body.value),
    bodyBytes: body?.bytes ?? new Uint8Array(),
    raw,
    signal,
    header: (name) => {
      const value = raw.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
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
