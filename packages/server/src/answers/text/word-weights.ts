/** How telling a word is anywhere, as learnt from many texts: what a small site's own counts cannot say. */

import { readFileSync } from 'node:fs';
import type { Language } from '@baraza/contract';
import { stemOf } from './text.ts';

interface WordWeights {
  /** 0 to 1; undefined for a word that the texts do not have. */
  weightOf(word: string, language: Language): number | undefined;
}

let opened: WordWeights | undefined;

/** The tables of `@baraza/answer-model`, read once at the first call. */
export function wordWeights(): WordWeights {
  opened ??= createWordWeights({ sw: readTable('sw'), en: readTable('en') });
  return opened;
}

/** A table is lines of `stem TAB hundredths`. */
export function createWordWeights(
  tables: {
    readonly [language in Language]: string;
  },
): WordWeights {
  const weights = { sw: parse(tables.sw), en: parse(tables.en) };
  return {
    weightOf: (word, language) => {
      const hundredths = weights[language].get(stemOf(word, language));
      return hundredths === undefined ? undefined : hundredths / 100;
    },
  };
}

function parse(table: string): ReadonlyMap<string, number> {
  return new Map(
    table
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([stem = '', hundredths]) => [stem, Number(hundredths)]),
  );
}

function readTable(language: Language): string {
  const file = import.meta.resolve(`@baraza/answer-model/word-weights-${language}.tsv`);
  return readFileSync(new URL(file), 'utf8');
}
