/** Whether the approved information answers a question: the evidence, weighed as it was learnt on many sites. */
import calibration from './calibration.json' with { type: 'json' };
import calibrationWithEncoder from './calibration-encoder.json' with { type: 'json' };
import { type Evidence, evidenceNames, evidenceOf } from './evidence.ts';
import type { Query } from './query.ts';
import type { Hit } from './retrieve.ts';

export interface Verdict {
  readonly answered: boolean;
  /** The chance that the first hit answers the question, as far as words and vectors tell. */
  readonly confidence: number;
  /** Best first; the first is what the verdict is about. */
  readonly hits: readonly Hit[];
}

export interface Calibration {
  readonly bias: number;
  readonly weights: { readonly [name: string]: number };
  /** The least confidence that answers, by the site's strictness. */
  readonly least: { readonly [strictness in 'low' | 'normal' | 'high']: number };
}

export function decide(
  query: Query,
  hits: readonly Hit[],
  strictness: 'low' | 'normal' | 'high',
): Verdict {
  const [first, ...others] = hits;
  if (first === undefined) return { answered: false, confidence: 0, hits };
  const learnt: Calibration = first.likeness ? calibrationWithEncoder : calibration;
  const evidence = evidenceOf(query, [first, ...others]);
  const confidence = confidenceOf(evidence, learnt);
  const answered = confidence >= learnt.least[strictness] && isAsked(evidence);
  return { answered, confidence, hits };
}

/**
 * Earlier turns are never evidence: a question whose own words found nothing must at least mean
 * nearly the same, or ask for a thing that is there ("how much is it?").
 */
function isAsked({ mass, novel, likeness }: Evidence): boolean {
  return mass > 0 || novel === 1 || likeness >= nearLeast;
}

const nearLeast = 0.5;

export function confidenceOf(
  evidence: Evidence,
  { bias, weights }: Pick<Calibration, 'bias' | 'weights'>,
): number {
  const sum = evidenceNames.reduce(
    (all, name) => all + (weights[name] ?? 0) * evidence[name],
    bias,
  );
  return 1 / (1 + Math.exp(-sum));
}
