/** The results of `validate.ts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Figures {
  /** Questions that an engine read, whether it found an answer or not. */
  readonly readPerSecond: number;
  readonly busyShare: number;
  /** The time from the question to the end of the answer. */
  readonly medianMs: number;
  readonly p95Ms: number;
  /** How long questions that were read waited for the engine. */
  readonly meanWaitMs: number;
}

export interface Compared {
  /** The load as a multiple of the capacity. */
  readonly factor: number;
  readonly perSecond: number;
  /** Mean over the seconds: wall time of the engine's work relative to its CPU time; above 1 if it shared its core. */
  readonly slowness: number;
  readonly real: Figures;
  readonly model: Figures;
  /** The simulation with that slowness, second by second. */
  readonly corrected: Figures;
}

/** One run of `validate.ts`; all runs are kept. */
export interface Validation {
  readonly measuredOn: string;
  readonly capacity: number;
  readonly points: readonly Compared[];
}

export const validationFile = fileURLToPath(new URL('validation.json', import.meta.url));

export function readValidations(): readonly Validation[] {
  return JSON.parse(readFileSync(validationFile, 'utf8')) as Validation[];
}

export function errorOf(real: Figures, model: Figures, key: keyof Figures): string {
  // For a share, the difference in points, because the ratio of two small shares is meaningless.
  if (key === 'busyShare') return `${((model[key] - real[key]) * 100).toFixed(1)} points`;
  return `${((model[key] / real[key] - 1) * 100).toFixed(0)} %`;
}
