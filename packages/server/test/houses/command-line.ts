import assert from 'node:assert/strict';
import type { CommandInput } from '../../src/cli/command-input.ts';
import { type Output, runCommandLine } from '../../src/cli/command-line.ts';

export interface Said {
  readonly code: number;
  readonly out: readonly string[];
  readonly err: readonly string[];
}

/** One command in this process, with its environment and its two streams of its own. */
export async function say(
  words: readonly string[],
  environment: { readonly [name: string]: string } = {},
  /** What is piped in, or what a person answers. */
  typed: { readonly piped: string } | { readonly answers: string } = { piped: '' },
): Promise<Said> {
  const out: string[] = [];
  const err: string[] = [];
  const output: Output = {
    out: (line) => out.push(...line.split('\n')),
    err: (line) => err.push(...line.split('\n')),
  };
  const input: CommandInput = {
    isTerminal: 'answers' in typed,
    ask: async () => ('answers' in typed ? typed.answers : ''),
    text: async () => ('piped' in typed ? typed.piped : ''),
  };
  const code = await runCommandLine(words, environment, output, input);
  return { code, out, err };
}

/** One clear sentence on the error stream, exit code 1, and no stack. */
export function assertRefused(
  { code, out, err }: Said,
  has: RegExp,
  hasNot: RegExp = /^Unexpected|\bat .*:\d+:\d+|undefined|\[object/,
): void {
  const text = err.join('\n');
  assert.equal(code, 1, text);
  assert.deepEqual(out, []);
  assert.equal(err.length, 1, text);
  assert.match(text, /^[^\n]{10,600}\.$/);
  assert.match(text, has);
  assert.doesNotMatch(text, hasNot);
}
