import { type Generate, limits } from '@baraza/contract';
import type { Caller } from '../access/scopes.ts';
import { Problem } from '../kernel/problem.ts';
import { onlyResourceOf, type ResourceRow } from '../store/resources.ts';
import type { Reader } from '../store/store.ts';
import { requireResource } from './resources.ts';
import { assertLegal } from './transitions.ts';

/** The assistant that a request means; where it names none, the only one the owner has. */
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

/** What the request asks, as one text; refused when there is nothing or too much of it. */
export function promptOf(wanted: Generate): string {
  const text =
    wanted.prompt ??
    wanted.input ??
    wanted.messages?.map(({ content }) => content).join('\n') ??
    '';
  if (text.trim() === '')
    throw new Problem('invalid', 'Send the text as prompt, input or messages.');
  if (Buffer.byteLength(text) > limits.promptBytesMax)
    throw new Problem('too_large', `The prompt may have at most ${limits.promptBytesMax} bytes.`);
  return text;
}

async function onlyAssistant(reader: Reader, caller: Caller): Promise<string> {
  const only = await onlyResourceOf(reader, caller.ownerId, 'ai');
  if (only === undefined)
    throw new Problem('invalid', 'Name the assistant: send its id as assistant.');
  return only.id;
}
