/** Every command. Those that need much code load it when they run, so that the others start quickly. */
import type { Command } from './command.ts';
import { keyCommands } from './key-commands.ts';
import { nodeCommands } from './nodes.ts';
import { ownerCommands } from './owners.ts';
import { planCommands } from './plans.ts';
import { siteProfileCommands } from './site-profiles.ts';
import { siteVisitCommands } from './site-visits.ts';
import { siteCommands } from './sites.ts';

export const commands: readonly Command[] = [
  {
    name: 'serve',
    summary: 'Start the services in the foreground; Ctrl-C finishes open requests and stops.',
    usage: '[--only platform|site]',
    example: 'BARAZA_PLATFORM_PORT=8080 baraza serve',
    run: async (...call) => (await import('../server/serve-command.ts')).runServe(...call),
  },
  ...keyCommands,
  ...ownerCommands,
  ...siteCommands,
  ...siteProfileCommands,
  ...siteVisitCommands,
  ...planCommands,
  ...nodeCommands,
  {
    name: 'migrate',
    summary: 'Upgrade the data to the version of this program, as serve does at its start.',
    usage: '',
    example: 'baraza migrate',
    run: async (...call) => (await import('./migrate.ts')).runMigrate(...call),
  },
  {
    name: 'backup',
    summary: 'Back up everything to one file: a consistent snapshot, even while a server runs.',
    usage: 'FILE|FOLDER [--since FILE|FOLDER] [--force] [--keep N]',
    example: 'baraza backup /var/backups/baraza --keep 14',
    run: async (...call) => (await import('./backup.ts')).runBackup(...call),
  },
  {
    name: 'restore',
    summary: 'Replace the data with a backup; the previous data is kept next to it.',
    usage: 'FILE [--erased FILE] [--force]',
    example: 'baraza restore /var/backups/baraza-monday.backup',
    run: async (...call) => (await import('./restore.ts')).runRestore(...call),
  },
  {
    name: 'erase-again',
    summary: 'Repeat the erasures of owners since a time to which the database was restored.',
    usage: 'TIME [--erased FILE]',
    example: 'baraza erase-again 2026-11-17T14:30:00Z',
    run: async (...call) => (await import('./erase-again.ts')).runEraseAgain(...call),
  },
  {
    name: 'copy',
    summary:
      'Copy a whole stopped installation to another database and object store; every row and object is compared.',
    usage:
      '--from FOLDER|postgres://… [--from-blobs FOLDER|s3://…] [--from-pepper FILE] ' +
      '--to FOLDER|postgres://… [--to-blobs FOLDER|s3://…] [--to-pepper FILE]',
    example:
      "baraza copy --from ./data --to 'postgres://user:password@host/db' --to-blobs 's3://bucket/baraza' " +
      '--to-pepper ./pepper',
    run: async (...call) => (await import('./copy.ts')).runCopy(...call),
  },
  {
    name: 'conformance',
    summary:
      'Test any server against the public contract; creates a site for the test and removes it.',
    usage:
      'URL [--site SLUG] [--site-key KEY] [--owner-key KEY] [--bootstrap FILE] [--platform-url URL] ' +
      '[--platform-key KEY] [--only SECTION|CHECK,…]',
    example: 'baraza conformance http://127.0.0.1:4200 --bootstrap data/bootstrap.json',
    run: async (...call) => (await import('./conformance.ts')).runConformanceCommand(...call),
  },
  {
    name: 'doctor',
    summary: 'Show what is configured, what is missing and how to get it.',
    usage: '',
    example: 'baraza doctor --json',
    run: async (...call) => (await import('./doctor/doctor.ts')).runDoctor(...call),
  },
];
