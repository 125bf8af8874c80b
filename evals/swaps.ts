/** Questions in which one thing was swapped for another of its kind, beside those that ask for the very thing. */

import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import type { AnswerModels } from '../packages/server/src/answers/answers.ts';
import type { Case, CaseInfo } from './case-set.ts';
import { askAll } from './engine.ts';
import type { Vectors } from './vectors.ts';

export interface Swaps {
  /** Of the questions that the information answers: answered from it. */
  readonly originals: Share;
  /** Of the same questions with one thing swapped, which nothing answers: answered all the same. */
  readonly twins: Share;
  /** Of questions that call the thing by another name: answered from the right information. */
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

/** Which of the businesses: tables and rules were made with the odd ones in sight, the even ones only measure. */
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
  const lines = ['One thing swapped for another of its kind'];
  for (const half of ['seen', 'unseen'] as const) {
    const { originals, twins, otherNames } = await askSwaps(half, vectors, read);
    lines.push(
      `${half.padEnd(8)} ${tell(twins)} twins answered, ${tell(originals)} originals and ${tell(otherNames)} ` +
        'other names answered rightly',
    );
  }
  return lines.join('\n');
}

function tell({ count, of }: Share): string {
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
