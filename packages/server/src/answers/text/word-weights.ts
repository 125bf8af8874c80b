/** Weights of words from a large corpus; a small site has too few texts to count them itself. */
import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { stemOf } from './text.ts';

const opened = new Map<Language, ReadonlyMap<string, number>>();

/** 0 to 1; undefined for a word that is not in the corpus. */
export function weightOf(word: string, language: Language): number | undefined {
  const table = opened.get(language) ?? readTable(language);
  opened.set(language, table);
  const hundredths = table.get(stemOf(word, language));
  return hundredths === undefined ? undefined : hundredths / 100;
}

/** Lines of `stem TAB hundredths`. */
function readTable(language: Language): ReadonlyMap<string, number> {
  const file = import.meta.resolve(`@baraza/answer-model/word-weights-${language}.tsv`);
  const lines = readFileSync(new URL(file), 'utf8').split('\n');
  return new Map(
    lines
      .map((line) => line.split('\t'))
      .map(([stem = '', hundredths]) => [stem, Number(hundredths)]),
  );
}
