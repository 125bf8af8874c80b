import { limits } from '@baraza/contract';
import { Problem } from './problem.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * The one reader of JSON from outside. What it lets through can be stored by both engines and
 * comes back equal: no NUL, no lone surrogate, no number that is not a finite double, no nesting
 * that would overflow a stack.
 */
export function parseJson(bytes: Uint8Array, depthMax: number): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw new Problem('json', 'The body must be JSON in UTF-8.', { cause });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Problem('json', 'The body must be JSON.', { cause });
  }
  assertStorable(value, depthMax);
  return value;
}

// A stack of our own: the caller decides the depth of the value, never that of our call stack.
function assertStorable(root: unknown, depthMax: number): void {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value: root, depth: 1 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string') assertText(value);
    else if (typeof value === 'number') assertNumber(value);
    else if (typeof value === 'object' && value !== null) {
      if (depth > depthMax)
        throw new Problem('invalid', `JSON may nest at most ${limits.jsonDepthMax} levels deep.`);
      if (Array.isArray(value)) for (const item of value) push(waiting, item, depth + 1);
      else
        for (const [key, item] of Object.entries(value)) {
          assertText(key);
          push(waiting, item, depth + 1);
        }
    }
  }
}

type Waiting = { readonly value: unknown; readonly depth: number }[];

function push(waiting: Waiting, value: unknown, depth: number): void {
  if (typeof value === 'string') assertText(value);
  else if (typeof value === 'number') assertNumber(value);
  else if (typeof value === 'object' && value !== null) waiting.push({ value, depth });
}

function assertText(text: string): void {
  if (!text.isWellFormed() || text.includes('\0'))
    throw new Problem('invalid', 'Text in JSON must be Unicode without NUL and lone surrogates.');
}

function assertNumber(value: number): void {
  if (!Number.isFinite(value))
    throw new Problem('invalid', 'A number in JSON must fit into a double.');
}
