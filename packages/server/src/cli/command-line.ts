import { createLog } from '../kernel/log.ts';
import { invalid, Problem } from '../kernel/problem.ts';
import { type Environment, readConfig, wantsStacks } from '../setup/config.ts';
import { programName } from '../setup/program.ts';
import { type Command, type Given, helpOf, parseGiven } from './command.ts';
import { type CommandInput, standardInput } from './command-input.ts';
import { keyCommands } from './key-commands.ts';
import { nodeCommands } from './nodes.ts';
import { ownerCommands } from './owners.ts';
import { planCommands } from './plans.ts';
import { siteProfileCommands } from './site-profiles.ts';
import { siteVisitCommands } from './site-visits.ts';
import { siteCommands } from './sites.ts';

/** Every command. Those that need much code load it when they run, so that the others start quickly. */
export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Start the services in the foreground; Ctrl-C finishes open requests and stops.',
    usage: '[--only platform|site] [--no-speech]',
    example: 'BARAZA_PLATFORM_PORT=8080 baraza serve',
    run: async (given, context) => {
      const only = onlyOf(given);
      const { serve } = await import('../server/serve.ts');
      await serve(context, { only, fetchesSpeech: !given.flag('no-speech') });
      return { value: undefined, lines: [] };
    },
  },
  ...keyCommands,
  ...ownerCommands,
  ...siteCommands,
  ...siteProfileCommands,
  ...siteVisitCommands,
  ...planCommands,
  ...nodeCommands,
  {
    name: 'migrate',
    summary: 'Upgrade the data to the version of this program, as serve does at its start.',
    usage: '',
    example: 'baraza migrate',
    run: async (...call) => (await import('./migrate.ts')).runMigrate(...call),
  },
  {
    name: 'backup',
    summary: 'Back up everything to one file: a consistent snapshot, even while a server runs.',
    usage: 'FILE|FOLDER [--since FILE|FOLDER] [--force] [--keep N]',
    example: 'baraza backup /var/backups/baraza --keep 14',
    run: async (...call) => (await import('./backup.ts')).runBackup(...call),
  },
  {
    name: 'restore',
    summary: 'Replace the data with a backup; the previous data is kept next to it.',
    usage: 'FILE [--erased FILE] [--force]',
    example: 'baraza restore /var/backups/baraza-monday.backup',
    run: async (...call) => (await import('./restore.ts')).runRestore(...call),
  },
  {
    name: 'erase-again',
    summary: 'Repeat the erasures of owners since a time to which the database was restored.',
    usage: 'TIME [--erased FILE]',
    example: 'baraza erase-again 2026-11-17T14:30:00Z',
    run: async (...call) => (await import('./erase-again.ts')).runEraseAgain(...call),
  },
  {
    name: 'copy',
    summary:
      'Copy a whole stopped installation to another database and object store; every row and object is compared.',
    usage:
      '--from FOLDER|postgres://… [--from-blobs FOLDER|s3://…] [--from-pepper FILE] ' +
      '--to FOLDER|postgres://… [--to-blobs FOLDER|s3://…] [--to-pepper FILE]',
    example:
      "baraza copy --from ./data --to 'postgres://user:password@host/db' --to-blobs 's3://bucket/baraza' " +
      '--to-pepper ./pepper',
    run: async (...call) => (await import('./copy.ts')).runCopy(...call),
  },
  {
    name: 'conformance',
    summary:
      'Test any server against the public contract; creates a site for the test and removes it.',
    usage:
      'URL [--site SLUG] [--site-key KEY] [--owner-key KEY] [--bootstrap FILE] [--platform-url URL] ' +
      '[--platform-key KEY] [--only SECTION|CHECK,…]',
    example: 'baraza conformance http://127.0.0.1:4200 --bootstrap data/bootstrap.json',
    run: async (...call) => (await import('./conformance.ts')).runConformanceCommand(...call),
  },
  {
    name: 'add',
    summary:
      'Add what is missing: speech, which a running server uses at once, or the bucket of BLOB_URL.',
    usage: 'NAME',
    example: 'baraza add speech',
    run: async (...call) => (await import('./add.ts')).runAdd(...call),
  },
  {
    name: 'doctor',
    summary: 'Show what is configured, what is missing and how to get it.',
    usage: '',
    example: 'baraza doctor --json',
    run: async (...call) => (await import('./doctor/doctor.ts')).runDoctor(...call),
  },
];

function onlyOf(given: Given): 'platform' | 'site' | undefined {
  const only = given.option('only');
  if (only === undefined || only === 'platform' || only === 'site') return only;
  throw invalid(`--only must be platform or site, not ${only}.`);
}

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
