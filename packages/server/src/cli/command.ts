import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Log } from '../kernel/log.ts';
import { invalid, type Problem } from '../kernel/problem.ts';
import type { Config, Environment } from '../setup/config.ts';
import type { CommandInput } from './command-input.ts';

/** A command: name, usage and implementation. */
export interface Command {
  /** `keys create`; one to three words. */
  readonly name: string;
  readonly summary: string;
  /** Arguments, as shown after the name and as they are parsed: `SLUG [FILE] --owner OWNER [--yes]`. */
  readonly usage: string;
  readonly example: string;
  /** An option that may be given instead of the last positional argument. */
  readonly lastAsOption?: string;
  readonly run: (given: Given, context: Context) => Promise<Result>;
}

export type Given = ReturnType<typeof parseGiven>;

export interface Context {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Log;
  readonly print: (line: string) => void;
  /** Whether output goes to a terminal, where no file or journal keeps it. */
  readonly isTerminal: boolean;
  readonly input: CommandInput;
}

/** A value for `--json`, and the lines for people; empty when the command has printed its own. */
export interface Result {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** Warnings for standard error, also with `--json`; the command has succeeded. */
  readonly warnings?: readonly string[];
  readonly exitCode?: number;
}

export function parseGiven(command: Command, words: readonly string[]) {
  const expected = argumentsOf(command);
  const { values, positionals } = parseWords(command, words, expected.options);
  const { required, most } = expected;
  if (positionals.length < required.length || positionals.length > most)
    throw usageProblem(
      command,
      positionals.length > most
        ? `does not take ${positionals[most]}`
        : `needs ${required[positionals.length]}`,
    );
  const option = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    /** Whether `--json` was given. */
    json: values.json === true,
    /** An option that was given as text. */
    option,
    /** Of the named options, those that were given as text. */
    options: <Name extends string>(...names: readonly Name[]) =>
      Object.fromEntries(
        names.map((name) => [name, option(name)]).filter(([, value]) => value !== undefined),
      ) as { readonly [name in Name]?: string },
    required: (name: string) => {
      const value = option(name);
      if (value === undefined || value === '') throw usageProblem(command, `needs --${name}`);
      return value;
    },
    /** Whether an option without a value was given. */
    flag: (name: string) => values[name] === true,
    /** Empty if an optional argument is missing. */
    positional: (index: number) => positionals[index] ?? '',
  };
}

/** Reads the usage: `--name VALUE` takes a text, `--name` is a flag, and the other words are positional. */
function argumentsOf({ usage, lastAsOption }: Command) {
  const options: ParseArgsOptionsConfig = { json: { type: 'boolean' } };
  const others = usage.replaceAll(
    /\[?--([a-z-]+)(?: ([^\s[\]]+))?\]?/g,
    (_, name: string, value?: string) => {
      options[name] = { type: value === undefined ? 'boolean' : 'string' };
      return '';
    },
  );
  if (lastAsOption !== undefined) options[lastAsOption] = { type: 'string' };
  const positionals = others.split(' ').filter((word) => word !== '');
  const required = positionals.filter((word) => !word.startsWith('['));
  return {
    options,
    required: required.slice(0, lastAsOption === undefined ? undefined : -1),
    most: positionals.length,
  };
}

export function helpOf(command: Command): string {
  return [
    command.summary,
    '',
    `Usage: baraza ${command.name}${command.usage === '' ? '' : ` ${command.usage}`} [--json]`,
    `Example: ${command.example}`,
  ].join('\n');
}

function parseWords(
  command: Command,
  words: readonly string[],
  options: ParseArgsOptionsConfig,
): { readonly values: { readonly [name: string]: unknown }; readonly positionals: string[] } {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const [sentence = ''] = (cause as Error).message.split(/\. |\n/);
    throw usageProblem(command, `was not understood: ${sentence.replace(/\.$/, '')}`, cause);
  }
}

function usageProblem(command: Command, fault: string, cause?: unknown): Problem {
  return invalid(`baraza ${command.name} ${fault}; see baraza ${command.name} --help.`, { cause });
}
