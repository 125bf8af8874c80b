/**
 * What an engine does, independent of its process: holds editions, answers questions, makes vectors and checks the
 * statements of a model.
 */

import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type AnswerModels, answer, answerWithoutReading, declined } from '../answers/answers.ts';
import { passagesFor } from '../answers/find/passages.ts';
import type { Prepared } from '../answers/find/prepared.ts';
import type { Ask, Passage, Reply } from '../answers/knowledge.ts';
import { thresholds } from '../answers/read/read-answer.ts';
import type { Reading, ReadScore } from '../answers/read/read-passages.ts';
import { words } from '../answers/words.ts';
import { informationFor } from '../answers/write/information.ts';
import { createBreathe } from '../kernel/breathe.ts';
import { sentencesOf } from '../kernel/language/sentences.ts';
import { createEditions, type EngineVectors, type HeldEdition } from './editions.ts';
import { createGroundedAnswer, type GroundedAnswer } from './grounded-answer.ts';
import { NotRead, withMemo } from './memo.ts';
import type {
  ConsideredPassage,
  EngineNotice,
  EngineReply,
  EngineRequest,
  OpenWriting,
  QuestionReply,
  QuestionRequest,
  ReplyReason,
  ReplyTo,
  StatementReply,
  StatementRequest,
  UnknownReply,
} from './messages.ts';

export interface EngineModels {
  readonly vectors?: EngineVectors | undefined;
  /** Reads one passage after another, and lets the event loop turn between them. */
  readonly read?:
    | ((reading: Reading, signal: AbortSignal) => Promise<readonly ReadScore[]>)
    | undefined;
}

const writingsMax = 200;
const writingMs = 120_000;
const unknown: UnknownReply = { kind: 'unknown' };
const never = new AbortController().signal;

export function createEngineWork(models: EngineModels) {
  const priorities = createPriorities();
  const editions = createEditions(models.vectors, priorities.breathe);
  // Lost when the process ends; each answer then ends with what was sent.
  const writings = new LRUCache<string, GroundedAnswer>({
    max: writingsMax,
    ttl: writingMs,
    ttlAutopurge: true,
  });

  const { read: readWith } = models;
  const readUntil = (signal: AbortSignal) =>
    readWith && ((reading: Reading) => readWith(reading, signal));

  const answerModels = ({ prepared }: HeldEdition, signal: AbortSignal): AnswerModels => {
    const read = readUntil(signal);
    return {
      ...(models.vectors && prepared.vectors && { encode: models.vectors.encodeQuestion }),
      ...(read && { read }),
    };
  };

  const question = async (
    request: QuestionRequest,
    signal: AbortSignal,
  ): Promise<QuestionReply | UnknownReply> => {
    const held = editions.get(request.edition);
    if (held === undefined) return unknown;
    const { ask, memo, mayRead } = request;
    const startedMs = performance.now();
    if (!mayRead && memo === undefined && readWith !== undefined && !request.isDeclined)
      return withoutReading(held, request);
    const remembering = withMemo(answerModels(held, signal), memo, mayRead);
    const endQuestion = mayRead ? priorities.startQuestion() : undefined;
    try {
      const reply = request.isDeclined
        ? declined(held.prepared, ask)
        : await answer(held.prepared, ask, remembering);
      const used = remembering.memo();
      return {
        kind: 'answer',
        reply: engineReply(reply, held.prepared, request.withDetails),
        memo: used,
        isRemembered: remembering.hasRemembered(),
        busyMs: used && performance.now() - startedMs,
        writing: openWriting(held, request, reply),
      };
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      return withoutReading(held, request);
    } finally {
      endQuestion?.();
    }
  };

  const withoutReading = (
    { prepared }: HeldEdition,
    { ask, withDetails }: QuestionRequest,
  ): QuestionReply => {
    const quick = answerWithoutReading(prepared, ask);
    const reply = quick && engineReply(quick.reply, prepared, withDetails);
    if (reply === undefined || !quick?.isFinal) return { kind: 'unread', certain: reply };
    return { kind: 'answer', reply };
  };

  const openWriting = (
    { prepared }: HeldEdition,
    { ask, writing }: QuestionRequest,
    reply: Reply,
  ): OpenWriting | undefined => {
    if (writing === undefined || reply.isCertain || reply.asked === undefined) return undefined;
    const { near } = reply.asked;
    const items = informationFor(prepared, near, reply.language, writing.charactersMax);
    if (items.length === 0) return undefined;
    const { isTrusted } = writing;
    // Unique over all processes: one that was restarted must not know the writing of another visitor.
    const id = randomUUID();
    writings.set(
      id,
      createGroundedAnswer({ prepared, ask, reply, items, read: readUntil(never), isTrusted }),
    );
    return {
      id,
      question: reply.asked.question,
      refusal: words[reply.language].refusal,
      isTrusted,
      items: items.map(({ id, passage: { title, text } }) => ({ id, title, text })),
    };
  };

  const statement = async (request: StatementRequest): Promise<StatementReply | UnknownReply> => {
    const writing = writings.get(request.writing);
    if (writing === undefined) return unknown;
    const startedMs = performance.now();
    const endQuestion = priorities.startQuestion();
    try {
      const checked = await writing.take(request);
      const busyMs = performance.now() - startedMs;
      return { kind: 'statement', ...checked, counts: writing.counts(), busyMs };
    } finally {
      endQuestion();
    }
  };

  const handle = async (
    request: EngineRequest,
    signal: AbortSignal,
  ): Promise<ReplyTo[keyof ReplyTo]> => {
    switch (request.kind) {
      case 'wake':
        return { kind: 'awake' };
      case 'open':
        return editions.open(request);
      case 'status':
        return editions.status(request.edition) ?? unknown;
      case 'vectors':
        return (await editions.addVectors(request)) ?? unknown;
      case 'embed':
        return (await editions.embed(request)) ?? unknown;
      case 'question':
        return question(request, signal);
      case 'statement':
        return statement(request);
      case 'passages': {
        const held = editions.get(request.edition);
        if (held === undefined) return unknown;
        const passages = passagesFor(held.prepared, request.ask as Ask, request.charactersMax);
        return { kind: 'passages', passages };
      }
    }
  };

  return {
    handle: handle as <Request extends EngineRequest>(
      request: Request,
      signal: AbortSignal,
    ) => Promise<ReplyTo[Request['kind']]>,
    notice: (notice: EngineNotice): void => {
      if ('drop' in notice) editions.drop(notice.drop);
      else writings.delete(notice.endWriting);
    },
  };
}

