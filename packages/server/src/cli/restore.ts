import type { Command } from './command.ts';

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Replace the data with a backup; the previous data is kept beside it.',
  usage: 'FILE [--force]',
  example: 'baraza restore /var/backups/baraza-monday.backup',
  options: { force: { type: 'boolean' } },
  positionals: ['FILE'],
  run: async (given, context) => (await import('./restore-run.ts')).runRestore(given, context),
};
