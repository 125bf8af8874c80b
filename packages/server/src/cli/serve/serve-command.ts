import { constants } from 'node:os';
import { Problem } from '../../kernel/problem.ts';
import { programVersion } from '../../program.ts';
import type { Command, Context } from '../command.ts';
import type { Running } from './serve.ts';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'Start the services in the foreground; Ctrl-C finishes open requests and stops.',
  usage: '[--only platform|site]',
  example: 'BARAZA_PLATFORM_PORT=8080 baraza serve',
  options: { only: { type: 'string' } },
  positionals: [],
  run: async (given, context) => {
    const only = given.option('only');
    if (only !== undefined && only !== 'platform' && only !== 'site')
      throw new Problem('invalid', `--only must be platform or site, not ${only}.`);
    await warnOfUnknownSettings(context);
    const { startServer } = await import('./serve.ts');
    const running = await startServer(context.config, context.log, only);
    // Signals are handled before the addresses are printed.
    const stopRequested = untilStopSignal();
    printAddresses(context, running);
    await stopRequested;
    context.print('stopping; the same signal again ends at once');
    await running.stop();
    return { value: undefined, lines: [] };
  },
};

// A misspelt variable would otherwise be ignored silently.
async function warnOfUnknownSettings({ environment, log }: Context): Promise<void> {
  const { unknownSettings } = await import('../doctor/unknown-settings.ts');
  for (const { variable, meant } of unknownSettings(environment))
    log.warn(
      `${variable} is no setting and does nothing; ` +
        `${meant === undefined ? 'docs/operating/settings.md has them all' : `perhaps ${meant} was meant`}.`,
    );
}

function printAddresses({ config, print }: Context, { run, storeName, bootstrap }: Running): void {
  print(`Baraza ${programVersion}`);
  if (run.platform !== undefined) print(`  platform     ${run.platform.url}`);
  if (run.site !== undefined) print(`  site         ${run.site.url}`);
  print(`  data         ${config.dataFolder} (${storeName})`);
  if (bootstrap !== undefined) {
    print('  first start  owner local; these are also in bootstrap.json in the data folder');
    print(`    platform key      ${bootstrap.platform.key}`);
    print(`    owner credential  ${bootstrap.site.owner_key}`);
    if (bootstrap.site.site_key !== undefined)
      print(`    site key of ${bootstrap.site.site}  ${bootstrap.site.site_key}`);
  }
  print('ready');
}

// A signal to the process group arrives twice, once from the launcher: both count as one.
const oneWishMs = 1_000;

/** The first signal starts a graceful stop; the same signal again later ends the process at once. */
function untilStopSignal(): Promise<void> {
  const firstMs = new Map<NodeJS.Signals, number>();
  return new Promise((resolve) => {
    for (const signal of endings)
      process.on(signal, () => {
        const nowMs = performance.now();
        const first = firstMs.get(signal) ?? nowMs;
        firstMs.set(signal, first);
        if (nowMs - first > oneWishMs) process.exit(128 + constants.signals[signal]);
        resolve();
      });
  });
}
