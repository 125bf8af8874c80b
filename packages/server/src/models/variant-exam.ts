/**
 * Finds how a server wants to be asked for a model: by a short request of our own with all fields that requests of
 * sites have, and again without each field that it refuses. Once a day for each model; what was found is kept.
 */
import { dayMs, minuteMs } from '@baraza/contract';
import { LRUCache } from 'lru-cache';
import type { Variant, Variants, WritingRequest, Written } from './models.ts';
import type { ModelServer } from './openai-calls.ts';
import { faultOf } from './openai-fault.ts';

export type Found = Omit<Variant, 'examinedAt'>;

/** As the API describes it. */
const plain: Found = { refuses: [], thinksUnmarked: false };

/** Asks once in this variant; returns whether the answer had reasoning of which only the end was marked. */
type Ask = (request: WritingRequest, variant: Found) => AsyncGenerator<Written, boolean>;

/** Makes one call of what `work` asks. */
type Run = (model: string, work: (ask: Ask) => AsyncIterable<Found>) => AsyncIterable<Found>;

interface ExamParts extends Pick<ModelServer, 'clock' | 'log'> {
  readonly variants: Variants;
}

const pauseMs = minuteMs;

export function createVariantExam({ variants, clock, log }: ExamParts, run: Run) {
  const underWay = new Map<string, Promise<void>>();
  const begunAt = new LRUCache<string, number>({ max: 100 });

  const isDue = (known: Variant | undefined) =>
    known === undefined || clock() - known.examinedAt >= dayMs;

  const find = async (model: string): Promise<void> => {
    for await (const found of run(model, examination)) {
      await variants.save(model, { ...found, examinedAt: clock() });
      const { refuses, thinksUnmarked } = found;
      if (refuses.length > 0) log.info('the model is asked without what it refuses', { refuses });
      if (thinksUnmarked)
        log.warn(
          'the model writes its reasoning into its answers; let the model server separate it, for faster answers',
        );
    }
  };

  const start = (model: string): Promise<void> => {
    const exam = underWay.get(model) ?? find(model).finally(() => underWay.delete(model));
    underWay.set(model, exam);
    begunAt.set(model, clock());
    return exam;
  };

  /** In the background, at most once a minute: a server that is away is not asked with every question. */
  const begin = (model: string): void => {
    if (clock() - (begunAt.get(model) ?? Number.NEGATIVE_INFINITY) < pauseMs) return;
    start(model).catch(() => {});
  };

  return {
    begin,
    /** The known variant, or the plain one; begins an exam if one is due. */
    variantOf: async (model: string): Promise<Found> => {
      const known = await variants.read(model).catch(() => undefined);
      if (isDue(known)) begin(model);
      return known ?? plain;
    },
    /** Ends when the variant is known; rejects when the server cannot be asked. */
    examine: async (model: string): Promise<void> => {
      if (isDue(await variants.read(model))) await start(model);
    },
  };
}

async function* examination(ask: Ask): AsyncGenerator<Found> {
  const refuses: string[] = [];
  for (;;)
    try {
      yield { refuses, thinksUnmarked: await lastOf(ask(probe, { ...plain, refuses })) };
      return;
    } catch (error) {
      const { rejectedField } = faultOf(error).detail;
      if (rejectedField === undefined || refuses.includes(rejectedField)) throw error;
      refuses.push(rejectedField);
    }
}

async function lastOf<Result>(answer: AsyncGenerator<unknown, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = await answer.next();
    if (done === true) return value as Result;
  }
}

const text = { type: 'string' };
const statement = {
  type: 'object',
  properties: { say: text, from: { type: 'array', items: text } },
  required: ['say', 'from'],
  additionalProperties: false,
};

const probe: WritingRequest = {
  instructions: 'Answer in one short line.',
  json: {
    instructions: 'Write JSON and nothing else: {"answer":[{"say":"one sentence","from":["i1"]}]}',
    // With every part that the schema of an answer has.
    schema: {
      type: 'object',
      properties: { answer: { type: 'array', items: statement } },
      required: ['answer'],
      additionalProperties: false,
    },
  },
  messages: [{ role: 'user', content: '{"id":"i1","text":"Open on Monday."} When is it open?' }],
  temperature: 0,
  // Enough for the end of some reasoning.
  maxTokens: 2_000,
};
