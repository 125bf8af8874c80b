/** The last run of `check.ts`. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Need } from './capacity.ts';

export interface Check {
  readonly machine: string;
  readonly measuredOn: string;
  readonly questions: number;
  readonly calculated: Parts;
  readonly measured: Parts;
}

interface Parts {
  /** CPU time of a question, in milliseconds. */
  readonly eachMs: Need['eachMs'];
  readonly connections: number;
}

export const checkFile = fileURLToPath(new URL('check.json', import.meta.url));

export function readCheck(): Check {
  return JSON.parse(readFileSync(checkFile, 'utf8')) as Check;
}
