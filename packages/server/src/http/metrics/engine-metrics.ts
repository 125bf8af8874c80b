import type { DurationCounts } from '../../kernel/measures/durations.ts';
import type { Metrics } from './metrics.ts';

/** Both services report the engine, which they share. */
export function measureEngine(
  metrics: Metrics,
  measures: {
    readonly results: () => { readonly [result: string]: number };
    readonly waitingCount: () => number;
    readonly waits: () => DurationCounts;
  },
): void {
  metrics.counter(
    'baraza_engine_questions_total',
    'Questions that needed reading: read, answered from the cache of readings, refused as busy, failed.',
    'result',
    measures.results,
  );
  metrics.gauge(
    'baraza_engine_waiting',
    'Questions that wait for an engine.',
    measures.waitingCount,
  );
  metrics.histogram(
    'baraza_engine_wait_seconds',
    'How long questions waited for an engine.',
    measures.waits,
  );
}
