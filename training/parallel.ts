/** Sentence pairs of both languages, split into words as in the engine. */
import { readdirSync, readFileSync } from 'node:fs';
import { wordsOf } from '../packages/server/src/answers/text/text.ts';

export const trainingFolder = new URL('../../shared/training/', import.meta.url);

export interface Pair {
  readonly swahili: readonly string[];
  readonly english: readonly string[];
  /** The weight of the pair in training. */
  readonly weight: number;
}

// Word lists are exact but have each word once; scripture repeats words a thousand times in old language.
const weights: { readonly [file: string]: number } = {
  'omw-words.tsv': 4,
  'tico19-terms.tsv': 4,
  'bible-ulb-web.tsv': 0.35,
  'bible-onen-bbe.tsv': 0.35,
};

// Longer texts align poorly and take quadratic time.
const wordsMax = 80;

export function readPairs(): Pair[] {
  const folder = new URL('parallel/', trainingFolder);
  return readdirSync(folder)
    .toSorted()
    .flatMap((file) =>
      readFileSync(new URL(file, folder), 'utf8')
        .split('\n')
        .map((line) => toPair(line, weights[file] ?? 1)),
    )
    .filter(({ swahili, english }) => swahili.length > 0 && english.length > 0);
}

function toPair(line: string, weight: number): Pair {
  const [swahili = [], english = []] = line.split('\t').map(lexicalWords);
  return swahili.length > wordsMax || english.length > wordsMax
    ? { swahili: [], english: [], weight }
    : { swahili, english, weight };
}

function lexicalWords(text: string): string[] {
  return wordsOf(text).filter((word) => /^[a-z][a-z']*$/.test(word));
}

/** Our own list of everyday words of East African business: `swahili TAB english`, one word each. */
export function readBusinessWords(): Pair[] {
  const file = new URL('../packages/answer-model/business-words.tsv', import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => toPair(line, businessWeight));
}

const businessWeight = 4;
