/**
 * Counts words and word pairs of spoken Swahili: `node training/spoken-words.ts` writes the table to
 * packages/answer-model. The sources are sentences written to be read aloud, and the invented businesses.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { trainingFolder } from './parallel.ts';

interface Business {
  readonly language: string;
  readonly info: readonly {
    readonly title: string;
    readonly text: string;
    readonly language?: string;
  }[];
  readonly questions: readonly { readonly question: string; readonly language: string }[];
}

// There are ten times as many general sentences as sentences of businesses.
const businessCount = 8;
const wordCountMin = 8;
const pairCountMin = 16;

const words = new Map<string, number>();
const pairs = new Map<string, number>();
let total = 0;
for (const line of spokenLines()) add(line, 1);
for (const text of businessTexts()) add(text, businessCount);

const rows = [
  ...frequent(words, wordCountMin).map(([word, count]) => row(word, count / total)),
  ...frequent(pairs, pairCountMin)
    .filter(([pair]) => pair.split(' ').every((word) => (words.get(word) ?? 0) >= wordCountMin))
    .map(([pair, count]) => row(pair, count / (words.get(pair.split(' ')[0] ?? '') ?? count))),
].toSorted();
writeFileSync(
  new URL('../packages/answer-model/spoken-words-sw.tsv', import.meta.url),
  rows.join(''),
);
console.log(`${rows.length} rows from ${total} words`);

function add(text: string, count: number): void {
  for (const sentence of text
    .toLowerCase()
    .replaceAll('’', "'")
    .split(/[.?!;:,()\n]/)) {
    const tokens = sentence.match(/[a-z]+(?:'[a-z]+)?/g) ?? [];
    for (const [index, word] of tokens.entries()) {
      words.set(word, (words.get(word) ?? 0) + count);
      total += count;
      const pair = `${tokens[index - 1]} ${word}`;
      if (index > 0) pairs.set(pair, (pairs.get(pair) ?? 0) + count);
    }
  }
}

function frequent(counts: ReadonlyMap<string, number>, least: number) {
  return [...counts].filter(([, count]) => count >= least);
}

function row(what: string, share: number): string {
  return `${what}\t${Math.round(-100 * Math.log(share))}\n`;
}

function spokenLines(): readonly string[] {
  const file = readFileSync(new URL('mono/common-voice-sw.txt.gz', trainingFolder));
  return gunzipSync(file).toString('utf8').split('\n');
}

function businessTexts(): readonly string[] {
  const folder = new URL('businesses/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl'))
    .toSorted()
    .flatMap((file) => readFileSync(new URL(file, folder), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Business)
    .flatMap(({ language, info, questions }) => [
      ...info
        .filter((each) => (each.language ?? language) === 'sw')
        .flatMap(({ title, text }) => [title, text]),
      ...questions.filter((each) => each.language === 'sw').map(({ question }) => question),
    ]);
}
