import type { OperationInput, OperationName, OperationResult } from './admin/operations.ts';
import { runOperation } from './admin/run-operation.ts';
import type { Command, Context, Given, Result } from './command.ts';

interface OperationCommand<Name extends OperationName> extends Omit<Command, 'run'> {
  readonly name: Name;
  readonly input: (
    given: Given,
    context: Context,
  ) => OperationInput<Name> | Promise<OperationInput<Name>>;
  /** The lines for people; a whole result where more than the lines differs from what the operation returned. */
  readonly show: (value: OperationResult<Name>, given: Given) => readonly string[] | Result;
}

/** A command that runs the operation of the same name and shows what it returned. */
export function operationCommand<Name extends OperationName>({
  input,
  show,
  ...command
}: OperationCommand<Name>): Command {
  return {
    ...command,
    run: async (given, context) => {
      const { config, log } = context;
      const value = await runOperation(config, log, command.name, await input(given, context));
      const shown = show(value, given);
      return 'lines' in shown ? shown : { value, lines: shown };
    },
  };
}

/** Formats rows as aligned columns for a terminal. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
