/** What became of the model's words, counted for whoever runs the server: no text, no site, no model. */
import { hourMs } from '@baraza/contract';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';

interface WritingTally {
  readonly count: (fate: WritingResult) => void;
  readonly counts: () => WritingCounts;
}

/**
 * `written`: all sentences passed. `mended`: some did, and the rest was told in approved ones.
 * `built_in`: nothing that came passed. `failed`: nothing came, or not in time.
 */
export type WritingResult = 'written' | 'mended' | 'built_in' | 'failed';
export type WritingCounts = { readonly [fate in WritingResult]: number };

export const noneWritten: WritingCounts = { written: 0, mended: 0, built_in: 0, failed: 0 };

export function createWritingTally(log: Log, clock: Clock): WritingTally {
  const counts = { ...noneWritten };
  const consecutiveFailures = { built_in: 0, failed: 0 };
  let quietUntilMs = Number.NEGATIVE_INFINITY;
  return {
    counts: () => counts,
    count: (fate) => {
      counts[fate] += 1;
      if (fate === 'written' || fate === 'mended') {
        consecutiveFailures.built_in = 0;
        consecutiveFailures.failed = 0;
        return;
      }
      consecutiveFailures[fate] += 1;
      const nowMs = clock();
      if (
        consecutiveFailures.built_in + consecutiveFailures.failed < consecutiveFailuresMax ||
        nowMs < quietUntilMs
      )
        return;
      quietUntilMs = nowMs + quietMs;
      log.warn(
        'nothing that the model of BARAZA_MODEL wrote was told lately; see docs/operating/models.md',
        { rejected: consecutiveFailures.built_in, failed: consecutiveFailures.failed },
      );
    },
  };
}

const consecutiveFailuresMax = 20;
const quietMs = hourMs;
