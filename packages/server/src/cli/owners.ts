import { sizeText } from '../kernel/formats/size.ts';
import type { Command } from './command.ts';
import { confirmDeletion } from './command-input.ts';
import { operationCommand, table } from './operation-command.ts';

export const ownerCommands: readonly Command[] = [
  operationCommand({
    name: 'owners create',
    summary: 'Create an owner, with their own resources, keys and sites.',
    usage: '--name NAME',
    example: 'baraza owners create --name "Duka la Mama Asha"',
    input: (given) => ({ name: given.required('name') }),
    show: (owner) => [`${owner.id}  ${owner.name}`],
  }),
  operationCommand({
    name: 'owners list',
    summary: 'List owners with their sites, resources and storage use.',
    usage: '',
    example: 'baraza owners list --json',
    input: () => ({}),
    show: (owners) =>
      table(owners, {
        id: ({ id }) => id,
        name: ({ name }) => name,
        sites: ({ sites }) => sites,
        resources: ({ resources }) => resources,
        stored: ({ bytes }) => sizeText(bytes),
        created: ({ createdAt }) => createdAt,
      }),
  }),
  operationCommand({
    name: 'owners rename',
    summary: 'Give an owner another name; keys, sites and resources stay.',
    usage: 'OWNER --name NAME',
    example: 'baraza owners rename "Duka la Mama Asha" --name "Duka la Asha"',
    input: (given) => ({ owner: given.positional(0), name: given.required('name') }),
    show: (owner) => [`${owner.id}  ${owner.name}`],
  }),
  operationCommand({
    name: 'owners key',
    summary: "Issue a credential for an owner's sites; its secret is shown once.",
    usage: '--owner OWNER',
    example: 'baraza owners key --owner local',
    input: (given) => ({ owner: given.required('owner') }),
    show: ({ id, key }) => [
      `id   ${id}`,
      `key  ${key}`,
      'Save the key now: it is not shown again.',
    ],
  }),
  operationCommand({
    name: 'owners invite',
    summary: 'Print a link that signs an owner in to the console, once and within 24 hours.',
    usage: 'OWNER [--site SLUG] [--operator] [--reset-passkeys]',
    example: 'baraza owners invite "Duka la Mama Asha" --site duka-la-asha',
    input: (given) => ({
      owner: given.positional(0),
      operator: given.flag('operator'),
      resetPasskeys: given.flag('reset-passkeys'),
      ...given.options('site'),
    }),
    show: ({ url, expiresAt }) => [url, `It works once, until ${expiresAt}.`],
  }),
  operationCommand({
    name: 'owners delete',
    summary:
      'Delete an owner permanently, with their keys, resources and objects; with --yes their sites too.',
    usage: 'OWNER [--yes]',
    example: 'baraza owners delete "Duka la Mama Asha" --yes',
    input: async (given, { input }) => {
      const [owner, yes] = [given.positional(0), given.flag('yes')];
      const what = `the owner ${owner} with all keys, resources and objects`;
      await confirmDeletion(input, { name: owner, what, isSure: yes });
      return { owner, yes };
    },
    show: ({ name }) => [`${name} is deleted`],
  }),
];
