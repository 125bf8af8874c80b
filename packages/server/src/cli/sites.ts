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
    summary: 'List sites with their plans and what they used of this month.',
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
  statusCommand('pause', 'Pause an assistant; it still takes leads.'),
  statusCommand('resume', 'Resume a paused assistant.'),
  operationCommand({
    name: 'sites move',
    summary:
      'Record the new address of a site that moved; without an address, the site is here again.',
    usage: 'SLUG [ADDRESS]',
    example: 'baraza sites move duka-la-asha https://node.example',
    input: (given) => ({ id: given.positional(0), base: given.positional(1) || null }),
    show: (site) => [`${site.id} is at ${site.base}`],
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

function statusCommand(verb: 'pause' | 'resume', summary: string): Command {
  return operationCommand({
    name: `sites ${verb}`,
    summary,
    usage: 'SLUG',
    example: `baraza sites ${verb} duka-la-asha`,
    input: (given) => ({ id: given.positional(0) }),
    show: (site) => [`${site.id} is ${site.status}`],
  });
}
