import type { Context, Given, Result } from '../command.ts';
import { examine } from './examine.ts';

const marks = { ok: 'ok      ', missing: 'missing ', failing: 'FAILING ' } as const;

/** Read-only diagnosis: what is configured, what is missing, and how to get it. */
export async function runDoctor(_given: Given, context: Context): Promise<Result> {
  const findings = await examine(context.config, context.environment);
  return {
    value: findings,
    lines: findings.flatMap(({ name, status, saw, remedy }) => [
      `${marks[status]} ${name.padEnd(12)} ${saw}`,
      ...(remedy === undefined ? [] : [`${' '.repeat(22)}${remedy}`]),
    ]),
    exitCode: findings.some(({ status }) => status === 'failing') ? 1 : 0,
  };
}
