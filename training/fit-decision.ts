/**
 * Fits the weights of the decision: a logistic whose weights keep their signs, every set and both
 * outcomes counted alike.
 */
import type { Row, RowSet } from '../evals/rows.ts';
import { type Calibration, confidenceOf } from '../packages/server/src/answers/decide.ts';
import {
  type Evidence,
  type EvidenceName,
  evidenceNames,
  evidenceSigns,
  wordEvidenceNames,
} from '../packages/server/src/answers/evidence.ts';

/** What is weighed, how much each set counts, and where the line is drawn. */
export interface Plan {
  readonly names: readonly EvidenceName[];
  readonly emphasis: { readonly [set: string]: number };
  /** What keeps weights small. */
  readonly penalty: number;
  /** Of questions that are almost what a site says, so many may be answered; the strictness of a site moves it. */
  readonly trickShares: { readonly [strictness in 'low' | 'normal' | 'high']: number };
}

// What people asked counts more than what was made from training text; their trick questions and
// Swahili, of which there is little, most.
export const byWords: Plan = {
  names: wordEvidenceNames,
  emphasis: {
    'dstc10-spoken-faq': 2,
    'mtrag-un': 2,
    'afriqa-sw-to-en:sw': 2,
    'afriqa-sw-to-en:en': 2,
    squad2: 4,
    'tydiqa-sw': 4,
    'tydi-sw': 2,
    'tydi-sw-swapped': 0.5,
    'invented-sw': 0.5,
    'invented-en': 0.5,
  },
  penalty: 0.002,
  trickShares: { low: 0.5, normal: 0.31, high: 0.15 },
};

// The encoder has learnt from the same texts as these sets, so they make it look surer than it is elsewhere.
const learntFrom = 0.5;

export const byMeaning: Plan = {
  names: evidenceNames,
  emphasis: {
    'dstc10-spoken-faq': 2,
    'tydiqa-sw': 3,
    'tydi-sw': learntFrom,
    'tydi-en': learntFrom,
    'tydi-en-in-swahili': learntFrom,
    squad: learntFrom,
    'squad-follow-up': learntFrom,
    'faq-written': learntFrom,
    'faq-spoken': learntFrom,
    'tydi-sw-swapped': learntFrom,
    'tydi-en-swapped': learntFrom,
    'squad-swapped': learntFrom,
    'faq-written-swapped': learntFrom,
  },
  penalty: 0.0005,
  trickShares: { low: 0.55, normal: 0.41, high: 0.22 },
};

const roundsMax = 400;
const settled = 1e-4;

export function fitDecision(sets: readonly RowSet[], plan: Plan = byWords): Calibration {
  const { names } = plan;
  const examples = sets.flatMap((set) => examplesOf(set, plan));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const columns = [...names, undefined].map((name) =>
    Float64Array.from(examples, ({ evidence }) =>
      name === undefined ? 1 : (evidence[evidenceNames.indexOf(name)] ?? 0),
    ),
  );
  const labels = Float64Array.from(examples, ({ good }) => (good ? 1 : 0));
  const shares = Float64Array.from(examples, ({ weight }) => weight / total);
  const signs = names.map((name) => evidenceSigns[name] as number);
  const fitted = descend(columns, labels, shares, signs, plan.penalty);
  const weights = Object.fromEntries(
    names.map((name, index) => [name, rounded(fitted[index] ?? 0)]),
  );
  const bias = rounded(fitted.at(-1) ?? 0);
  return { bias, weights, least: thresholds(sets, { bias, weights }, plan) };
}

/** The confidence of a row as the fitted calibration sees it. */
export function confidenceOfRow(
  row: Row,
  calibration: Pick<Calibration, 'bias' | 'weights'>,
): number {
  if (row.evidence === undefined) return 0;
  const evidence = Object.fromEntries(
    evidenceNames.map((name, index) => [name, row.evidence?.[index] ?? 0]),
  ) as Evidence;
  return confidenceOf(evidence, calibration);
}

interface Example {
  readonly evidence: readonly number[];
  readonly good: boolean;
  readonly weight: number;
}

/** What was found wrongly for a question that has an answer teaches nothing about whether it has one. */
function examplesOf({ name, rows }: RowSet, { emphasis }: Plan): Example[] {
  const good = rows.filter(({ answered, first }) => answered && first);
  const bad = rows.filter(({ answered }) => !answered);
  if (good.length === 0 || bad.length === 0) return [];
  const part = (of: readonly Row[], isGood: boolean) =>
    of.flatMap(({ evidence }) =>
      evidence === undefined
        ? []
        : [{ evidence, good: isGood, weight: (emphasis[name] ?? 1) / of.length }],
    );
  return [...part(good, true), ...part(bad, false)];
}

/** One weight at a time, by Newton's step, until none moves; a weight that would change its sign stays at nothing. */
function descend(
  columns: readonly Float64Array[],
  labels: Float64Array,
  shares: Float64Array,
  signs: readonly number[],
  penalty: number,
): Float64Array {
  const weights = new Float64Array(columns.length);
  const sums = new Float64Array(labels.length);
  for (let round = 0; round < roundsMax; round += 1) {
    let moved = 0;
    columns.forEach((column, index) => {
      const isBias = index === columns.length - 1;
      const old = weights[index] ?? 0;
      let slope = isBias ? 0 : 2 * penalty * old;
      let curve = isBias ? 1e-9 : 2 * penalty;
      for (let row = 0; row < labels.length; row += 1) {
        const value = column[row] ?? 0;
        if (value === 0) continue;
        const chance = 1 / (1 + Math.exp(-(sums[row] ?? 0)));
        const share = shares[row] ?? 0;
        slope += share * (chance - (labels[row] ?? 0)) * value;
        curve += share * chance * (1 - chance) * value * value;
      }
      const sign = signs[index] ?? 0;
      const free = old - slope / curve;
      const next = sign > 0 ? Math.max(0, free) : sign < 0 ? Math.min(0, free) : free;
      const change = next - old;
      if (change === 0) return;
      weights[index] = next;
      moved = Math.max(moved, Math.abs(change));
      for (let row = 0; row < sums.length; row += 1)
        sums[row] = (sums[row] ?? 0) + change * (column[row] ?? 0);
    });
    if (moved < settled) break;
  }
  return weights;
}

/**
 * The least confidence at which no more than the given share of trick questions is answered, as the
 * mean over their sets.
 */
function thresholds(
  sets: readonly RowSet[],
  model: Pick<Calibration, 'bias' | 'weights'>,
  { trickShares }: Plan,
) {
  const tricks = sets
    .filter(({ name }) => isTrick(name))
    .map(({ rows }) =>
      rows.filter(({ answered }) => !answered).map((row) => confidenceOfRow(row, model)),
    );
  const least = (share: number) => {
    let low = 0;
    let high = 1;
    while (high - low > 1e-4) {
      const middle = (low + high) / 2;
      const answered = mean(
        tricks.map((set) => set.filter((value) => value >= middle).length / set.length),
      );
      if (answered > share) low = middle;
      else high = middle;
    }
    return rounded(high);
  };
  return {
    low: least(trickShares.low),
    normal: least(trickShares.normal),
    high: least(trickShares.high),
  };
}

function isTrick(name: string): boolean {
  return name === 'squad2' || name.endsWith('-swapped');
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
