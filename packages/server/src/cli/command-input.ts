import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { invalid } from '../kernel/problem.ts';

export type CommandInput = Readonly<typeof standardInput>;

export const standardInput = {
  /** Whether a person can be asked. */
  isTerminal: process.stdin.isTTY === true,
  ask: async (question: string) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  },
  /** All that is piped in. */
  text: () => text(process.stdin),
};

/** Asks for the name of what is deleted; without a terminal `--yes` is required. */
export async function confirmDeletion(
  input: CommandInput,
  {
    name,
    what,
    isSure,
  }: { readonly name: string; readonly what: string; readonly isSure: boolean },
): Promise<void> {
  if (isSure) return;
  if (!input.isTerminal) throw invalid(`This deletes ${what} permanently; pass --yes to do it.`);
  const typed = await input.ask(`This deletes ${what} permanently. Type ${name} to do it: `);
  if (typed.trim() !== name) throw invalid('Nothing was deleted.');
}
