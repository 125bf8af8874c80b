import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits, type Service } from '@baraza/contract';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { absent, Problem } from '../kernel/problem.ts';
import { type Answer, type Headers, sendStream, sendText } from './answer.ts';
import { assertDeclaredLength, readJson } from './body.ts';
import type { Cors } from './cors.ts';
import { refuseRawFaults } from './raw-refusals.ts';
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
  readonly makeRequestId: () => string;
  readonly isDraining: () => boolean;
}

/** One service on one port: every route through the same door, in the same order. */
export function createApp<Caller>(options: AppOptions<Caller>): FastifyInstance {
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
      requireHostHeader: false,
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.urlCharactersMax },
    frameworkErrors: (_error, request, reply) =>
      refuse(request, reply, new Problem('invalid', 'The path is not well-formed.')),
  });
  const { headers, cors, log } = options;

  // Bodies stay unread until the credential and the declared size have passed.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  refuseRawFaults(app.server, headers, options.makeRequestId);
  // Granted in `serve`, after credential and size; an expectation of another kind is ours to refuse.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitsContinue.add(request);
    app.server.emit('request', request, response);
  });
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    sendText(
      response,
      refusalOf(
        new Problem('invalid', 'Only the expectation 100-continue is known.'),
        options.makeRequestId(),
      ),
      headers,
    );
  });

  const commonHeaders = (request: FastifyRequest, requestId: string): Headers => ({
    ...headers,
    ...cors.headersFor(request.headers.origin),
    'x-request-id': requestId,
  });

  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    reply.hijack();
    const requestId = options.makeRequestId();
    sendText(reply.raw, refusalOf(error, requestId), commonHeaders(request, requestId));
  }

  async function serve(
    route: Route<Caller>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    reply.hijack();
    const startedMs = performance.now();
    const requestId = options.makeRequestId();
    const common = commonHeaders(request, requestId);
    const response = reply.raw;
    let owner: string | undefined;
    try {
      assertServable(request);
      if (options.isDraining())
        throw new Problem('draining', 'The server is stopping; try again shortly.');
      const caller =
        route.policy.credential === 'none'
          ? (undefined as Caller)
          : await options.authenticate(request.headers.authorization);
      if (caller !== undefined) owner = options.ownerOf(caller);
      const { scope, access } = route.policy;
      if (scope !== 'any' && scope !== 'resource') options.authorise(caller, scope, access);
      const gone = new AbortController();
      response.once('close', () => {
        if (!response.writableFinished) gone.abort(new Error('the client left'));
      });
      const call = await readCall(route, request, response, caller, requestId, gone.signal);
      await send(response, await route.handle(call), common, gone.signal);
    } catch (error) {
      refuseOrCut(response, error, requestId, common);
    } finally {
      if (log.wants('debug'))
        log.debug('request', {
          requestId,
          route: `${route.method} ${route.path}`,
          owner,
          status: response.statusCode,
          ms: Math.round(performance.now() - startedMs),
        });
    }
  }

  function refuseOrCut(
    response: ServerResponse,
    error: unknown,
    requestId: string,
    common: Headers,
  ): void {
    const problem = asProblem(error);
    if (problem.code === 'unavailable' || problem.code === 'busy') {
      if (!response.destroyed) log.error(problem.message, { requestId, cause: problem.cause });
    }
    // Half an answer cannot be taken back; a cut connection tells the client that it is half.
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) {
      // Whether a client that was refused its expectation still sends the body is unknowable.
      if (options.isDraining() || awaitsContinue.has(response.req))
        response.setHeader('connection', 'close');
      sendText(response, refusalOf(problem, requestId), common);
    }
  }

  for (const route of options.routes) {
    assertDeclared(route as Route<never>);
    app.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: route.path,
      handler: (request, reply) => serve(route, request, reply),
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const preflight =
      request.method === 'OPTIONS' ? cors.preflight(request.headers.origin) : undefined;
    if (preflight !== undefined) {
      reply.hijack();
      sendText(reply.raw, preflight, commonHeaders(request, options.makeRequestId()));
      return;
    }
    try {
      assertServable(request);
      refuse(request, reply, absent('path'));
    } catch (error) {
      refuse(request, reply, error);
    }
  });
  app.setErrorHandler((error, request, reply) => refuse(request, reply, error));
  return app;
}

const awaitsContinue = new WeakSet<IncomingMessage>();

function assertServable(request: FastifyRequest): void {
  if (request.raw.headers.host === undefined && request.raw.httpVersion === '1.1')
    throw new Problem('invalid', 'An HTTP/1.1 request must have a Host header.');
  if ((request.raw.url ?? '').length > limits.urlCharactersMax)
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
  const query = route.query === undefined ? {} : parsed(route.query, queryOf(raw));
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

// A field given twice is taken the first time; `toString` and its kin are only names here.
function queryOf(raw: IncomingMessage): { readonly [name: string]: string } {
  const url = raw.url ?? '';
  const at = url.indexOf('?');
  if (at === -1) return {};
  const text = url.slice(at + 1);
  assertDecodable(text);
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) fields[name] ??= value;
  return fields;
}

// URLSearchParams puts a replacement character for bytes that are no UTF-8: another key than was sent.
function assertDecodable(text: string): void {
  if (!text.includes('%')) return;
  try {
    decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch (cause) {
    throw new Problem('invalid', 'The query must be percent-encoded UTF-8.', { cause });
  }
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
