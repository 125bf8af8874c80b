import type { OperationInput, OperationName, OperationResult } from '../server/operations.ts';
import type { Command, Context, Given, Result } from './command.ts';
import { runOperation } from './run-operation.ts';

interface OperationCommand<Name extends OperationName> extends Omit<Command, 'run'> {
  readonly name: Name;
  readonly input: (
    given: Given,
    context: Context,
  ) => OperationInput<Name> | Promise<OperationInput<Name>>;
  /** The lines for people; or a whole result, if its value differs from what the operation returned. */
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

/** Formats items as aligned columns for a terminal: a title and a cell of each item for each column. */
export function table<Item>(
  items: readonly Item[],
  columns: { readonly [title: string]: (item: Item) => string | number },
): readonly string[] {
  const padded = Object.entries(columns).map(([title, cellOf]) => {
    const cells = [title, ...items.map((item) => String(cellOf(item)))];
    const width = Math.max(...cells.map((cell) => cell.length));
    return cells.map((cell) => cell.padEnd(width));
  });
  return ['', ...items].map((_, row) =>
    padded
      .map((cells) => cells[row])
      .join('  ')
      .trimEnd(),
  );
}
