/**
 * `node evals/model/play.ts [--failures FILE]`: compares the answers with a capable model, with a mediocre model, and
 * of the engine alone. The texts of both models were written from the prompts in `prompts.jsonl` only.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Reply } from '../../packages/server/src/answers/knowledge.ts';
import {
  type ExamQuestion,
  examQuestions,
  isRight,
  passMark,
} from '../../packages/server/src/site/asks/model-exam.ts';
import { judge, type Verdict } from '../businesses/judge.ts';
import { openReadings } from '../businesses/readings.ts';
import { openVectors } from '../vectors.ts';
import { askAll, type Chosen } from './chosen.ts';
import { playCompletion } from './play-completion.ts';

const { values } = parseArgs({ options: { failures: { type: 'string' } } });
const read = await openReadings();
if (read === undefined) throw new Error('the reader does not run on this machine');
const recorded = new Set(
  linesOf('prompts.jsonl').flatMap((line) => line.questions.map(({ id }: { id: string }) => id)),
);
const chosen = (await askAll(await openVectors(), read)).filter(({ id }) => recorded.has(id));
const failures: string[] = [];

report(
  'engine alone',
  chosen.map((one) => ({ one, verdict: one.asked.verdict })),
);
for (const who of ['capable', 'mediocre']) {
  const right = linesOf('exam.jsonl').filter(
    (one) => one.who === who && isRight(one.text, examQuestions[one.number - 1] as ExamQuestion),
  ).length;
  const isTrusted = right >= passMark;
  console.log(
    `${who} model: exam ${right} of ${examQuestions.length}, ${isTrusted ? 'may decide' : 'does not decide'}`,
  );
  const texts = new Map(linesOf(`${who}.jsonl`).map(({ id, text }) => [id, text]));
  const played = [];
  for (const one of chosen) {
    const { answer, ...rest } = await playCompletion(one, texts.get(one.id) ?? '', read, isTrusted);
    const reply: Reply = { ...one.asked.reply, made: [], ...answer };
    const { verdict } = judge(one.set, one.site, one.asked.question, reply);
    played.push({ one, verdict, ...rest });
    const { rejected } = rest;
    if (verdict !== 'right' || rejected.length > 0)
      failures.push(
        JSON.stringify({
          who,
          id: one.id,
          verdict,
          question: one.ask.question,
          wrote: texts.get(one.id),
          answer: answer.text,
          rejected,
        }),
      );
  }
  report(`${who} model`, played);
  const asked = played.filter(({ isAsked }) => isAsked);
  const cpu = asked
    .map(({ cpuMicroseconds }) => cpuMicroseconds / 1_000)
    .sort((one, other) => one - other);
  const at = (share: number) => (cpu[Math.floor(cpu.length * share)] ?? 0).toFixed(1);
  console.log(
    `  CPU of the server for a whole answer, without reading: median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`,
  );
  const statements = asked.reduce((sum, { passed, rejected }) => sum + passed + rejected.length, 0);
  const rejected = asked.flatMap(({ rejected: each }) => each);
  const why = Object.entries(Object.groupBy(rejected, ({ why: reason }) => reason)).map(
    ([reason, all]) => `${reason} ${all?.length}`,
  );
  console.log(
    `  asked ${asked.length} times; ${statements} statements, not sent as written: ${rejected.length} ` +
      `(${why.join(', ')})`,
  );
}
if (values.failures !== undefined)
  writeFileSync(values.failures, failures.map((line) => `${line}\n`).join(''));

function report(
  name: string,
  rows: readonly { readonly one: Chosen; readonly verdict: Verdict }[],
): void {
  const isAnswerable = ({ one }: { one: Chosen }) => one.asked.question.mark === '?';
  const share = (part: readonly unknown[], all: readonly unknown[]) =>
    (part.length / Math.max(1, all.length)).toFixed(3);
  const answerable = rows.filter(isAnswerable);
  const others = rows.filter(({ one }) => one.asked.question.mark === '!');
  console.log(
    `${name}: ${rows.length} questions, right ${share(
      rows.filter(({ verdict }) => verdict === 'right'),
      rows,
    )}, answered ` +
      `${share(
        answerable.filter(({ verdict }) => verdict === 'right'),
        answerable,
      )}, wrong entry ` +
      `${share(
        answerable.filter(({ verdict }) => verdict === 'wrong entry'),
        answerable,
      )}, false ` +
      `${share(
        others.filter(({ verdict }) => verdict === 'false'),
        others,
      )}`,
  );
}

function linesOf(file: string) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
