/** A language model on any server with the OpenAI API. */

import { createModelText } from './model-text.ts';
import type { LanguageModel, Variants, WritingRequest } from './models.ts';
import {
  type CallLimits,
  createCalls,
  type ModelServer,
  retry,
  usualCallLimits,
} from './openai-calls.ts';
import { chatRequest, readChat } from './openai-chat.ts';
import { faultOf } from './openai-fault.ts';
import { type FetchLimits, fetchEvents, usualFetchLimits } from './openai-fetch.ts';
import { createVariantExam, type Found } from './variant-exam.ts';

interface WritingServer extends ModelServer {
  readonly variants: Variants;
  readonly limits?: Partial<WritingLimits>;
}

export interface WritingLimits extends CallLimits, FetchLimits {
  readonly charactersMax: number;
}

export function openLanguageModel(server: WritingServer): LanguageModel {
  const limits: WritingLimits = {
    ...usualCallLimits,
    ...usualFetchLimits,
    charactersMax: 100_000,
    ...server.limits,
  };
  const calls = createCalls(server, limits);
  const { key } = server;
  const url = `${server.url.replace(/\/$/, '')}/chat/completions`;

  /** Asks once in this variant; only failures that may pass are tried again. */
  async function* readAnswer(
    model: string,
    request: WritingRequest,
    { refuses, thinksUnmarked }: Found,
    signal: AbortSignal,
  ) {
    const text = createModelText(thinksUnmarked ? 'unmarked' : undefined);
    const body = chatRequest(model, request, { refuses });
    const call = () => fetchEvents({ url, key, body, limits, signal });
    yield* readChat(await retry(call, limits, signal), model, text, limits.charactersMax);
    return text.thinksUnmarked() === true;
  }

  const exam = createVariantExam(server, (model, work) =>
    calls.run(model, new AbortController().signal, (stop) =>
      work((request, variant) => readAnswer(model, request, variant, stop)),
    ),
  );

  async function* write(model: string, request: WritingRequest, signal: AbortSignal) {
    const variant = await exam.variantOf(model);
    try {
      yield* readAnswer(model, request, variant, signal);
    } catch (error) {
      // The server has changed: this call fails, and the next ones are made in the variant that the exam finds.
      if (faultOf(error).detail.rejectedField !== undefined) exam.begin(model);
      throw error;
    }
  }

  return {
    name: server.model,
    write: (request, signal) => {
      const model = request.model ?? server.model;
      return calls.run(model, signal, (stop) => write(model, request, stop));
    },
    examine: () => exam.examine(server.model),
    state: () => (calls.isPaused(server.model) ? 'paused' : 'ready'),
    close: calls.close,
  };
}
