import type { Command } from './command.ts';

export const conformanceCommand: Command = {
  name: 'conformance',
  summary:
    'Test any server against the public contract; creates a site for the test and removes it.',
  usage:
    'URL [--site SLUG] [--site-key KEY] [--bootstrap FILE] [--platform-url URL] [--only SECTION|CHECK,…]',
  example: 'baraza conformance http://127.0.0.1:4200 --bootstrap data/bootstrap.json',
  options: {
    site: { type: 'string' },
    'site-key': { type: 'string' },
    'owner-key': { type: 'string' },
    'platform-url': { type: 'string' },
    'platform-key': { type: 'string' },
    bootstrap: { type: 'string' },
    only: { type: 'string' },
  },
  positionals: ['URL'],
  // Loaded lazily: the suite is large, and no other command needs it.
  run: async (given, context) =>
    (await import('./conformance-run.ts')).runConformance(given, context),
};
