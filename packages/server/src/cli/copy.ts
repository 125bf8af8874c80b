import type { Command } from './command.ts';

const text = { type: 'string' } as const;

export const copyCommand: Command = {
  name: 'copy',
  summary:
    'Copy a whole installation, stopped, to another database and place of objects; every row and object is compared.',
  usage:
    '--from FOLDER|postgres://… [--from-blobs FOLDER|s3://…] [--from-pepper FILE] ' +
    '--to FOLDER|postgres://… [--to-blobs FOLDER|s3://…] [--to-pepper FILE]',
  example:
    "baraza copy --from ./data --to 'postgres://user:password@host/db' --to-blobs 's3://bucket/baraza' " +
    '--to-pepper ./pepper',
  options: {
    from: text,
    'from-blobs': text,
    'from-pepper': text,
    to: text,
    'to-blobs': text,
    'to-pepper': text,
  },
  positionals: [],
  run: async (given, context) => (await import('./copy-run.ts')).runCopy(given, context),
};
