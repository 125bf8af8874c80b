/** Pairs of questions: one that the information answers, and a twin with the item swapped for a similar one. */

import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import type { AnswerModels } from '../packages/server/src/answers/answers.ts';
import type { Case, CaseInfo } from './case-set.ts';
import { askAll } from './engine.ts';
import type { Vectors } from './vectors.ts';

export interface Swaps {
  /** Questions that the information answers: how many are answered from it. */
  readonly originals: Share;
  /** The same questions with one item swapped, which no information answers: how many are answered nevertheless. */
  readonly twins: Share;
  /** Questions that use another name for the item: how many are answered from the right information. */
  readonly otherNames: Share;
}

interface Share {
  readonly count: number;
  readonly of: number;
}

interface Swapped extends Case {
  readonly swap?: string;
  readonly synonym?: true;
}

/** `seen`: the odd businesses, which were used to develop tables and rules; `unseen`: the even ones. */
export type Half = 'seen' | 'unseen';

export async function askSwaps(
  half: Half,
  vectors?: Vectors,
  read?: AnswerModels['read'],
): Promise<Swaps> {
  const businesses = businessesOf().filter(
    ({ id }) => (Number(id.slice(1)) % 2 === 1) === (half === 'seen'),
  );
  const cases = businesses.flatMap(({ id, questions }) =>
    questions.map((question) => ({ ...question, site: id, history: [] })),
  );
  const sites = businesses.map(({ id, language, info }) => ({
    name: id,
    language: language === 'both' ? ('sw' as const) : language,
    info,
  }));
  const outcomes = await askAll({ name: 'swaps', sites, cases }, vectors, read);
  const shareOf = (isMeant: (each: Swapped) => boolean): Share => {
    const meant = outcomes.filter((_, at) => isMeant(cases[at] as Swapped));
    const right = meant.filter(
      ({ answered, answerable, first }) => answered && (first || !answerable),
    );
    return { count: right.length, of: meant.length };
  };
  return {
    originals: shareOf(({ answered, synonym }) => answered && synonym !== true),
    twins: shareOf(({ swap }) => swap !== undefined),
    otherNames: shareOf(({ synonym }) => synonym === true),
  };
}

export function bothHalves(one: Swaps, other: Swaps): Swaps {
  const sum = (name: keyof Swaps): Share => ({
    count: one[name].count + other[name].count,
    of: one[name].of + other[name].of,
  });
  return { originals: sum('originals'), twins: sum('twins'), otherNames: sum('otherNames') };
}

export async function swapsReport(vectors?: Vectors, read?: AnswerModels['read']): Promise<string> {
  const lines = ['One item swapped for a similar one'];
  for (const half of ['seen', 'unseen'] as const) {
    const { originals, twins, otherNames } = await askSwaps(half, vectors, read);
    lines.push(
      `${half.padEnd(8)} ${text(twins)} twins answered, ${text(originals)} originals and ${text(otherNames)} ` +
        'other names answered correctly',
    );
  }
  return lines.join('\n');
}

function text({ count, of }: Share): string {
  return `${count} of ${of}`;
}

interface Business {
  readonly id: string;
  readonly language: Language | 'both';
  readonly info: readonly CaseInfo[];
  readonly questions: readonly Omit<Swapped, 'site' | 'history'>[];
}

function businessesOf(): readonly Business[] {
  return readFileSync(new URL('own/swaps.jsonl', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Business);
}
