/**
 * Trains the weights of words in questions: `node training/word-weights.ts` writes the tables to packages/answer-model.
 * A word has a high weight if it is rare in texts of many kinds, and if answers to questions with it contain it, too.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Language } from '@baraza/contract';
import { isNumber, isStopWord, stemOf, wordsOf } from '../packages/server/src/answers/text/text.ts';
import { trainingFolder } from './parallel.ts';

interface Pair {
  readonly question: string;
  readonly text: string;
}

// Averaged over kinds of text, so that scripture, the largest part, does not dominate.
const scripture = ['bible-ulb-web', 'bible-onen-bbe'];
const screens = ['aosp', 'firefox', 'kolibri', 'odk-collect', 'oppia-android'];
const news = ['ntrex', 'tico19', 'mgsm'];
const rarest = 1e-5;
const seenMin = 3;
// Smoothing: a word that occurs in few questions gets a weight near the average.
const priorCount = 8;

learn('sw', {
  kinds: [
    parallel(scripture, 0),
    parallel(screens, 0),
    parallel(news, 0),
    lines('mono/common-voice-sw.txt.gz'),
    pairs('tydi-sw-train').map(({ text }) => text),
  ],
  pairs: pairs('tydi-sw-train'),
});
learn('en', {
  kinds: [
    parallel(scripture, 1),
    parallel(screens, 1),
    parallel(news, 1),
    pairs('tydi-en-train').map(({ text }) => text),
    pairs('squad2-train-10articles').map(({ text }) => text),
    businessPairs().map(({ question, text }) => `${question} ${text}`),
    utterances(),
  ],
  pairs: [...pairs('tydi-en-train'), ...pairs('squad2-train-10articles'), ...businessPairs()],
});

interface Material {
  readonly kinds: readonly (readonly string[])[];
  readonly pairs: readonly Pair[];
}

function learn(language: Language, { kinds, pairs: asked }: Material): void {
  const common = commonness(language, kinds);
  const found = foundness(language, asked);
  const rows = [...new Set([...common.keys(), ...found.keys()])].flatMap((stem) => {
    const rarity = Math.min(1, Math.log(common.get(stem) ?? rarest) / Math.log(rarest));
    const weight = Math.round(100 * rarity * (found.get(stem) ?? 1));
    return weight < 95 ? [`${stem}\t${weight}\n`] : [];
  });
  const text = rows.toSorted().join('');
  const file = `word-weights-${language}.tsv`;
  writeFileSync(new URL(`../packages/answer-model/${file}`, import.meta.url), text);
  console.log(`${file}: ${rows.length} stems, ${Buffer.byteLength(text)} bytes`);
}

/** The probability that a sentence contains a stem, averaged over the kinds of text. */
function commonness(language: Language, kinds: Material['kinds']): ReadonlyMap<string, number> {
  const chances = new Map<string, number>();
  const seen = new Map<string, number>();
  for (const sentences of kinds) {
    const counts = new Map<string, number>();
    for (const sentence of sentences)
      for (const stem of stemsOf(language, sentence)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
    for (const [stem, count] of counts) {
      seen.set(stem, (seen.get(stem) ?? 0) + count);
      chances.set(stem, (chances.get(stem) ?? 0) + count / sentences.length / kinds.length);
    }
  }
  return new Map([...chances].filter(([stem]) => (seen.get(stem) ?? 0) >= seenMin));
}

/** How often the answer to a question contains a stem of the question, compared with the average. */
function foundness(language: Language, asked: readonly Pair[]): ReadonlyMap<string, number> {
  const counts = new Map<string, { asked: number; found: number }>();
  const all = { asked: 0, found: 0 };
  for (const { question, text } of asked) {
    const inText = stemsOf(language, text);
    for (const stem of stemsOf(language, question)) {
      const count = counts.get(stem) ?? { asked: 0, found: 0 };
      counts.set(stem, count);
      for (const each of [count, all]) {
        each.asked += 1;
        if (inText.has(stem)) each.found += 1;
      }
    }
  }
  const mean = all.found / all.asked;
  return new Map(
    [...counts].map(([stem, count]) => [
      stem,
      Math.min(1, (count.found + priorCount * mean) / (count.asked + priorCount) / mean),
    ]),
  );
}

function stemsOf(language: Language, text: string): Set<string> {
  const words = wordsOf(text).filter((word) => !isStopWord(word) && !isNumber(word));
  return new Set(words.map((word) => stemOf(word, language)));
}

function parallel(files: readonly string[], side: 0 | 1): string[] {
  return files.flatMap((file) =>
    lines(`parallel/${file}.tsv`).map((line) => line.split('\t')[side] ?? ''),
  );
}

function pairs(file: string): Pair[] {
  return lines(`qa/${file}.jsonl`)
    .map((line) => JSON.parse(line) as { q: string; ctx: string; ok?: boolean })
    .filter(({ ok }) => ok !== false)
    .map(({ q, ctx }) => ({ question: q, text: ctx }));
}

function businessPairs(): Pair[] {
  return lines('qa/dstc9-faq.jsonl')
    .flatMap((line) => (JSON.parse(line) as { docs: [string, string][] }).docs)
    .map(([question, text]) => ({ question, text }));
}

function utterances(): string[] {
  return lines('qa/intents.jsonl')
    .map((line) => JSON.parse(line) as { lang: string; text: string })
    .filter(({ lang }) => lang === 'en')
    .map(({ text }) => text);
}

function lines(file: string): string[] {
  const bytes = readFileSync(new URL(file, trainingFolder));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
