import type { IssuedKey, KeyView } from '../access/keys.ts';
import type { Command } from './command.ts';
import { parseDuration } from './duration.ts';
import { operationCommand, table } from './operation-command.ts';

export const keyCommands: readonly Command[] = [
  operationCommand({
    name: 'keys create',
    summary: 'Issue a platform key; its text is shown once.',
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
    summary: 'List keys, without their secret text.',
    usage: '[--owner OWNER]',
    example: 'baraza keys list --owner local',
    input: (given) => given.options('owner'),
    show: keyTable,
  }),
  operationCommand({
    name: 'keys rotate',
    summary: 'Replace the text of a key; the old text expires at once, or after a grace period.',
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
    'Keep the key now: it is not shown again.',
  ];
}

function keyTable(keys: readonly KeyView[]): readonly string[] {
  return table(
    ['id', 'public', 'type', 'name', 'scopes', 'resources', 'expires', 'last used', 'revoked'],
    keys.map((key) => [
      key.id,
      key.public,
      key.type,
      key.name,
      key.scopes.join(','),
      key.resources?.join(',') ?? 'all',
      key.expiresAt ?? 'never',
      key.lastUsedAt ?? 'never',
      key.revokedAt ?? '',
    ]),
  );
}
