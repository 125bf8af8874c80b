/** Asks a business of the training sets each of its questions, as the server would. */
import { answering, prepare } from '../../packages/server/src/answers/answers.ts';
import type { Prepared } from '../../packages/server/src/answers/find/prepared.ts';
import type { Ask, Reply } from '../../packages/server/src/answers/knowledge.ts';
import type { Reading } from '../../packages/server/src/answers/read/reading.ts';
import type { SetBusiness, SetQuestion } from '../../training/question-sets.ts';
import { searchAs } from '../engine.ts';
import type { Vectors } from '../vectors.ts';
import { driveReading } from './drive-reading.ts';
import { faqsOf, type Judgement, judge, kindOf } from './judge.ts';
import type { ReadTimed, TimedScore } from './readings.ts';
import type { BusinessSite } from './site.ts';

export interface Asked extends Judgement {
  readonly question: SetQuestion;
  readonly kind: string;
  /** The approved questions among what answers it. */
  readonly faqs: readonly string[];
  readonly reply: Reply;
  readonly prepared: Prepared;
  readonly ask: Ask;
  /** Without the question's vector and without reading. */
  readonly engineCpuMicroseconds: number;
  readonly readerCpuMicroseconds: number;
  readonly read: readonly ReadPassages[];
  /** What the search finds, the best first. */
  found(): readonly string[];
}

export interface ReadPassages {
  readonly reading: Reading;
  readonly scores: readonly TimedScore[];
}

export async function askBusiness(
  set: SetBusiness,
  site: BusinessSite,
  vectors: Vectors | undefined,
  read: ReadTimed | undefined,
): Promise<Asked[]> {
  const words = prepare(site.knowledge);
  const prepared = vectors ? await vectors.joined(words) : words;
  const all: Asked[] = [];
  for (const question of set.questions) {
    const ask = await askOf(question, vectors);
    const told = await askOne(prepared, ask, read);
    all.push({
      question,
      prepared,
      ask,
      kind: kindOf(set, question),
      faqs: faqsOf(set, question),
      ...told,
      ...judge(set, site, question, told.reply),
      found: () => foundBy(prepared, ask, told.reply),
    });
  }
  return all;
}

/** A Tuesday. */
const nowMs = Date.parse('2026-06-16T10:00:00+03:00');

async function askOf(
  { question, before }: SetQuestion,
  vectors: Vectors | undefined,
): Promise<Ask> {
  const history: Ask['history'] = before === undefined ? [] : [{ role: 'user', content: before }];
  const made = vectors ? await vectors.ofQuestion({ question, history }) : {};
  return { question, history, language: undefined, mode: 'text', nowMs, ...made };
}

async function askOne(prepared: Prepared, ask: Ask, read: ReadTimed | undefined) {
  const passages: ReadPassages[] = [];
  let engineCpuMicroseconds = 0;
  let began = process.cpuUsage();
  const pause = () => {
    const { user, system } = process.cpuUsage(began);
    engineCpuMicroseconds += user + system;
  };
  const reply = await driveReading(answering(prepared, ask), async (reading) => {
    pause();
    const scores = await read?.(reading);
    if (scores) passages.push({ reading, scores });
    began = process.cpuUsage();
    return scores;
  });
  pause();
  const readerCpuMicroseconds = passages
    .flatMap(({ scores }) => scores)
    .reduce((sum, score) => sum + score.cpuMicroseconds, 0);
  return { reply, engineCpuMicroseconds, readerCpuMicroseconds, read: passages };
}

function foundBy(prepared: Prepared, ask: Ask, { language }: Reply): readonly string[] {
  const hits = searchAs(prepared, ask, language);
  return hits.slice(0, foundMost).map(({ passage, score, likeness }) => {
    const cosine = likeness === undefined ? '' : `, cosine ${likeness.toFixed(3)}`;
    return `${passage.entry.id} words ${score.toFixed(2)}${cosine}`;
  });
}

const foundMost = 5;
