/**
 * `node training/measure-lexicon.ts`: measures how often the lexicon finds the translation of a sentence among all
 * sentences of the other language.
 */
import { readFileSync } from 'node:fs';
import { type Lexicon, lexicon } from '../packages/server/src/answers/text/lexicon.ts';
import { wordsOf } from '../packages/server/src/answers/text/text.ts';

const folder = new URL('../../shared/evals/swahili/', import.meta.url);
const none: Lexicon = { translations: () => [] };

for (const part of ['train', 'dev']) {
  const [swahili, english] = ['swh', 'eng'].map((code) =>
    readSentences(`${code}_Latn_${part}.tsv`),
  );
  for (const [name, table] of Object.entries({ without: none, with: lexicon() })) {
    const there = hits(swahili ?? [], english ?? [], (word) => table.translations(word, 'sw'));
    const back = hits(english ?? [], swahili ?? [], (word) => table.translations(word, 'en'));
    console.log(
      `${part}, ${name} the lexicon: Swahili to English ${there}, English to Swahili ${back}`,
    );
  }
}

function hits(
  questions: readonly string[],
  sentences: readonly string[],
  translations: (word: string) => ReturnType<Lexicon['translations']>,
): string {
  const rank = createRanking(sentences);
  const found = questions.filter((question, index) => {
    const query = new Map<string, number>();
    const add = (word: string, weight: number) =>
      query.set(word, Math.max(query.get(word) ?? 0, weight));
    for (const word of wordsOf(question)) {
      add(word, 1);
      for (const { word: other, score } of translations(word).slice(0, 3))
        if (score >= 0.12) add(other, Math.min(1, 1.3 * score));
    }
    return rank(query) === index;
  });
  return (found.length / questions.length).toFixed(3);
}

/** Returns a function that finds the index of the best sentence by BM25. */
function createRanking(
  sentences: readonly string[],
): (query: ReadonlyMap<string, number>) => number {
  const texts = sentences.map(wordsOf);
  const meanLength = texts.reduce((sum, words) => sum + words.length, 0) / texts.length;
  const lists = new Map<string, Map<number, number>>();
  texts.forEach((words, index) => {
    for (const word of words) {
      const list = lists.get(word) ?? new Map<number, number>();
      lists.set(word, list.set(index, (list.get(index) ?? 0) + 1));
    }
  });
  return (query) => {
    const scores = new Float64Array(texts.length);
    for (const [word, weight] of query) {
      const list = lists.get(word) ?? new Map<number, number>();
      const rarity = Math.log(1 + (texts.length - list.size + 0.5) / (list.size + 0.5));
      for (const [index, count] of list) {
        const length = 0.25 + (0.75 * (texts[index]?.length ?? 0)) / meanLength;
        scores[index] =
          (scores[index] ?? 0) + (weight * rarity * count * 2.2) / (count + 1.2 * length);
      }
    }
    return scores.indexOf(Math.max(...scores));
  };
}

function readSentences(file: string): string[] {
  const [, ...lines] = readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n');
  return lines
    .map((line) => line.split('\t'))
    .toSorted(([a], [b]) => Number(a) - Number(b))
    .map(([, , text = '']) => text);
}
