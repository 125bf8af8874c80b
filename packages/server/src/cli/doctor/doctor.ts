import type { Command } from '../command.ts';

const marks = { ok: 'ok      ', missing: 'missing ', failing: 'FAILING ' } as const;

/** Read-only diagnosis: what is configured, what is missing, and how to get it. */
export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Show what is configured, what is missing and how to get it.',
  usage: '',
  example: 'baraza doctor --json',
  options: {},
  positionals: [],
  run: async (_given, { config, environment }) => {
    const { examine } = await import('./examine.ts');
    const findings = await examine(config, environment);
    return {
      value: findings,
      lines: findings.flatMap(({ name, status, saw, remedy }) => [
        `${marks[status]} ${name.padEnd(12)} ${saw}`,
        ...(remedy === undefined ? [] : [`${' '.repeat(22)}${remedy}`]),
      ]),
      exitCode: findings.some(({ status }) => status === 'failing') ? 1 : 0,
    };
  },
};
