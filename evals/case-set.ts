/** The common format of all evaluation sets: sites, and questions with their expected results. */

import { existsSync, readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import type { Ask } from '../packages/server/src/answers/knowledge.ts';

export interface CaseInfo {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
  /** Set if the site has texts in both languages. */
  readonly language?: Language;
}

export interface CaseSite {
  readonly name: string;
  readonly language: Language;
  readonly info: readonly CaseInfo[];
}

export interface Case {
  readonly site: string;
  readonly question: string;
  readonly history: Ask['history'];
  readonly language: Language;
  readonly answered: boolean;
  /** Ids of the information that answers it. */
  readonly gold: readonly string[];
}

export interface CaseSet {
  readonly name: string;
  readonly sites: readonly CaseSite[];
  readonly cases: readonly Case[];
}

const folder = new URL('../../shared/evals/ask/', import.meta.url);

export function hasAskSets(): boolean {
  return existsSync(folder);
}

/** The sets of `shared/evals/ask`; the one with questions in two languages is split in two. */
export function readAskSets(): CaseSet[] {
  const sites = read('sites.dev.jsonl') as (CaseSite & { set: string; site: string })[];
  const cases = read('questions.dev.jsonl') as (Case & { set: string })[];
  const names = new Set(cases.map(nameOf));
  return [...names].map((name) => {
    const [source = name] = name.split(':');
    return {
      name,
      sites: sites
        .filter(({ set }) => set === source)
        .map(({ site, language, info }) => ({ name: site, language, info })),
      cases: cases.filter((each) => nameOf(each) === name),
    };
  });
}

function nameOf({ set, language }: { readonly set: string; readonly language: Language }): string {
  return set === 'afriqa-sw-to-en' ? `${set}:${language}` : set;
}

function read(file: string): unknown[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
