import type { DurationCounts } from '../../kernel/measures/durations.ts';
import type { Metrics } from './metrics.ts';

/** What both services tell of the reader, which each asks on its own account. */
export function measureReadings(
  metrics: Metrics,
  measures: {
    readonly durations: () => DurationCounts;
    readonly counts: () => { readonly [outcome: string]: number };
    readonly underWayCount: () => number;
  },
): void {
  metrics.histogram(
    'baraza_reader_seconds',
    'How long the reader took for the passages of a question, from waiting for its turn on.',
    measures.durations,
  );
  metrics.counter(
    'baraza_readings_total',
    'Questions whose passages were to be read; failed are also those not read in time.',
    'outcome',
    measures.counts,
  );
  metrics.gauge(
    'baraza_readings_open',
    'Questions whose passages wait for the reader or are being read.',
    measures.underWayCount,
  );
}
