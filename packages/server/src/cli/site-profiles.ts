import { readFileSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '@baraza/contract';
import { codeOf } from '../kernel/fault.ts';
import { isObject } from '../kernel/json/is-object.ts';
import { parseForeignJson } from '../kernel/json/plain-names.ts';
import { invalid } from '../kernel/problem.ts';
import type { Command, Context, Given, Result } from './command.ts';
import { operationCommand } from './operation-command.ts';

export const siteProfileCommands: readonly Command[] = [
  operationCommand({
    name: 'sites profile get',
    summary: 'Print the profile of a site as JSON, or write it to FILE.',
    usage: 'SLUG [FILE]',
    example: 'baraza sites profile get duka-la-asha profile.json',
    input: (given) => ({ id: given.positional(0) }),
    show: ({ profile, version }, given) => {
      const text = JSON.stringify(profile, null, 2);
      const [id, file] = [given.positional(0), given.positional(1)];
      if (file === '') return { value: profile, lines: text.split('\n') };
      orRefuse(
        () => writeFileSync(file, `${text}\n`),
        (code) => `${file} cannot be written: ${code}`,
      );
      return {
        value: { id, version, file },
        lines: [`version ${version} of ${id} is in ${file}`],
      };
    },
  }),
  operationCommand({
    name: 'sites profile set',
    summary: 'Save a whole profile from FILE or standard input.',
    usage: 'SLUG [FILE]',
    example: 'baraza sites profile set duka-la-asha profile.json',
    input: async (given, context) => ({
      id: given.positional(0),
      profile: await readObject(given, context),
    }),
    show: savedProfile,
  }),
  operationCommand({
    name: 'sites profile patch',
    summary: 'Change some fields of a profile by a JSON merge patch from FILE or standard input.',
    usage: 'SLUG [FILE]',
    example: 'echo \'{"phone":"+254 700 000 000"}\' | baraza sites profile patch duka-la-asha',
    input: async (given, context) => ({
      id: given.positional(0),
      patch: await readObject(given, context),
    }),
    show: savedProfile,
  }),
];

interface SavedProfile {
  readonly id: string;
  readonly version: number;
  readonly warnings: readonly string[];
}

function savedProfile(saved: SavedProfile): Result {
  const { id, version, warnings } = saved;
  return { value: saved, lines: [`${id} has version ${version}`], warnings };
}

async function readObject(given: Given, { input }: Context): Promise<JsonObject> {
  const file = given.positional(1);
  if (file === '' && input.isTerminal) throw invalid('Name a FILE with JSON, or pipe it in.');
  const isPiped = file === '' || file === '-';
  const name = isPiped ? 'Standard input' : file;
  const text = isPiped
    ? await input.text()
    : orRefuse(
        () => readFileSync(file, 'utf8'),
        (code) => `${file} cannot be read: ${code}`,
      );
  const value = orRefuse(
    () => parseForeignJson(text),
    () => `${name} has no JSON`,
  );
  if (isObject(value)) return value as JsonObject;
  throw invalid(`${name} must have a JSON object.`);
}

function orRefuse<Value>(attempt: () => Value, sentence: (code: string) => string): Value {
  try {
    return attempt();
  } catch (cause) {
    throw invalid(`${sentence(codeOf(cause))}.`, { cause });
  }
}
