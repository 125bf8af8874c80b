import { runOperation } from './admin/run-operation.ts';
import type { Command } from './command.ts';
import { confirmDeletion } from './command-input.ts';
import { table } from './table.ts';

export const siteCommands: readonly Command[] = [
  {
    name: 'sites create',
    summary: 'Create a site for an owner; SLUG is its name in URLs.',
    usage: 'SLUG --owner OWNER [--plan NAME]',
    example: 'baraza sites create duka-la-asha --owner local --plan free',
    options: { owner: { type: 'string' }, plan: { type: 'string' } },
    positionals: ['SLUG'],
    run: async (given, { config, log }) => {
      const plan = given.option('plan');
      const site = await runOperation(config, log, 'sites create', {
        id: given.positional(0),
        owner: given.required('owner'),
        ...(plan === undefined ? {} : { plan }),
      });
      return {
        value: site,
        lines: [`site  ${site.id}`, `key   ${site.key}`, `plan  ${site.plan}`],
      };
    },
  },
  {
    name: 'sites list',
    summary: 'List sites with their plans and what they used of this month.',
    usage: '[--owner OWNER]',
    example: 'baraza sites list --owner local',
    options: { owner: { type: 'string' } },
    positionals: [],
    run: async (given, { config, log }) => {
      const owner = given.option('owner');
      const sites = await runOperation(
        config,
        log,
        'sites list',
        owner === undefined ? {} : { owner },
      );
      return {
        value: sites,
        lines: table(
          [
            'site',
            'status',
            'plan',
            'questions',
            'answered',
            'leads',
            'voice',
            'live s',
            'key',
            'owner',
            'created',
          ],
          sites.map((site) => [
            site.id,
            site.status,
            site.plan,
            ofLimit(site.usage.questions),
            String(site.usage.answered),
            String(site.usage.leads),
            ofLimit(site.usage.voice),
            ofLimit(site.usage.liveSeconds),
            site.key,
            site.owner,
            site.createdAt,
          ]),
        ),
      };
    },
  },
  {
    name: 'sites plan',
    summary: 'Change the plan of a site, from its next request on.',
    usage: 'SLUG PLAN',
    example: 'baraza sites plan duka-la-asha basic',
    options: { plan: { type: 'string' } },
    positionals: ['SLUG'],
    lastPositional: 'PLAN',
    run: async (given, { config, log }) => {
      const site = await runOperation(config, log, 'sites plan', {
        id: given.positional(0),
        plan: given.positional(1) || given.required('plan'),
      });
      return { value: site, lines: [`${site.id} has the plan ${site.plan}`] };
    },
  },
  statusCommand('pause', 'Pause an assistant; it still takes leads.'),
  statusCommand('resume', 'Resume a paused assistant.'),
  {
    name: 'sites move',
    summary:
      'Record the new address of a site that moved; without an address, the site is here again.',
    usage: 'SLUG [ADDRESS]',
    example: 'baraza sites move duka-la-asha https://node.example',
    options: {},
    positionals: ['SLUG'],
    lastPositional: 'ADDRESS',
    run: async (given, { config, log }) => {
      const site = await runOperation(config, log, 'sites move', {
        id: given.positional(0),
        base: given.positional(1) || null,
      });
      return { value: site, lines: [`${site.id} is at ${site.base}`] };
    },
  },
  {
    name: 'sites delete',
    summary: 'Delete a site for good, with its profile, questions and leads.',
    usage: 'SLUG [--yes]',
    example: 'baraza sites delete duka-la-asha --yes',
    options: { yes: { type: 'boolean' } },
    positionals: ['SLUG'],
    run: async (given, { config, log, input }) => {
      const id = given.positional(0);
      const what = `the site ${id} with its profile, questions and leads`;
      await confirmDeletion(input, { name: id, what, isSure: given.flag('yes') });
      const gone = await runOperation(config, log, 'sites delete', { id });
      return { value: gone, lines: [`${gone.id} is deleted`] };
    },
  },
];

function ofLimit({
  used,
  limit,
}: {
  readonly used: number;
  readonly limit: number | null;
}): string {
  return limit === null ? String(used) : `${used}/${limit}`;
}

function statusCommand(verb: 'pause' | 'resume', summary: string): Command {
  return {
    name: `sites ${verb}`,
    summary,
    usage: 'SLUG',
    example: `baraza sites ${verb} duka-la-asha`,
    options: {},
    positionals: ['SLUG'],
    run: async (given, { config, log }) => {
      const site = await runOperation(config, log, `sites ${verb}`, { id: given.positional(0) });
      return { value: site, lines: [`${site.id} is ${site.status}`] };
    },
  };
}
