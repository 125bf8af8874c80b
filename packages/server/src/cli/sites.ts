import { invalid } from '../kernel/problem.ts';
import { runOperation } from './admin/run-operation.ts';
import type { Command } from './command.ts';
import { confirmDeletion } from './command-input.ts';
import { operationCommand, table } from './operation-command.ts';

/** Three operations under one name: move, cancel, and record an address. */
const moveCommand: Command = {
  name: 'sites move',
  summary:
    'Move a site with all its data to a node (--to), or cancel its move (--cancel). With an ADDRESS, record the new ' +
    'address of a site moved by hand; without one, record that the site is here again.',
  usage: 'SLUG [ADDRESS] [--to NODE] [--cancel]',
  example: 'baraza sites move duka-la-asha --to https://node.example',
  run: async (given, { config, log }) => {
    const id = given.positional(0);
    const base = given.positional(1) || null;
    const to = given.option('to');
    const isCancelled = given.flag('cancel');
    if ([to !== undefined, isCancelled, base !== null].filter(Boolean).length > 1)
      throw invalid('sites move takes an ADDRESS, --to NODE or --cancel.');
    if (to === undefined && !isCancelled) {
      const value = await runOperation(config, log, 'sites move', { id, base });
      return { value, lines: [`${value.id} is at ${value.base}`] };
    }
    const value =
      to === undefined
        ? await runOperation(config, log, 'sites move-cancel', { id })
        : await runOperation(config, log, 'sites move-to', { id, to });
    const { state, rows, frozenMs } = value;
    const lines =
      state === 'finished'
        ? [`${id} is at ${value.to}: ${rows} rows, frozen for ${frozenMs} ms`]
        : [`the move of ${id} to ${value.to} is ${state}`];
    return { value, lines };
  },
};

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
  statusCommand('pause', 'Pause an assistant; it still takes leads.'),
  statusCommand('resume', 'Resume a paused assistant.'),
  moveCommand,
  operationCommand({
    name: 'sites moves',
    summary: 'List the moves of sites to other servers, the newest first.',
    usage: '',
    example: 'baraza sites moves',
    input: () => ({}),
    show: (moves) =>
      table(moves, {
        site: ({ site }) => site,
        to: ({ to }) => to,
        state: ({ state }) => state,
        rows: ({ rows }) => rows,
        'frozen ms': ({ frozenMs }) => frozenMs,
        begun: ({ createdAt }) => createdAt,
        changed: ({ updatedAt }) => updatedAt,
        fault: ({ fault }) => fault ?? '-',
      }),
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
