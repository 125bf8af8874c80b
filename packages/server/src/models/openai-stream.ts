/**
 * Reads a chat completion stream with the AI SDK, and handles what servers with other dialects send
 * beside it.
 */
import { InvalidResponseDataError, type LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelText } from './model-text.ts';
import type { Written } from './models.ts';
import { faultIn, ServerFault } from './openai-fault.ts';

export type Parts = ReadableStream<LanguageModelV4StreamPart>;
type Finish = Extract<LanguageModelV4StreamPart, { readonly type: 'finish' }>;
type End = Extract<Written, { readonly type: 'end' }>;

/** The texts, then one end; throws a `ServerFault` at what is no answer. The stream has its raw parts too. */
export async function* readParts(
  stream: Parts,
  ordered: string,
  text: ModelText,
  charactersMax: number,
): AsyncGenerator<Written> {
  let model = ordered;
  let characters = 0;
  let raw: RawEvent = {};
  let reason: string | undefined;
  let countedAlone: RawEvent['usage'];
  let finish: Finish | undefined;
  for await (const part of stream) {
    switch (part.type) {
      case 'raw':
        raw = (part.rawValue ?? {}) as RawEvent;
        reason = raw.choices?.[0]?.finish_reason ?? reason;
        break;
      case 'error':
        if (!isCountAlone(raw)) throw faultOfPart(part.error);
        countedAlone = raw.usage;
        break;
      case 'response-metadata':
        model = part.modelId || model;
        break;
      case 'text-delta': {
        const piece = text.push(part.delta);
        characters += piece.length;
        if (characters > charactersMax) throw new ServerFault('endless');
        if (piece !== '') yield { type: 'text', text: piece };
        break;
      }
      case 'finish':
        finish = part;
    }
  }
  const rest = text.end();
  if (rest !== '') yield { type: 'text', text: rest };
  const end = endOf(finish, { reason, countedAlone });
  if (characters + rest.length === 0 && (end.reason === 'stop' || end.reason === 'other'))
    throw new ServerFault('empty');
  yield { type: 'end', model, ...end };
}

/** One event as it came, as far as the library does not tell. */
interface RawEvent {
  readonly choices?: readonly { readonly finish_reason?: string | null }[] | null;
  readonly usage?: { readonly prompt_tokens?: number; readonly completion_tokens?: number } | null;
  readonly error?: unknown;
}

/** The last event of some servers counts the tokens and has no list of choices, which the library cannot read. */
function isCountAlone({ choices, usage, error }: RawEvent): boolean {
  return error === undefined && (choices ?? null) === null && (usage ?? null) !== null;
}

/** What the library reports as a part of the stream: what it could not read, or what the server called an error. */
function faultOfPart(error: unknown): ServerFault {
  if (InvalidResponseDataError.isInstance(error)) return new ServerFault('cut');
  return error instanceof Error ? faultIn(error) : new ServerFault('failing');
}

function endOf(
  finish: Finish | undefined,
  seen: { readonly reason: string | undefined; readonly countedAlone: RawEvent['usage'] },
): Pick<End, 'reason' | 'usage'> {
  const { reason, countedAlone } = seen;
  // The library takes what it could not read for the end of everything.
  if (countedAlone) {
    if (reason === undefined) throw new ServerFault('cut');
    const { prompt_tokens, completion_tokens } = countedAlone;
    return { reason: reasonOf(reason), usage: usageOf(prompt_tokens, completion_tokens) };
  }
  if (finish === undefined) throw new ServerFault('cut');
  const { inputTokens, outputTokens } = finish.usage;
  return {
    reason: reasonOf(finish.finishReason.unified),
    usage: usageOf(inputTokens.total, outputTokens.total),
  };
}

function reasonOf(reason: string): End['reason'] {
  if (reason === 'stop' || reason === 'length') return reason;
  return /^content[-_]filter$/.test(reason) ? 'filtered' : 'other';
}

function usageOf(input: unknown, output: unknown): End['usage'] {
  const [inputTokens, outputTokens] = [input, output].map((count) =>
    Number.isSafeInteger(count) ? Math.max(0, Number(count)) : 0,
  ) as [number, number];
  // Nothing at all is what servers say that do not count.
  return inputTokens + outputTokens === 0 ? undefined : { inputTokens, outputTokens };
}
