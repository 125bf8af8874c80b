import { dayMs, hourMs, minuteMs } from '@baraza/contract/plain';
import type { IssuedKey } from '../access/keys.ts';
import { invalid } from '../kernel/problem.ts';
import type { Command } from './command.ts';
import { operationCommand, table } from './operation-command.ts';

export const keyCommands: readonly Command[] = [
  operationCommand({
    name: 'keys create',
    summary: 'Issue a platform key; its secret is shown once.',
    usage: '--owner OWNER --name NAME --scopes SCOPES [--resources IDS] [--expires 90d|never]',
    example:
      'baraza keys create --owner local --name "nightly import" --scopes data,storage:read --expires 90d',
    input: (given) => {
      const expires = given.option('expires') ?? 'never';
      const resources = given.option('resources');
      return {
        owner: given.required('owner'),
        name: given.required('name'),
        scopes: listOf(given.required('scopes')),
        ...(resources === undefined ? {} : { resources: listOf(resources) }),
        expiresInMs: expires === 'never' ? null : parseDuration('expires', expires),
      };
    },
    show: issuedKeyLines,
  }),
  operationCommand({
    name: 'keys list',
    summary: 'List keys, without their secrets.',
    usage: '[--owner OWNER]',
    example: 'baraza keys list --owner local',
    input: (given) => given.options('owner'),
    show: (keys) =>
      table(keys, {
        id: ({ id }) => id,
        public: (key) => key.public,
        type: ({ type }) => type,
        name: ({ name }) => name,
        scopes: ({ scopes }) => scopes.join(','),
        resources: ({ resources }) => resources?.join(',') ?? 'all',
        expires: ({ expiresAt }) => expiresAt ?? 'never',
        'last used': ({ lastUsedAt }) => lastUsedAt ?? 'never',
        revoked: ({ revokedAt }) => revokedAt ?? '',
      }),
  }),
  operationCommand({
    name: 'keys rotate',
    summary: 'Replace the secret of a key; the old one expires at once, or after a grace period.',
    usage: 'KEY [--grace 24h]',
    example: 'baraza keys rotate key_01jd7m8v3qf2x9a4t6c5b0n8we --grace 24h',
    input: (given) => {
      const grace = given.option('grace');
      return {
        key: given.positional(0),
        graceMs: grace === undefined ? 0 : parseDuration('grace', grace),
      };
    },
    show: issuedKeyLines,
  }),
  operationCommand({
    name: 'keys revoke',
    summary: 'Revoke a key; the next request with it is refused.',
    usage: 'KEY',
    example: 'baraza keys revoke key_01jd7m8v3qf2x9a4t6c5b0n8we',
    input: (given) => ({ key: given.positional(0) }),
    show: (revoked) => [`${revoked.id} is revoked since ${revoked.revokedAt}`],
  }),
];

function listOf(words: string): readonly string[] {
  return words
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function issuedKeyLines(issued: IssuedKey): readonly string[] {
  return [
    `id       ${issued.id}`,
    `key      ${issued.key}`,
    `scopes   ${issued.scopes.join(', ')}`,
    ...(issued.resources === undefined ? [] : [`for      ${issued.resources.join(', ')}`]),
    `expires  ${issued.expiresAt ?? 'never'}`,
    'Save the key now: it is not shown again.',
  ];
}

const units: { readonly [unit: string]: number } = { s: 1_000, m: minuteMs, h: hourMs, d: dayMs };

/** `90d`, `12h`, `30m`, `45s` as milliseconds; 0 is refused. */
function parseDuration(option: string, text: string): number {
  const [, count = '0', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (units[unit] ?? 0);
  if (ms > 0) return ms;
  throw invalid(`--${option} must be a time like 90d, 12h or 30m, not ${text}.`);
}
