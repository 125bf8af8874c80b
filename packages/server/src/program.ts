import { createRequire } from 'node:module';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

/** The version of this program, as in its package.json. */
export const programVersion = version;
