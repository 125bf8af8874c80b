/** The steps of a request, the same for every route. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { endFaulty } from '../kernel/connections/connection-faults.ts';
import type { Log } from '../kernel/log.ts';
import { asProblem, Problem } from '../kernel/problem.ts';
import { type Headers, isClientLeft, sendStream, sendText, type TextAnswer } from './answer.ts';
import { intakeOf } from './body/body-budget.ts';
import { assertDeclaredLength } from './body/read-body.ts';
import { runCall } from './call.ts';
import type { Visit } from './connections/connections.ts';
import { callerOfNow, watchKey } from './connections/key-watch.ts';
import type { ProcessBudgets } from './connections/process-budgets.ts';
import type { Metrics } from './metrics/metrics.ts';
import { platformRefusals, type Refusals } from './refusal.ts';
import { jsonBytesMaxOf, type Params, type Route } from './route.ts';
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
    const requestId = options.makeRequestId();
    complete({ ...matched, request, response, requestId, upgrade }).catch((cause: unknown) =>
      endFaulty(request.socket, cause, log),
    );
  }

  async function complete(exchange: Exchange<Caller>): Promise<void> {
    const startedMs = performance.now();
    const { request, response, requestId, label } = exchange;
    let [hasLeft, isUpgraded] = [false, false];
    let visit: Visit | undefined;
    try {
      visit = connections.begin(request);
      isUpgraded = (await answer(exchange, visit)) === 'upgraded';
    } catch (thrown) {
      // After an abort, report the abort reason.
      const isOther = visit?.signal.aborted === true && !isClientLeft(thrown);
      const error = isOther ? visit?.signal.reason : thrown;
      hasLeft = isClientLeft(error);
      if (hasLeft) response.destroy();
      else refuseOrCut(exchange, error);
    }
    visit?.end(isUpgraded);
    intakeOf(request).close();
    if (isDraining() && !isUpgraded) closeAfterResponse(request, response);
    const status = hasLeft ? clientLeftStatus : response.statusCode;
    const tookMs = performance.now() - startedMs;
    options.metrics.observe(label, status, tookMs / 1000);
    if (!log.wants('debug')) return;
    const ms = Math.round(tookMs);
    log.debug('request', { requestId, route: label, owner: exchange.owner, status, ms });
  }

  async function answer(
    exchange: Exchange<Caller>,
    visit: Visit,
  ): Promise<'answered' | 'upgraded'> {
    const { group, route, request, response, params, requestId, upgrade } = exchange;
    assertServable(request);
    group.admit?.(request);
    if (isDraining()) throw new Problem('draining', 'The server is stopping; try again shortly.');
    let watch: ReturnType<typeof watchKey<Caller>>;
    const callOf = { params, requestId, raw: request, signal: visit.signal };
    try {
      return await runCall(options, group, route, callOf, {
        disk,
        began: (caller) => {
          if (caller !== undefined) exchange.owner = group.ownerOf(caller);
          watch = watchKey(group, route, caller, visit, response);
          if (route.answerMs !== undefined) visit.allowAnswerMs(route.answerMs);
        },
        callerNow: (caller) => callerOfNow(group, route, caller),
        openBody: () => {
          const bytesMax = jsonBytesMaxOf(route, request) ?? route.policy.bodyBytesMax;
          assertDeclaredLength(request, bytesMax);
          bodies.open(request, connections.addressOf(request), bytesMax);
        },
        sendContinue: () => {
          if (awaitsContinue.delete(request)) response.writeContinue();
        },
        answer: async (call) => {
          if (upgrade !== undefined && route.socket !== undefined) {
            const open = await upgrade();
            open(await route.socket(call));
            return 'upgraded';
          }
          const content = await route.handle(call);
          await watch?.assertMayAnswer();
          const headers = headersFor(exchange);
          if ('stream' in content) await sendStream(response, content, headers, visit.signal);
          else sendText(response, content, headers);
          return 'answered';
        },
      });
    } finally {
      watch?.stop();
    }
  }

  function headersFor(answering: Answering<Caller>): Headers {
    const { group, route, response, requestId = options.makeRequestId() } = answering;
    const cors = group.cors.headersFor(response.req, route);
    return { ...group.headers, ...cors, 'x-request-id': requestId };
  }

  function refusalsOf(group: RouteGroup<Caller>): Refusals {
    return group.refusals ?? options.refusals ?? platformRefusals;
  }

  function refuse(answering: Answering<Caller>, error: unknown): void {
    const { group, response, requestId = options.makeRequestId() } = answering;
    // A client that waits for 100 Continue and is refused may still send the body.
    if (isDraining() || awaitsContinue.has(response.req)) response.setHeader('connection', 'close');
    const refusals = refusalsOf(group);
    options.metrics.refuse(refusals.codeOf(error));
    const refusal = withWholeLocation(refusals.answer(error, requestId), response.req);
    sendText(response, refusal, headersFor({ ...answering, requestId }));
  }

  function refuseOrCut(exchange: Exchange<Caller>, error: unknown): void {
    const { group, response, requestId } = exchange;
    const problem = asProblem(error);
    // A refusal without a cause is an expected one.
    const isFault = refusalsOf(group).statusOf(problem) === 503 && problem.cause !== undefined;
    if (isFault) log.error(problem.message, { requestId, cause: problem.cause });
    // A partly sent answer cannot be replaced; closing the connection shows the client that it is incomplete.
    if (response.headersSent) response.destroy();
    else if (!response.destroyed) refuse(exchange, problem);
  }

  return { serve, refuse, headersFor, awaitsContinue };
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
