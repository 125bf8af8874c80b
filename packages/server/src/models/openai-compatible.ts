/** A language model behind any server that speaks the OpenAI API. */

import { createOpenAICompatible, type OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import type { LanguageModel, WritingOrder, Written } from './models.ts';
import type { FetchLimits } from './openai-body.ts';
import { type CallLimits, createCalls, type ModelServer, usualCallLimits } from './openai-calls.ts';
import { createRejectedFields, createThinkingModels } from './openai-dialect.ts';
import { createServerFetch, usualFetchLimits } from './openai-fetch.ts';
import { type Parts, readParts } from './openai-stream.ts';

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
  const calls = createCalls({ ...server, limits });
  const unwanted = createRejectedFields();
  const thinkers = createThinkingModels(server.log);
  const provider = createOpenAICompatible({
    name: 'server',
    baseURL: server.url,
    ...(server.key === undefined ? {} : { apiKey: server.key }),
    includeUsage: true,
    fetch: createServerFetch('text/event-stream', limits),
    transformRequestBody: unwanted.leaveOut,
    supportsStructuredOutputs: true,
  });

  async function* write(order: WritingOrder, signal: AbortSignal): AsyncGenerator<Written> {
    const model = order.model ?? server.model;
    const call = await calls.begin(model, signal);
    const text = thinkers.textOf(model);
    try {
      const stream = await call.tries(() =>
        unwanted.learn(model, () => {
          const takesJson = !unwanted.rejects(model, 'response_format');
          return begin(
            provider,
            model,
            takesJson ? order : { ...order, json: undefined },
            call.signal,
          );
        }),
      );
      for await (const written of readParts(stream, model, text, limits.charactersMax)) {
        call.answerStarted();
        yield written;
      }
      call.worked();
    } catch (error) {
      throw call.failed(error);
    } finally {
      thinkers.note(model, text);
      call.end();
    }
  }

  return {
    name: server.model,
    write,
    state: () => (calls.isResting(server.model) ? 'resting' : 'ready'),
    close: calls.close,
  };
}

async function begin(
  provider: OpenAICompatibleProvider,
  model: string,
  { instructions: inLines, json, messages, temperature, maxTokens }: WritingOrder,
  abortSignal: AbortSignal,
): Promise<Parts> {
  const instructions = json?.instructions ?? inLines;
  const { stream } = await provider.chatModel(model).doStream({
    prompt: [
      ...(instructions === '' ? [] : [{ role: 'system' as const, content: instructions }]),
      ...messages.map(({ role, content }) => ({
        role,
        content: [{ type: 'text' as const, text: content }],
      })),
    ],
    abortSignal,
    includeRawChunks: true,
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
    ...(json === undefined
      ? {}
      : { responseFormat: { type: 'json' as const, name: 'answer', schema: json.schema } }),
  });
  return stream;
}
