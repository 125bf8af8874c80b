import type { MigrateReport } from './admin/migrate-run.ts';
import { runOnServer } from './admin/run-operation.ts';
import type { Command } from './command.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the data to the version of this program; serve does so by itself.',
  usage: '',
  example: 'baraza migrate',
  options: {},
  positionals: [],
  run: async (_given, { config, log }) => {
    const { migrateOurselves, migrateBeside } = await import('./admin/migrate-run.ts');
    let isDone = false;
    const answer = await runOnServer(config, { name: 'migrate', input: {} }, async () => {
      isDone = true;
      return migrateOurselves(config, log);
    });
    const told = answer as MigrateReport;
    const report = isDone ? told : await migrateBeside(config, log, told);
    const { from, to, store } = report;
    return {
      value: report,
      lines: [
        from === to
          ? `The data (${store}) is of version ${to} already.`
          : `The data (${store}) was of version ${from} and is of version ${to} now.`,
      ],
    };
  },
};
