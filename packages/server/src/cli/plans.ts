import { planCounts, planRates } from '@baraza/contract/plain';
import { invalid } from '../kernel/problem.ts';
import type { Command, Given } from './command.ts';
import { operationCommand, table } from './operation-command.ts';

const fields = [...planCounts, ...planRates];

export const planCommands: readonly Command[] = [
  operationCommand({
    name: 'plans list',
    summary: 'List the plans of sites with their limits.',
    usage: '',
    example: 'baraza plans list',
    input: () => ({}),
    show: (plans) =>
      table(plans, {
        plan: ({ name }) => name,
        from: ({ origin }) => origin,
        sites: ({ sites }) => sites,
        ...Object.fromEntries(
          planCounts.map((field) => [
            field,
            (plan: (typeof plans)[number]) => limitText(plan[field]),
          ]),
        ),
        ...Object.fromEntries(
          planRates.map((field) => [
            field,
            ({ rates }: (typeof plans)[number]) => limitText(rates[field]),
          ]),
        ),
      }),
  }),
  operationCommand({
    name: 'plans set',
    summary: 'Change a plan or add one; what is left out stays, or has no limit in a new plan.',
    usage: `NAME ${fields.map((field) => `[--${optionOf(field)} N|unlimited]`).join(' ')}`,
    example: 'baraza plans set gold --questions 20000 --voice unlimited',
    input: (given) => ({
      name: given.positional(0),
      change: { ...limitsOf(given, planCounts), rates: limitsOf(given, planRates) },
    }),
    show: ({ name }) => [`${name} is in force on every server of this database`],
  }),
  operationCommand({
    name: 'plans remove',
    summary: 'Remove a plan that no site has; a built-in plan gets its own numbers back.',
    usage: 'NAME',
    example: 'baraza plans remove gold',
    input: (given) => ({ name: given.positional(0) }),
    show: ({ name, plan }) => [
      plan === null ? `${name} is removed` : `${name} has its built-in numbers again`,
    ],
  }),
];

function optionOf(field: string): string {
  return field.replaceAll('_', '-');
}

function limitText(limit: number | null): string | number {
  return limit ?? 'unlimited';
}

function limitsOf<Field extends string>(
  given: Given,
  names: readonly Field[],
): { readonly [field in Field]?: number | null } {
  const limits: { [field in Field]?: number | null } = {};
  for (const name of names) {
    const text = given.option(optionOf(name));
    if (text !== undefined) limits[name] = limitOf(optionOf(name), text);
  }
  return limits;
}

function limitOf(option: string, text: string): number | null {
  if (text === 'unlimited') return null;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw invalid(`--${option} must be a whole number or unlimited, not ${text}.`);
}
