/**
 * The invented businesses of `businesses/` as evaluation sets, with unanswerable near misses, in both languages and
 * across them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Case, CaseInfo, CaseSet } from '../evals/case-set.ts';
import { languageOf } from '../packages/server/src/answers/text/language.ts';

interface Invented {
  readonly id: string;
  readonly language: 'sw' | 'en' | 'both';
  readonly info: readonly CaseInfo[];
  readonly questions: readonly (Omit<Case, 'language' | 'site' | 'history'> & {
    readonly language: 'sw' | 'en' | 'mixed';
    readonly history?: Case['history'];
  })[];
}

export function inventedSets(): CaseSet[] {
  const businesses = read();
  const sites = businesses.map(({ id, language, info }) => ({
    name: id,
    language: language === 'both' ? ('sw' as const) : language,
    info,
  }));
  const cases = businesses.flatMap(({ id, questions }) =>
    questions.map((asked) => ({
      ...asked,
      site: id,
      history: asked.history ?? [],
      language: asked.language === 'mixed' ? languageOf(asked.question).language : asked.language,
    })),
  );
  return (['sw', 'en'] as const).map((language) => ({
    name: `invented-${language}`,
    sites,
    cases: cases.filter((each) => each.language === language),
  }));
}

function read(): Invented[] {
  const folder = new URL('businesses/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted()
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
