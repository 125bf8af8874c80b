/** Asks a business of the training sets each of its questions, as the server would. */
import { answer, prepare } from '../../packages/server/src/answers/answers.ts';
import { encodedQuestions } from '../../packages/server/src/answers/find/encoder-texts.ts';
import type { Prepared } from '../../packages/server/src/answers/find/prepared.ts';
import type { Ask, Reply } from '../../packages/server/src/answers/knowledge.ts';
import type { Reading } from '../../packages/server/src/answers/read/read-passages.ts';
import type { SetBusiness, SetQuestion } from '../../training/question-sets.ts';
import { searchAs } from '../engine.ts';
import type { Vectors } from '../vectors.ts';
import { faqsOf, type Judgement, judge, kindOf } from './judge.ts';
import type { ReadTimed, TimedScore } from './readings.ts';
import type { BusinessSite } from './site.ts';

export interface Asked extends Judgement {
  readonly question: SetQuestion;
  readonly kind: string;
  /** The approved questions among the entries that answer it. */
  readonly faqs: readonly string[];
  readonly reply: Reply;
  readonly prepared: Prepared;
  readonly ask: Ask;
  /** CPU time without the encoder and the reader. */
  readonly engineCpuMicroseconds: number;
  readonly readerCpuMicroseconds: number;
  readonly read: readonly ReadPassages[];
  /** The results of the search, best first. */
  found(): Promise<readonly string[]>;
}

interface ReadPassages {
  readonly reading: Reading;
  readonly scores: readonly TimedScore[];
}

export async function askBusiness(
  set: SetBusiness,
  site: BusinessSite,
  vectors: Vectors | undefined,
  read: ReadTimed | undefined,
): Promise<Asked[]> {
  const words = await prepare(site.knowledge);
  const prepared = vectors ? await vectors.joined(words) : words;
  const all: Asked[] = [];
  for (const question of set.questions) {
    const ask = askOf(question);
    const outcome = await askOne(prepared, ask, vectors, read);
    all.push({
      question,
      prepared,
      ask,
      kind: kindOf(set, question),
      faqs: faqsOf(set, question),
      ...outcome,
      ...judge(set, site, question, outcome.reply),
      found: () => foundBy(prepared, ask, outcome.reply, vectors),
    });
  }
  return all;
}

/** The time of all questions: a Tuesday. */
const nowMs = Date.parse('2026-06-16T10:00:00+03:00');

function askOf({ question, before }: SetQuestion): Ask {
  const history: Ask['history'] = before === undefined ? [] : [{ role: 'user', content: before }];
  return { question, history, language: undefined, mode: 'text', nowMs };
}

async function askOne(
  prepared: Prepared,
  ask: Ask,
  vectors: Vectors | undefined,
  read: ReadTimed | undefined,
) {
  const passages: ReadPassages[] = [];
  let engineCpuMicroseconds = 0;
  // The question is encoded before the measurement, so that only the engine's time counts.
  await vectors?.encode(encodedQuestions(ask));
  let began = process.cpuUsage();
  const pause = () => {
    const { user, system } = process.cpuUsage(began);
    engineCpuMicroseconds += user + system;
  };
  const readPaused: ReadTimed | undefined =
    read &&
    (async (reading) => {
      pause();
      const scores = await read(reading);
      passages.push({ reading, scores });
      began = process.cpuUsage();
      return scores;
    });
  const reply = await answer(prepared, ask, { encode: vectors?.encode, read: readPaused });
  pause();
  const readerCpuMicroseconds = passages
    .flatMap(({ scores }) => scores)
    .reduce((sum, score) => sum + score.cpuMicroseconds, 0);
  return { reply, engineCpuMicroseconds, readerCpuMicroseconds, read: passages };
}

async function foundBy(
  prepared: Prepared,
  ask: Ask,
  { language }: Reply,
  vectors: Vectors | undefined,
): Promise<readonly string[]> {
  const hits = await searchAs(prepared, ask, language, vectors);
  return hits.slice(0, foundMax).map(({ passage, score, similarity }) => {
    const cosine = similarity === undefined ? '' : `, cosine ${similarity.toFixed(3)}`;
    return `${passage.entry.id} words ${score.toFixed(2)}${cosine}`;
  });
}

const foundMax = 5;
