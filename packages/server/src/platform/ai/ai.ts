import { type Generate, limits } from '@baraza/contract';
import { type Caller, knownIds } from '../../access/scopes.ts';
import { Problem } from '../../kernel/problem.ts';
import { onlyResourceOf, type ResourceRow } from '../../store/platform/resources.ts';
import type { Reader } from '../../store/store.ts';
import { requireResource } from '../resources/resources.ts';
import { assertLegal } from '../resources/transitions.ts';

/** The assistant that a request names; without a name, the owner's only one. */
export async function requireAssistant(
  reader: Reader,
  caller: Caller,
  wanted: Generate,
): Promise<ResourceRow> {
  const id = wanted.assistant ?? wanted.assistantId ?? (await onlyAssistant(reader, caller));
  const row = await requireResource(reader, caller, id, 'write');
  assertLegal('generate', row);
  return row;
}

/** Refuses an empty prompt, or one over the size limit. */
export function assertPrompt({ prompt, input, messages = [] }: Generate): void {
  const said = messages.map(({ content }) => content);
  const text = [prompt ?? input ?? [], ...said].flat().join('\n');
  if (text.trim() === '')
    throw new Problem('invalid', 'Send the text as prompt, input or messages.');
  if (Buffer.byteLength(text) > limits.promptBytesMax)
    throw new Problem('too_large', `The prompt may have at most ${limits.promptBytesMax} bytes.`);
}

async function onlyAssistant(reader: Reader, caller: Caller): Promise<string> {
  const only = await onlyResourceOf(reader, caller.ownerId, 'ai', knownIds(caller));
  if (only === undefined)
    throw new Problem('invalid', 'Name the assistant: send its id as assistant.');
  return only.id;
}
