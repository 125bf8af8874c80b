import { runOperation } from './admin/run-operation.ts';
import type { Command } from './command.ts';
import { confirmDeletion } from './command-input.ts';
import { table } from './table.ts';

export const ownerCommands: readonly Command[] = [
  {
    name: 'owners create',
    summary: 'Create an owner, with their own resources, keys and sites.',
    usage: '--name NAME',
    example: 'baraza owners create --name "Duka la Mama Asha"',
    options: { name: { type: 'string' } },
    positionals: [],
    run: async (given, { config, log }) => {
      const owner = await runOperation(config, log, 'owners create', {
        name: given.required('name'),
      });
      return { value: owner, lines: [`${owner.id}  ${owner.name}`] };
    },
  },
  {
    name: 'owners list',
    summary: 'List owners with their resources and storage use.',
    usage: '',
    example: 'baraza owners list --json',
    options: {},
    positionals: [],
    run: async (_given, { config, log }) => {
      const owners = await runOperation(config, log, 'owners list', {});
      return {
        value: owners,
        lines: table(
          ['id', 'name', 'resources', 'object bytes', 'created'],
          owners.map((owner) => [
            owner.id,
            owner.name,
            String(owner.resources),
            String(owner.objectBytes),
            owner.createdAt,
          ]),
        ),
      };
    },
  },
  {
    name: 'owners key',
    summary: "Issue a credential for an owner's sites; its text is shown once.",
    usage: '--owner OWNER',
    example: 'baraza owners key --owner local',
    options: { owner: { type: 'string' } },
    positionals: [],
    run: async (given, { config, log }) => {
      const issued = await runOperation(config, log, 'owners key', {
        owner: given.required('owner'),
      });
      return {
        value: issued,
        lines: [
          `id   ${issued.id}`,
          `key  ${issued.key}`,
          'Keep the key now: it is not shown again.',
        ],
      };
    },
  },
  {
    name: 'owners invite',
    summary: 'Print a link that signs an owner in to the console, once and within 24 hours.',
    usage: 'OWNER [--site SLUG] [--operator]',
    example: 'baraza owners invite "Duka la Mama Asha" --site duka-la-asha',
    options: { site: { type: 'string' }, operator: { type: 'boolean' } },
    positionals: ['OWNER'],
    run: async (given, { config, log }) => {
      const site = given.option('site');
      const invitation = await runOperation(config, log, 'owners invite', {
        owner: given.positional(0),
        operator: given.flag('operator'),
        ...(site === undefined ? {} : { site }),
      });
      return {
        value: invitation,
        lines: [invitation.url, `It works once, until ${invitation.expiresAt}.`],
      };
    },
  },
  {
    name: 'owners delete',
    summary:
      'Delete an owner for good, with their keys, resources and objects; with --yes their sites too.',
    usage: 'OWNER [--yes]',
    example: 'baraza owners delete "Duka la Mama Asha" --yes',
    options: { yes: { type: 'boolean' } },
    positionals: ['OWNER'],
    run: async (given, { config, log, input }) => {
      const owner = given.positional(0);
      const yes = given.flag('yes');
      const what = `the owner ${owner} with all keys, resources and objects`;
      await confirmDeletion(input, { name: owner, what, isSure: yes });
      const gone = await runOperation(config, log, 'owners delete', { owner, yes });
      return { value: gone, lines: [`${gone.name} is deleted`] };
    },
  },
];
