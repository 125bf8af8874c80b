/** Answers questions: at once if no model is needed, all others in turn. The same question is read once. */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Ask } from '../answers/knowledge.ts';
import { turnBefore } from '../answers/text/history.ts';
import { createDurations } from '../kernel/measures/durations.ts';
import { Problem } from '../kernel/problem.ts';
import type { EngineCalls, EngineReplied } from './calls.ts';
import type { EngineSource, QuestionOptions } from './engine.ts';
import { copyMemo, memoBytes } from './memo.ts';
import type { EngineRequest, Memo, QuestionReply, QuestionRequest } from './messages.ts';
import type { Turn, Turns } from './turns.ts';

/** An answer, and the engine that has the open writing. */
export type Answered = EngineReplied<Extract<QuestionReply, { kind: 'answer' }>>;

/** A question on its way to an answer. */
interface Question {
  readonly source: EngineSource;
  readonly network: string | undefined;
  /** Under which its readings are remembered; undefined for a draft. */
  readonly key: string | undefined;
  readonly request: Omit<QuestionRequest, 'mayRead' | 'memo'>;
  readonly signal: AbortSignal;
  /** Called when it is being answered or has its position in the queue. */
  readonly onAdmitted: () => void;
}

const MB = 1024 * 1024;
const memoBytesMax = 24 * MB;

export function createQuestions(calls: EngineCalls, turns: Turns, closing: AbortSignal) {
  const memos = new LRUCache<string, Memo>({ maxSize: memoBytesMax, sizeCalculation: memoBytes });
  const beingRead = new Map<string, Promise<Answered>>();
  const waits = createDurations();

  const memoOf = ({ key }: Question) => (key === undefined ? undefined : memos.get(key));

  const answer = async (question: Question): Promise<Answered> => {
    const { source, key, request, signal, onAdmitted } = question;
    // The same question of another visitor is being read.
    const same = key === undefined ? undefined : beingRead.get(key);
    if (same !== undefined) {
      onAdmitted();
      await same.catch(() => {});
    }
    const memo = memoOf(question);
    const free = memo === undefined ? turns.tryTake(calls.holders(source)) : undefined;
    if (free !== undefined) {
      onAdmitted();
      waits.observe(0);
      return read(question, free);
    }
    const quick = { ...request, memo, mayRead: false };
    const { reply, engine } = await calls.askOpened(source, quick, signal);
    if (reply.kind === 'answer') return { reply, engine };
    const turn = await waitForTurn(question).catch((error: unknown) => {
      if (reply.certain === undefined || !isBusy(error)) throw error;
      return { reply: { kind: 'answer', reply: reply.certain } as const, engine };
    });
    return 'reply' in turn ? turn : read(question, turn);
  };

  const waitForTurn = async (question: Question): Promise<Turn> => {
    const { source, network, signal, onAdmitted } = question;
    const startedMs = performance.now();
    const { owner, id: site } = source;
    const choices = () => calls.choices(source);
    const holders = () => calls.holders(source);
    const turn = turns.take({ owner, site, network, choices, holders, onAdmitted }, signal);
    if (turns.waitingCount() > 0) calls.wakeOthers(source, turns.recheck);
    const taken = await turn;
    waits.observe((performance.now() - startedMs) / 1_000);
    return taken;
  };

  /** Reads a question, and caches what the models gave; of a draft nothing is kept. */
  const read = async (question: Question, turn: Turn): Promise<Answered> => {
    const { key } = question;
    const reading = readInTurn(question, turn);
    if (key === undefined) return reading.finally(() => calls.drop(question.request.edition));
    beingRead.set(key, reading);
    try {
      const answered = await reading;
      if (answered.reply.memo !== undefined) memos.set(key, copyMemo(answered.reply.memo));
      return answered;
    } finally {
      if (beingRead.get(key) === reading) beingRead.delete(key);
    }
  };

  /** No turn is held while the edition is opened, which may take seconds. */
  const readInTurn = async (question: Question, first: Turn): Promise<Answered> => {
    const { source, request, signal } = question;
    let next: Turn | undefined = first;
    const askOne = async () => {
      // After a death it waits for its turn again, on an engine that runs.
      const turn = next ?? (await waitForTurn(question));
      next = undefined;
      const wanted = { ...request, memo: memoOf(question), mayRead: true };
      return { engine: turn.engine, reply: await askInTurn(turn, wanted, signal) };
    };
    const { engine, reply } = await calls.withEdition<QuestionReply>(source, askOne, signal);
    if (reply.kind === 'unread') throw new Error('an engine did not read a question');
    return { reply, engine };
  };

  /** Asks the engine of a turn, which ends with the reply. */
  const askInTurn = async <Request extends EngineRequest>(
    turn: Turn,
    request: Request,
    signal: AbortSignal,
  ) => {
    let busyMs: number | undefined;
    try {
      const reply = await calls.ask(turn.engine, request, signal);
      if ('busyMs' in reply) ({ busyMs } = reply);
      return reply;
    } finally {
      turn.end(busyMs);
    }
  };

  return {
    answer: (source: EngineSource, ask: Ask, options: QuestionOptions, onAdmitted: () => void) => {
      const { isDraft = false, signal, network, ...given } = options;
      const { id, stamp } = source;
      return answer({
        source,
        network,
        key: isDraft ? undefined : memoKey(source, ask),
        request: { kind: 'question', edition: { id, stamp }, ask, ...given },
        signal: signal === undefined ? closing : AbortSignal.any([closing, signal]),
        onAdmitted,
      });
    },
    askInTurn,
    waits: waits.read,
  };
}

export function isBusy(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'busy';
}

/** What the models are asked about: the question and the visitor's turn before it. */
function memoKey({ id, stamp }: EngineSource, { question, history }: Ask): string {
  const asked = hash('sha256', JSON.stringify([question, turnBefore(history)]), 'base64url');
  return `${id} ${stamp} ${asked}`;
}
