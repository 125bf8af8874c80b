import type { IssuedKey, KeyView } from '../access/keys.ts';
import { runOperation } from './admin/run-operation.ts';
import type { Command } from './command.ts';
import { parseDuration } from './duration.ts';
import { table } from './table.ts';

export const keyCommands: readonly Command[] = [
  {
    name: 'keys create',
    summary: 'Issue a platform key; its text is shown once.',
    usage: '--owner OWNER --name NAME --scopes SCOPES [--resources IDS] [--expires 90d|never]',
    example:
      'baraza keys create --owner local --name "nightly import" --scopes data,storage:read --expires 90d',
    options: {
      owner: { type: 'string' },
      name: { type: 'string' },
      scopes: { type: 'string' },
      resources: { type: 'string' },
      expires: { type: 'string' },
    },
    positionals: [],
    run: async (given, { config, log }) => {
      const expires = given.option('expires') ?? 'never';
      const resources = given.option('resources');
      const issued = await runOperation(config, log, 'keys create', {
        owner: given.required('owner'),
        name: given.required('name'),
        scopes: listOf(given.required('scopes')),
        ...(resources === undefined ? {} : { resources: listOf(resources) }),
        expiresInMs: expires === 'never' ? null : parseDuration('expires', expires),
      });
      return { value: issued, lines: issuedKeyLines(issued) };
    },
  },
  {
    name: 'keys list',
    summary: 'List keys, without their secret text.',
    usage: '[--owner OWNER]',
    example: 'baraza keys list --owner local',
    options: { owner: { type: 'string' } },
    positionals: [],
    run: async (given, { config, log }) => {
      const owner = given.option('owner');
      const keys = await runOperation(
        config,
        log,
        'keys list',
        owner === undefined ? {} : { owner },
      );
      return { value: keys, lines: keyTable(keys) };
    },
  },
  {
    name: 'keys rotate',
    summary: 'Replace the text of a key; the old text expires at once, or after a grace period.',
    usage: 'KEY [--grace 24h]',
    example: 'baraza keys rotate key_01jd7m8v3qf2x9a4t6c5b0n8we --grace 24h',
    options: { grace: { type: 'string' } },
    positionals: ['KEY'],
    run: async (given, { config, log }) => {
      const grace = given.option('grace');
      const issued = await runOperation(config, log, 'keys rotate', {
        key: given.positional(0),
        graceMs: grace === undefined ? 0 : parseDuration('grace', grace),
      });
      return { value: issued, lines: issuedKeyLines(issued) };
    },
  },
  {
    name: 'keys revoke',
    summary: 'Revoke a key; the next request with it is refused.',
    usage: 'KEY',
    example: 'baraza keys revoke key_01jd7m8v3qf2x9a4t6c5b0n8we',
    options: {},
    positionals: ['KEY'],
    run: async (given, { config, log }) => {
      const revoked = await runOperation(config, log, 'keys revoke', { key: given.positional(0) });
      return { value: revoked, lines: [`${revoked.id} is revoked since ${revoked.revokedAt}`] };
    },
  },
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