// Under steady load, long work gets about a quarter of the time.
const sliceMs = 25;

/** Questions first: long work in an engine pauses while a question is read, and continues between questions. */
export function createPriorities() {
  let questions = 0;
  let calm = Promise.withResolvers<void>();
  return {
    /** Until the returned function is called, other work pauses. */
    startQuestion: () => {
      questions += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        questions -= 1;
        calm.resolve();
        calm = Promise.withResolvers();
      };
    },
    /** For long work to await between its steps. Under load, it gets a slice after every question. */
    breathe: createBreathe(sliceMs, () => (questions > 0 ? calm.promise : undefined)),
  };
}

/** The reply as the server gets it: without passages, and on request with what was considered. */
export function engineReply(
  reply: Reply,
  { business }: Prepared,
  withDetails = false,
): EngineReply {
  const { confidence: _, asked, considered, passages, ...shown } = reply;
  if (!withDetails) return shown;
  const found = considered ?? (asked?.near ?? passages ?? []).map((passage) => ({ passage }));
  const needed = thresholds[business.strictness];
  return {
    ...shown,
    details: {
      considered: found.slice(0, consideredMax).map(consideredPassage),
      needed,
      reason: reasonOf(reply, needed),
    },
  };
}

const consideredMax = 8;

function consideredPassage(read: {
  readonly passage: Passage;
  readonly score?: { readonly answer: number; readonly evidence: readonly number[] };
}): ConsideredPassage {
  const { entry, text } = read.passage;
  return {
    id: entry.id,
    kind: entry.kind,
    field: entry.field?.kind,
    title: entry.title,
    sentence: bestSentence(text, read.score?.evidence ?? []),
    score: read.score?.answer,
  };
}

function bestSentence(text: string, evidence: readonly number[]): string {
  const parts = sentencesOf(text);
  const best = evidence.indexOf(Math.max(...evidence));
  return parts[best] ?? parts[0] ?? text;
}

function reasonOf(reply: Reply, needed: number): ReplyReason {
  const { answered, considered, asked, made } = reply;
  if (answered) {
    if (reply.isOwnersQuestion || (asked === undefined && made.length > 0)) return 'own_question';
    if (asked === undefined) return 'small_talk';
    const isRead = (considered?.[0]?.score.answer ?? Number.NEGATIVE_INFINITY) >= needed;
    return isRead ? 'read' : 'field';
  }
  if (asked === undefined) return 'no_question';
  if (considered !== undefined) return 'not_sure';
  return asked.near.length === 0 ? 'nothing_found' : 'not_read';
}
