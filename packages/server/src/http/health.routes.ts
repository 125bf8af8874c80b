import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { absent } from '../kernel/problem.ts';
import type { Answer } from './answer.ts';
import type { Metrics } from './metrics/metrics.ts';
import { isOwnName } from './own-name.ts';
import { openToAll, type Route } from './route.ts';

interface Health {
  /** Rejects with a Problem that has the reason while requests cannot be served. */
  readonly assertReady: () => Promise<void>;
  readonly metrics: Metrics;
  /** Whether everybody may read the metrics, and not only this machine. */
  readonly metricsOpen: boolean;
  /** The addresses under which this service is known. */
  readonly ownUrls: () => readonly string[];
}

const alive = z.object({ status: z.literal('ok') });

/** Health, readiness and metrics endpoints for monitoring: no key needed, not part of the API. */
export function healthRoutes<Caller>(health: Health): readonly Route<Caller>[] {
  const ok = { status: 200, body: '{"status":"ok"}' };
  const routeOf = (
    path: string,
    summary: string,
    answer: Route<Caller>['answers'][number],
    handle: (request: IncomingMessage) => Promise<Answer>,
  ): Route<Caller> => ({
    method: 'GET',
    path,
    summary,
    policy: openToAll,
    answers: { 200: answer },
    handle: async ({ raw }) => {
      // Protects against DNS rebinding: a page whose name points at this machine could read these.
      if (!health.metricsOpen && !isOwnName(raw, health.ownUrls())) throw absent('path');
      return handle(raw);
    },
  });
  return [
    routeOf('/healthz', 'Whether the process is alive', alive, async () => ok),
    routeOf('/readyz', 'Whether requests can be served', alive, async () => {
      await health.assertReady();
      return ok;
    }),
    routeOf('/metrics', 'Counters in the form of Prometheus', 'bytes', async (request) => {
      if (!health.metricsOpen && !isLocal(request)) throw absent('path');
      const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };
      return { status: 200, headers, body: await health.metrics.write() };
    }),
  ];
}

// A local proxy forwards public requests from a local address, which the forwarding headers reveal.
function isLocal(request: IncomingMessage): boolean {
  if (request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined)
    return false;
  return /^(?:127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
}
