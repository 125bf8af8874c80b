import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config, Environment } from '../config.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';

/** One command line: what it is called, how it is used, and what it does. */
export interface Command {
  /** `keys create`; one word or two. */
  readonly name: string;
  readonly summary: string;
  /** What follows the name. */
  readonly usage: string;
  readonly example: string;
  readonly options: ParseArgsOptionsConfig;
  /** Names of what must be given without a dash, in order. */
  readonly positionals: readonly string[];
  /** One more, which may also be given as an option. */
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
  /** Whether one JSON value is wanted and no words. */
  readonly json: boolean;
}

export interface Context {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Log;
  readonly print: (line: string) => void;
}

/** A value for `--json`, and the lines for people; nothing when the command spoke for itself. */
export interface Outcome {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** Sentences for standard error, beside the JSON value too: it was done, but look at this. */
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
