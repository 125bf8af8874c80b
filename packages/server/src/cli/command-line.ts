import { createLog } from '../kernel/log.ts';
import { invalid, Problem } from '../kernel/problem.ts';
import { type Environment, readConfig, wantsStacks } from '../setup/config.ts';
import { programName } from '../setup/program.ts';
import { helpOf, parseGiven } from './command.ts';
import { type CommandInput, standardInput } from './command-input.ts';
import { commands } from './commands.ts';

/** Standard output and standard error. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Whether standard output is a terminal. */
  readonly isTerminal?: boolean;
}

/** On failure prints one sentence and returns exit code 1; a stack trace only when enabled. */
export async function runCommandLine(
  words: readonly string[],
  environment: Environment,
  output: Output,
  input: CommandInput = standardInput,
): Promise<number> {
  try {
    return await run(words, environment, output, input);
  } catch (error) {
    const expected = error instanceof Problem;
    const sentence = expected ? error.message : `Unexpected: ${(error as Error).message}`;
    output.err(sentence.replaceAll(/(?<!\s)\s*[\r\n]\s*/g, ' ').trim());
    if (wantsStacks(environment)) output.err((error as Error).stack ?? '');
    return 1;
  }
}

async function run(
  words: readonly string[],
  environment: Environment,
  { out, err, isTerminal = false }: Output,
  input: CommandInput,
): Promise<number> {
  const [first] = words;
  if (first === undefined || first === 'help' || isHelp(first)) {
    out(overview());
    return first === undefined ? 1 : 0;
  }
  if (first === '--version') {
    out(programName);
    return 0;
  }
  const command = commands.find(({ name }) => isCalled(name, words));
  if (command === undefined) {
    out(familyHelp(words));
    return 0;
  }
  const argumentWords = words.slice(command.name.split(' ').length);
  if (argumentWords.some(isHelp)) {
    out(helpOf(command));
    return 0;
  }
  const given = parseGiven(command, argumentWords);
  const config = readConfig(environment);
  const { value, lines, warnings, exitCode } = await command.run(given, {
    config,
    environment,
    log: createLog(config.logLevel, (line) => err(line.trimEnd())),
    print: out,
    isTerminal,
    input,
  });
  if (given.json && value !== undefined) out(JSON.stringify(value));
  else if (!given.json) for (const line of lines) out(line);
  for (const sentence of warnings ?? []) err(sentence);
  return exitCode ?? 0;
}

// Names do not begin with one another, so at most one fits.
function isCalled(name: string, words: readonly string[]): boolean {
  return name.split(' ').every((word, at) => word === words[at]);
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** `keys --help` shows the commands of a family, also of one within another (`sites profile`); others are refused. */
function familyHelp(words: readonly string[]): string {
  const [first = ''] = words;
  const end = words.findIndex((word) => !isWord(word));
  const named = words.slice(0, end === -1 ? words.length : end);
  const inner = commands.filter(({ name }) => name.startsWith(`${named.join(' ')} `));
  if (inner.length > 0 && isHelp(words[end] ?? '')) return inner.map(helpOf).join('\n\n');
  const outer = commands.filter(({ name }) => name.startsWith(`${first} `));
  const family = inner.length > 0 ? inner : outer;
  const wanted = family.length > 0 ? words.filter(isWord).slice(0, 2).join(' ') : first;
  const known = (family.length > 0 ? family : commands).map(({ name }) => name);
  throw invalid(`There is no command ${wanted}; there are ${known.join(', ')}.`);
}

// An option is not the second word of a command.
function isWord(word: string | undefined): boolean {
  return word !== undefined && !word.startsWith('-');
}

function overview(): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `Baraza ${programName}: a resource platform and a site assistant.`,
    '',
    'Usage: baraza COMMAND [--json] [--help]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)} ${summary}`),
    '',
    'Example: baraza keys create --owner local --name reports --scopes data:read',
  ].join('\n');
}
