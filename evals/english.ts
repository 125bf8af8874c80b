/**
 * `node evals/english.ts FOLDER`: checks whether the encoder still understands English. Searches paraphrased English
 * questions by words, with the shipped encoder, and with another one of the same shape (plain MiniLM, as
 * `training/encoder/export.py` writes it to FOLDER).
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inventedSets } from '../training/invented.ts';
import { type CaseSet, hasAskSets, readAskSets } from './case-set.ts';
import { askAll } from './engine.ts';
import { measure } from './measures.ts';
import { openVectors, type Vectors } from './vectors.ts';

const sets = [
  paraphrases(),
  ...(hasAskSets() ? readAskSets().filter(({ name }) => name.startsWith('dstc')) : []),
];
const [folder] = process.argv.slice(2);
const other = folder && {
  weights: path.join(folder, 'encoder.onnx'),
  vocabulary: path.join(folder, 'vocab.txt'),
};
await print('by words', undefined);
await print('with the shipped encoder', await openVectors());
if (other) await print(`with ${folder}`, await openVectors(other));

async function print(way: string, vectors: Vectors | undefined): Promise<void> {
  for (const set of sets) {
    const outcomes = await askAll(set, vectors);
    const { hitFirst, hitFive } = measure(outcomes);
    const asked = outcomes.filter(({ answerable }) => answerable).length;
    console.log(
      `${way}: ${set.name}, ${asked} questions: hit@1 ${hitFirst.toFixed(3)}, hit@5 ${hitFive.toFixed(3)}`,
    );
  }
}

/** Questions about businesses that are not in the training data, worded differently than their information. */
function paraphrases(): CaseSet {
  const lines = readFileSync(new URL('own/paraphrases.jsonl', import.meta.url), 'utf8');
  const rows: readonly { business: string; gold: string; question: string }[] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const names = new Set(rows.map(({ business }) => business));
  const sites = inventedSets()[0]?.sites.filter(({ name }) => names.has(name)) ?? [];
  return {
    name: 'own paraphrases',
    sites,
    cases: rows.map(({ business, gold, question }) => ({
      site: business,
      question,
      history: [],
      language: 'en' as const,
      answered: true,
      gold: [gold],
    })),
  };
}
