import path from 'node:path';
import { sizeText } from '../kernel/formats/size.ts';
import type { Command } from './command.ts';
import { confirmDeletion } from './command-input.ts';
import { operationCommand, table } from './operation-command.ts';

export const siteCommands: readonly Command[] = [
  operationCommand({
    name: 'sites create',
    summary: 'Create a site for an owner; SLUG is its name in URLs.',
    usage: 'SLUG --owner OWNER [--plan NAME]',
    example: 'baraza sites create duka-la-asha --owner local --plan free',
    input: (given) => ({
      id: given.positional(0),
      owner: given.required('owner'),
      ...given.options('plan'),
    }),
    show: (site) => [`site  ${site.id}`, `key   ${site.key}`, `plan  ${site.plan}`],
  }),
  operationCommand({
    name: 'sites list',
    summary: 'List sites with their plans and their usage this month.',
    usage: '[--owner OWNER]',
    example: 'baraza sites list --owner local',
    input: (given) => given.options('owner'),
    show: (sites) =>
      table(sites, {
        site: ({ id }) => id,
        status: ({ status }) => status,
        plan: ({ plan }) => plan,
        questions: ({ usage }) => ofLimit(usage.questions),
        answered: ({ usage }) => usage.answered,
        leads: ({ usage }) => usage.leads,
        voice: ({ usage }) => ofLimit(usage.voice),
        'live s': ({ usage }) => ofLimit(usage.liveSeconds),
        key: ({ key }) => key,
        owner: ({ owner }) => owner,
        created: ({ createdAt }) => createdAt,
      }),
  }),
  operationCommand({
    name: 'sites plan',
    summary: 'Change the plan of a site, from its next request on.',
    usage: 'SLUG PLAN',
    example: 'baraza sites plan duka-la-asha basic',
    lastAsOption: 'plan',
    input: (given) => ({
      id: given.positional(0),
      plan: given.positional(1) || given.required('plan'),
    }),
    show: (site) => [`${site.id} has the plan ${site.plan}`],
  }),
  operationCommand({
    name: 'sites pause',
    summary:
      'Pause an assistant; it still takes leads. With --moving it takes and sends nothing, until it is relocated or ' +
      'resumed.',
    usage: 'SLUG [--moving]',
    example: 'baraza sites pause duka-la-asha',
    input: (given) => ({ id: given.positional(0), moving: given.flag('moving') }),
    show: shownStatus,
  }),
  operationCommand({
    name: 'sites resume',
    summary:
      'Resume a paused or frozen assistant; one that was paused before it was frozen stays paused.',
    usage: 'SLUG',
    example: 'baraza sites resume duka-la-asha',
    input: (given) => ({ id: given.positional(0) }),
    show: shownStatus,
  }),
  operationCommand({
    name: 'sites export',
    summary: 'Write a frozen site with everything, secrets too, to a new FILE for another server.',
    usage: 'SLUG --all FILE',
    example: 'baraza sites export duka-la-asha --all duka.json',
    input: (given) => ({ id: given.positional(0), file: path.resolve(given.required('all')) }),
    show: ({ id, file, bytes }) => [
      `${id} is in ${file}, ${sizeText(bytes)}.`,
      'It contains the secrets of its channels and what its visitors wrote: delete it when the site has moved.',
    ],
  }),
  operationCommand({
    name: 'sites import',
    summary: 'Bring a site from the FILE of sites export --all; it is frozen until it is resumed.',
    usage: 'FILE [--owner OWNER]',
    example: 'baraza sites import duka.json',
    input: (given) => ({ file: path.resolve(given.positional(0)), ...given.options('owner') }),
    show: (value) => {
      const { id, owner, from, plan, isPlanKnown } = value;
      return {
        value,
        lines: [
          `${id} of ${owner} is here, and frozen. Next:`,
          `at ${from}: baraza sites relocate ${id} ADDRESS (of this server)`,
          `then here: baraza sites resume ${id}`,
        ],
        warnings: isPlanKnown ? [] : [`There is no plan ${plan} here; see plans list.`],
      };
    },
  }),
  operationCommand({
    name: 'sites relocate',
    summary:
      'Record that a site is at ADDRESS; a frozen one sends every call there. Without ADDRESS it is here again.',
    usage: 'SLUG [ADDRESS]',
    example: 'baraza sites relocate duka-la-asha https://node.example',
    input: (given) => ({ id: given.positional(0), base: given.positional(1) || null }),
    show: ({ id, base }) => [`${id} is at ${base}`],
  }),
  operationCommand({
    name: 'sites delete',
    summary: 'Delete a site permanently, with its profile, questions and leads.',
    usage: 'SLUG [--yes]',
    example: 'baraza sites delete duka-la-asha --yes',
    input: async (given, { input }) => {
      const id = given.positional(0);
      const what = `the site ${id} with its profile, questions and leads`;
      await confirmDeletion(input, { name: id, what, isSure: given.flag('yes') });
      return { id };
    },
    show: ({ id }) => [`${id} is deleted`],
  }),
];

function ofLimit(usage: { readonly used: number; readonly limit: number | null }): string {
  return usage.limit === null ? String(usage.used) : `${usage.used}/${usage.limit}`;
}

function shownStatus({ id, status }: { readonly id: string; readonly status: string }) {
  return [`${id} is ${status}`];
}
