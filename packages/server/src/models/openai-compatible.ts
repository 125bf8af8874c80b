/** A language model on any server with the OpenAI API. */

import { createModelText } from './model-text.ts';
import type { LanguageModel, WritingRequest } from './models.ts';
import {
  type CallLimits,
  createCalls,
  type ModelServer,
  retry,
  usualCallLimits,
} from './openai-calls.ts';
import { chatRequest, createDialects, learnRejected, readChat } from './openai-chat.ts';
import { type FetchLimits, fetchEvents, usualFetchLimits } from './openai-fetch.ts';

interface WritingServer extends ModelServer {
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
  const dialectOf = createDialects();
  const { key, log } = server;
  const url = `${server.url.replace(/\/$/, '')}/chat/completions`;

  async function* readAnswer(model: string, request: WritingRequest, signal: AbortSignal) {
    const dialect = dialectOf(model);
    const text = createModelText(dialect.thinksUnmarked ? 'unmarked' : undefined);
    const call = () =>
      fetchEvents({ url, key, body: chatRequest(model, request, dialect), limits, signal });
    try {
      const events = await retry(() => learnRejected(dialect, call), limits, signal);
      yield* readChat(events, model, text, limits.charactersMax);
    } finally {
      const thinks = text.thinksUnmarked() ?? dialect.thinksUnmarked;
      if (thinks && !dialect.thinksUnmarked)
        log.warn(
          'the model writes its reasoning into its answers; let the model server separate it, for faster answers',
        );
      dialect.thinksUnmarked = thinks;
    }
  }

  return {
    name: server.model,
    write: (request, signal) => {
      const model = request.model ?? server.model;
      return calls.run(model, signal, (stop) => readAnswer(model, request, stop));
    },
    state: () => (calls.isPaused(server.model) ? 'paused' : 'ready'),
    close: calls.close,
  };
}
