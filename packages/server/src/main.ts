import { type Command, helpOf, parseGiven } from './cli/command.ts';
import { doctorCommand } from './cli/doctor.ts';
import { keyCommands } from './cli/keys.ts';
import { ownerCommands } from './cli/owners.ts';
import { serveCommand } from './cli/serve-command.ts';
import { readConfig } from './config.ts';
import { createLog } from './kernel/log.ts';
import { Problem } from './kernel/problem.ts';
import { programVersion } from './program.ts';

const commands: readonly Command[] = [
  serveCommand,
  ...keyCommands,
  ...ownerCommands,
  doctorCommand,
];

process.exitCode = await main(process.argv.slice(2));

/** One clear sentence and exit code 1 for whatever goes wrong; a stack only when it is asked for. */
async function main(words: readonly string[]): Promise<number> {
  try {
    return await run(words);
  } catch (error) {
    const expected = error instanceof Problem;
    const sentence = expected ? error.message : `Unexpected: ${(error as Error).message}`;
    process.stderr.write(`${sentence.replaceAll('\n', ' ')}\n`);
    if (process.env.BARAZA_LOG === 'debug') process.stderr.write(`${(error as Error).stack}\n`);
    return 1;
  }
}

async function run(words: readonly string[]): Promise<number> {
  const [first, second] = words;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    process.stdout.write(`${overview()}\n`);
    return first === undefined ? 1 : 0;
  }
  if (first === '--version') {
    process.stdout.write(`${programVersion}\n`);
    return 0;
  }
  const command = commands.find(({ name }) => name === first || name === `${first} ${second}`);
  if (command === undefined) return unknown(first, second);
  const rest = words.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`${helpOf(command)}\n`);
    return 0;
  }
  const given = parseGiven(command, rest);
  const config = readConfig();
  const { value, lines, exitCode } = await command.run(given, {
    config,
    log: createLog(config.logLevel, (line) => process.stderr.write(line)),
    print: (line) => process.stdout.write(`${line}\n`),
  });
  if (given.json && value !== undefined) process.stdout.write(`${JSON.stringify(value)}\n`);
  else if (!given.json) for (const line of lines) process.stdout.write(`${line}\n`);
  return exitCode ?? 0;
}

function unknown(first: string, second: string | undefined): number {
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (second === '--help' && family.length > 0) {
    process.stdout.write(`${family.map(helpOf).join('\n\n')}\n`);
    return 0;
  }
  const known = family.length > 0 ? family : commands;
  throw new Problem(
    'invalid',
    `There is no command ${family.length > 0 && second !== undefined ? `${first} ${second}` : first}; there are ${known.map(({ name }) => name).join(', ')}.`,
  );
}

function overview(): string {
  return [
    `Baraza ${programVersion}: a resource platform and a site assistant.`,
    '',
    'Usage: baraza COMMAND [--json] [--help]',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(14)} ${summary}`),
    '',
    'Example: baraza keys create --owner local --name reports --scopes data:read',
  ].join('\n');
}
