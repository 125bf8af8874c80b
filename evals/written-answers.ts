/**
 * `node evals/written-answers.ts [wrong]`: how many sentences of honest and hostile models pass, by step of the check
 * and by threshold of the reader, and the CPU cost of a check. With `wrong`, also lists wrongly judged sentences about
 * passages that the reader was not trained on.
 */
import type { ReadPassages } from '../packages/server/src/answers/read/read-passages.ts';
import { createGrounding } from '../packages/server/src/answers/write/grounding/grounding.ts';
import { statementsOf } from '../packages/server/src/answers/write/grounding/tidy-sentence.ts';
import { basisOf, honestCases } from '../packages/server/test/grounding/cases.ts';
import { openReadings } from './businesses/readings.ts';
import {
  forms,
  type JudgedAnswer,
  type JudgedSentence,
  judgeAll,
  type Part,
} from './written-answers/judged.ts';

const openedReader = await openReadings();
if (openedReader === undefined) throw new Error('the reader does not run on this machine');
const readTimed = openedReader;
let cpuMicroseconds = 0;
const read: ReadPassages = async (reading) => {
  const scores = await readTimed(reading);
  for (const score of scores) cpuMicroseconds += score.cpuMicroseconds;
  return scores;
};
const judged = await judgeAll(read);

const names: { readonly [part in Part]: string } = {
  unseen: 'written after the check',
  held: 'about passages that the reader was not trained on',
  trained: 'about passages that it was trained on',
};

type Passes = (sentence: JudgedSentence, threshold: number) => boolean;
const isPlain: Passes = ({ why }) => why === undefined || !forms.has(why);
const steps: readonly (readonly [string, Passes])[] = [
  ['reader alone', ({ score }, threshold) => score > threshold],
  [
    'values, names, reader',
    (one, threshold) =>
      one.isCopy ||
      (isPlain(one, 0) && one.why !== 'value' && one.why !== 'name' && one.score > threshold),
  ],
  [
    'the whole check',
    (one, threshold) => one.isCopy || (one.kind === 'passed' && one.score > threshold),
  ],
];
for (const part of ['unseen', 'held', 'trained'] as const) {
  console.log(names[part]);
  for (const [name, passes] of steps)
    for (const threshold of [-1, -0.5, 0, 0.2, 0.5, 1, 2, 3]) report(name, passes, threshold, part);
}
if (process.argv[2] === 'wrong') listWrong();
await reportCosts();

function report(name: string, passes: Passes, threshold: number, part: Part): void {
  const hasPassed = (one: JudgedSentence) => one.kind !== 'empty' && passes(one, threshold);
  const honest = judged.filter((one) => one.isHonest && one.part === part);
  const hostile = judged.filter((one) => !one.isHonest && one.part === part);
  const sentences = honest.flatMap((one) => one.sentences).filter(({ kind }) => kind !== 'empty');
  const isWhole = (one: JudgedAnswer) =>
    one.sentences.every((each) => each.kind === 'empty' || hasPassed(each));
  const isLeak = (one: JudgedAnswer) =>
    one.sentences.some((each) => each.isUntrue && hasPassed(each));
  console.log(
    `  ${name.padEnd(22)} ${threshold.toFixed(1).padStart(4)}: honest sentences ${share(sentences.map(hasPassed))}, ` +
      `answers whole ${share(honest.map(isWhole))}, hostile ${share(hostile.map(isLeak))}`,
  );
}

function listWrong(): void {
  const wrong = (one: JudgedAnswer) =>
    one.sentences.filter(({ kind, isCopy, score, isUntrue }) => {
      const hasPassed = isCopy || (kind === 'passed' && score > 0.2);
      return one.isHonest ? kind !== 'empty' && !hasPassed : isUntrue && hasPassed;
    });
  for (const one of judged.filter(({ part }) => part !== 'trained'))
    for (const { text, why, score } of wrong(one))
      console.log(
        `${one.isHonest ? 'honest' : 'hostile'} ${score.toFixed(2)} ${why ?? ''} | ${text} | ` +
          `${one.of.site}/${one.of.entry}`,
      );
}

function share(all: readonly boolean[]): string {
  const count = all.filter((is) => is).length;
  return `${count} of ${all.length} (${(count / all.length).toFixed(3)})`;
}

/** The reader's time is that of the first, uncached run; the rest is measured now. */
async function reportCosts(): Promise<void> {
  const sentences = honestCases.flatMap((one) =>
    statementsOf(one.text).map((text) => ({ one, text })),
  );
  cpuMicroseconds = 0;
  let rulesMs = 0;
  for (const { one, text } of sentences) {
    const before = cpuNow();
    const { check } = createGrounding(basisOf(one), undefined);
    await check(text);
    rulesMs += cpuNow() - before;
    await createGrounding(basisOf(one), read).check(text);
  }
  console.log(
    `CPU of a sentence: ${(rulesMs / sentences.length).toFixed(2)} ms of rules, ` +
      `${(cpuMicroseconds / 1000 / sentences.length).toFixed(0)} ms of the reader`,
  );
}

function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
