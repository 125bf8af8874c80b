/** `node evals/speed.ts`: CPU time of saving and asking, at the sizes that the engine supports. */

import { answer, prepare } from '../packages/server/src/answers/answers.ts';
import { withVectors } from '../packages/server/src/answers/find/encoder-texts.ts';
import type { Prepared } from '../packages/server/src/answers/find/prepared.ts';
import type { Ask, Entry } from '../packages/server/src/answers/knowledge.ts';
import { createRandom } from '../training/random.ts';
import { emptyBusiness } from './engine.ts';

const question = 'Do you deliver blue school uniforms to Kisumu before the second term begins?';
const swahili = 'Je mnaweza kuleta sare za shule za bluu Kisumu kabla ya muhula wa pili kuanza?';
const syllables =
  'ba che da fu ga hi jo ka le mo na pe ri sa tu vi wa yo za nge mba ndi sho kwe'.split(' ');
const random = createRandom(7);
// Word frequencies follow Zipf's law, as in real text.
const vocabulary = Array.from({ length: 30_000 }, () =>
  Array.from({ length: 2 + Math.floor(random.next() * 3) }, () => random.pick(syllables)).join(''),
);

const englishWords =
  `deliver blue school uniforms kisumu second term begin price open shop order pay card parent children class
    teacher`.split(/\s+/);

for (const passages of [40, 1_000, 20_000]) await report(passages);

async function report(passages: number): Promise<void> {
  const entries = Array.from({ length: passages }, (_, index) => entryOf(index));
  await prepare({ business: emptyBusiness, entries: entries.slice(0, 200) });
  let longestMs = 0;
  let sliceFrom = performance.now();
  const measureSlice = () => {
    longestMs = Math.max(longestMs, performance.now() - sliceFrom);
    sliceFrom = performance.now();
    return undefined;
  };
  const saving = await cpuMs(async () => {
    sliceFrom = performance.now();
    await prepare({ business: emptyBusiness, entries }, measureSlice);
    measureSlice();
  });
  const prepared = await prepare({ business: emptyBusiness, entries });
  for (let round = 0; round < 20; round += 1) await ask(prepared, question);
  const rounds = 100;
  const english = await cpuMs(async () => {
    for (let round = 0; round < rounds; round += 1) await ask(prepared, question);
  });
  const bridged = await cpuMs(async () => {
    for (let round = 0; round < rounds; round += 1) await ask(prepared, swahili);
  });
  const joined = await withVectors(prepared, { vectorOf: () => someVector() });
  const vector = someVector();
  for (let round = 0; round < 20; round += 1) await ask(joined, question, vector);
  const near = await cpuMs(async () => {
    for (let round = 0; round < rounds; round += 1) await ask(joined, question, vector);
  });
  console.log(
    [
      `${passages} passages: saved in ${saving.toFixed(0)} ms, longest slice ${longestMs.toFixed(0)} ms`,
      `asked in English ${(english / rounds).toFixed(2)} ms, in Swahili ${(bridged / rounds).toFixed(2)} ms, ` +
        `with vectors ${(near / rounds).toFixed(2)} ms`,
      `${(prepared.bytes / passages / 1024).toFixed(1)} KB a passage`,
    ].join('; '),
  );
}

async function ask(prepared: Prepared, text: string, vector?: Float32Array): Promise<void> {
  const asked: Ask = {
    question: text,
    history: [],
    language: undefined,
    mode: 'text',
    nowMs: 0,
  };
  await answer(prepared, asked, { encode: vector && (async () => [vector]) });
}

function someVector(): Float32Array {
  return Float32Array.from({ length: 384 }, () => random.next() - 0.5);
}

function entryOf(index: number): Entry {
  const words = Array.from({ length: 80 }, (_, at) =>
    at % 9 === 0 ? (random.pick(englishWords) ?? '') : pickWord(),
  );
  const text = `${words.slice(0, 40).join(' ')}. ${words.slice(40).join(' ')}.`;
  return {
    id: `e${index}`,
    kind: 'document',
    title: `${pickWord()} ${pickWord()}`,
    text,
    url: null,
    language: 'en',
    alternatives: [],
  };
}

function pickWord(): string {
  const rank = Math.floor(vocabulary.length ** random.next()) - 1;
  return vocabulary[rank] ?? '';
}

async function cpuMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
