/** Reads the plans of sites from the file that BARAZA_PLANS names. */
import { readFileSync } from 'node:fs';
import { codeOf } from '../kernel/fault.ts';
import { invalid } from '../kernel/problem.ts';
import { type Plans, parsePlans } from '../limits/plans.ts';
import type { Config } from './config.ts';
import { reasonOf } from './data-folder.ts';

/** Called before anything is opened; refuses a file that is not valid. */
export function readPlans({ plansFile }: Pick<Config, 'plansFile'>): Plans {
  if (plansFile === undefined) return {};
  try {
    return parsePlans(readFileSync(plansFile, 'utf8'));
  } catch (cause) {
    const sentence =
      codeOf(cause) === ''
        ? `BARAZA_PLANS ${(cause as Error).message}`
        : `The file ${plansFile} of BARAZA_PLANS cannot be read: ${reasonOf(cause)}`;
    throw invalid(`${sentence}.`, { cause });
  }
}

export function assertPlan(plans: Plans, plan: string): void {
  if (Object.hasOwn(plans, plan)) return;
  const names = Object.keys(plans).join(', ');
  throw invalid(`BARAZA_PLAN must be one of ${names}, not "${plan}".`);
}
