import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config, Environment } from '../config.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import type { CommandInput } from './command-input.ts';

/** A command: name, usage and implementation. */
export interface Command {
  /** `keys create`; one word to three. */
  readonly name: string;
  readonly summary: string;
  /** Arguments, as shown after the name. */
  readonly usage: string;
  readonly example: string;
  readonly options: ParseArgsOptionsConfig;
  /** Names of the required positional arguments, in order. */
  readonly positionals: readonly string[];
  /** An optional last positional argument, which may also be given as an option. */
  readonly lastPositional?: string;
  readonly run: (given: Given, context: Context) => Promise<Outcome>;
}

export interface Given {
  /** An option that was given as text. */
  readonly option: (name: string) => string | undefined;
  readonly required: (name: string) => string;
  /** Whether an option without a value was given. */
  readonly flag: (name: string) => boolean;
  readonly positional: (index: number) => string;
  /** Whether `--json` was given. */
  readonly json: boolean;
}

export interface Context {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Log;
  readonly print: (line: string) => void;
  /** Whether what is printed is seen by a person and kept by nobody. */
  readonly isTerminal: boolean;
  readonly input: CommandInput;
}

/** A value for `--json`, and the lines for people; empty when the command has printed itself. */
export interface Outcome {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** Warnings for standard error, also with `--json`; the command has succeeded. */
  readonly warnings?: readonly string[];
  readonly exitCode?: number;
}

export function parseGiven(command: Command, words: readonly string[]): Given {
  const { values, positionals } = parseWords(command, words);
  const most = command.positionals.length + (command.lastPositional === undefined ? 0 : 1);
  if (positionals.length < command.positionals.length || positionals.length > most)
    throw usageProblem(
      command,
      positionals.length > most
        ? `does not take ${positionals[most]}`
        : `needs ${command.positionals[positionals.length]}`,
    );
  const option = (name: string): string | undefined => {
    const value = (values as { readonly [name: string]: unknown })[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    json: values.json === true,
    option,
    required: (name) => {
      const value = option(name);
      if (value === undefined || value === '') throw usageProblem(command, `needs --${name}`);
      return value;
    },
    flag: (name) => (values as { readonly [name: string]: unknown })[name] === true,
    positional: (index) => positionals[index] ?? '',
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

function parseWords(command: Command, words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: { ...command.options, json: { type: 'boolean' } },
      allowPositionals: true,
      strict: true,
    });
  } catch (cause) {
    const [sentence = ''] = (cause as Error).message.split(/\. |\n/);
    throw usageProblem(command, `was not understood: ${sentence.replace(/\.$/, '')}`, cause);
  }
}

function usageProblem(command: Command, fault: string, cause?: unknown): Problem {
  return new Problem(
    'invalid',
    `baraza ${command.name} ${fault}; see baraza ${command.name} --help.`,
    { cause },
  );
}
