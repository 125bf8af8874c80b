import type { Server } from 'node:http';
import { ampleRoom, type DiskRoom } from '../../kernel/disk/disk-room.ts';
import { type BodyBudget, createBodyBudget } from '../body/body-budget.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { type ConnectionLimits, createConnections } from './connections.ts';

/** Limits shared by all services of a process, since memory, descriptors and disk belong to the process. */
export type ProcessBudgets = ReturnType<typeof createProcessBudgets>;

export function createProcessBudgets(
  size?: ConnectionLimits,
  disk: Pick<DiskRoom, 'hold'> = ampleRoom,
) {
  return { connections: createConnections(size), bodies: createBodyBudget(), disk };
}

/** Exposes the limits in the metrics. */
export function countRefused(metrics: Metrics, { connections, bodies }: ProcessBudgets): void {
  metrics.gauge('baraza_http_connections', 'Connections open in this process.', connections.open);
  metrics.gauge(
    'baraza_http_body_bytes',
    'Memory of bodies that are still arriving.',
    bodies.takenBytes,
  );
  metrics.counter(
    'baraza_http_connections_full_total',
    'Connections over a limit: refused, or an idle one displaced for them.',
    'outcome',
    connections.counts,
  );
  metrics.counter(
    'baraza_http_bodies_refused_total',
    'Bodies refused while they arrived, by the limit of memory or of time.',
    'reason',
    bodies.counts,
  );
}

const checkMs = 1_000;

/** Enforces body deadlines. */
export function cutLateBodies(server: Server, bodies: BodyBudget): void {
  const timer = setInterval(bodies.cutLate, checkMs).unref();
  server.once('close', () => clearInterval(timer));
}
