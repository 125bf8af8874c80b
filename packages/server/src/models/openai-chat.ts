/** The body of a chat completion request in the variant of its server, and its stream of events. */
import { z } from 'zod';
import type { ModelText } from './model-text.ts';
import type { Variant, WritingRequest, Written } from './models.ts';
import { ServerFault } from './openai-fault.ts';

type End = Extract<Written, { readonly type: 'end' }>;

export function chatRequest(
  model: string,
  request: WritingRequest,
  { refuses }: Pick<Variant, 'refuses'>,
): object {
  const { messages, temperature, maxTokens } = request;
  const json = refuses.includes('response_format') ? undefined : request.json;
  const instructions = json?.instructions ?? request.instructions;
  return {
    model,
    // The newer name of the same bound; a model must never be left without it.
    [refuses.includes('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    temperature: refuses.includes('temperature') ? undefined : temperature,
    response_format: json && {
      type: 'json_schema',
      json_schema: { name: 'answer', strict: true, schema: json.schema },
    },
    messages: [
      ...(instructions === '' ? [] : [{ role: 'system', content: instructions }]),
      ...messages,
    ],
    stream: true,
    stream_options: refuses.includes('stream_options') ? undefined : { include_usage: true },
  };
}

const chatChoice = z.object({
  delta: z
    .object({
      content: z
        .union([z.string(), z.array(z.object({ type: z.string(), text: z.unknown().optional() }))])
        .nullish(),
      refusal: z.string().nullish().catch(undefined),
    })
    .nullish(),
  finish_reason: z.string().nullish(),
});

const chatEvent = z.object({
  model: z.string().nullish(),
  error: z.unknown().optional(),
  // Only the first is read. The last event of some servers has none, but the usage.
  choices: z.tuple([chatChoice.optional()], z.unknown()).nullish(),
  usage: z
    .object({ prompt_tokens: z.number().nullish(), completion_tokens: z.number().nullish() })
    .nullish(),
});
type ChatEvent = z.infer<typeof chatEvent>;
type Delta = z.infer<typeof chatChoice>['delta'];

/** The texts, then one end; throws a `ServerFault` when the events are not an answer. */
export async function* readChat(
  events: AsyncIterable<unknown>,
  ordered: string,
  text: ModelText,
  charactersMax: number,
): AsyncGenerator<Written> {
  let model = '';
  let characters = 0;
  let reason: string | undefined;
  let isRefusal = false;
  let usage: ChatEvent['usage'];
  for await (const given of events) {
    const event = checkedEvent(given);
    const choice = event.choices?.[0];
    model ||= event.model ?? '';
    usage = event.usage ?? usage;
    reason = choice?.finish_reason ?? reason;
    isRefusal ||= Boolean(choice?.delta?.refusal);
    const piece = text.push(textOf(choice?.delta));
    characters += piece.length;
    if (characters > charactersMax) throw new ServerFault('endless');
    if (piece !== '') yield { type: 'text', text: piece };
  }
  const rest = text.end();
  if (rest !== '') yield { type: 'text', text: rest };
  if (reason === undefined) throw new ServerFault('cut');
  const end = isRefusal && reason === 'stop' ? 'filtered' : (reasons[reason] ?? 'other');
  if (characters + rest.length === 0 && (end === 'stop' || end === 'other'))
    throw new ServerFault('empty');
  yield { type: 'end', model: model || ordered, reason: end, usage: usageOf(usage) };
}

const reasons: { readonly [reason: string]: End['reason'] } = {
  stop: 'stop',
  length: 'length',
  content_filter: 'filtered',
};

function checkedEvent(given: unknown): ChatEvent {
  const { success, data: event } = chatEvent.safeParse(given);
  if (success && event.error) throw new ServerFault('failing');
  if (!success || (!event.choices && !event.usage)) throw new ServerFault('malformed');
  return event;
}

/** Without reasoning, which comes in fields or parts of another type. */
function textOf(delta: Delta): string {
  const { content, refusal } = delta ?? {};
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
  const texts = parts.map(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? text : '',
  );
  return `${texts.join('')}${refusal ?? ''}`;
}

function usageOf(usage: ChatEvent['usage']): End['usage'] {
  const count = (tokens: number | null | undefined) =>
    Number.isSafeInteger(tokens) ? Math.max(0, Number(tokens)) : 0;
  const inputTokens = count(usage?.prompt_tokens);
  const outputTokens = count(usage?.completion_tokens);
  // Servers that do not count send zeros.
  return inputTokens + outputTokens === 0 ? undefined : { inputTokens, outputTokens };
}
