import { constants } from 'node:os';
import type { Context, Given, Result } from '../cli/command.ts';
import { unknownSettings } from '../cli/doctor/settings.ts';
import { invalid } from '../kernel/problem.ts';
import { programName } from '../setup/program.ts';
import { wordsOfLink } from '../store/postgres/postgres-server.ts';
import type { Running } from './serve.ts';

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export async function runServe(given: Given, context: Context): Promise<Result> {
  const only = given.option('only');
  if (only !== undefined && only !== 'platform' && only !== 'site')
    throw invalid(`--only must be platform or site, not ${only}.`);
  warnOfUnknownSettings(context);
  // Loaded only after the checks above: it is most of the program.
  const { startServer } = await import('./serve.ts');
  const running = await startServer(context.config, context.log, only);
  // Signals are handled before the addresses are printed.
  const stopRequested = untilStopSignal();
  printAddresses(context, running);
  await stopRequested;
  context.print('stopping; the same signal again ends at once');
  await running.stop();
  return { value: undefined, lines: [] };
}

// A misspelt variable would otherwise be ignored silently.
function warnOfUnknownSettings({ environment, log }: Context): void {
  for (const { variable, meant } of unknownSettings(environment))
    log.warn(
      `${variable} is not a setting and does nothing; ` +
        `${meant === undefined ? 'docs/operating/settings.md has them all' : `perhaps ${meant} was meant`}.`,
    );
}

function printAddresses(
  { config, print, isTerminal }: Context,
  { run, storeName, link, bootstrap, invitation }: Running,
): void {
  print(`Baraza ${programName}`);
  if (run.platform !== undefined) print(`  platform     ${run.platform.url}`);
  if (run.site !== undefined) print(`  site         ${run.site.url}`);
  print(`  data         ${config.dataFolder} (${storeName})`);
  if (link !== undefined) print(`  database     ${link.host}, ${wordsOfLink(link)}`);
  if (run.platform !== undefined)
    for (const line of consoleLines(isTerminal, run.platform.url, invitation)) print(line);
  if (bootstrap !== undefined && !isTerminal)
    print('  first start  owner local; the credentials are in bootstrap.json in the data folder');
  // Only on a terminal: a file or a journal would keep the credentials.
  if (bootstrap !== undefined && isTerminal) {
    print('  first start  owner local; these are also in bootstrap.json in the data folder');
    print(`    platform key      ${bootstrap.platform.key}`);
    print(`    owner credential  ${bootstrap.site.owner_key}`);
    if (bootstrap.site.site_key !== undefined)
      print(`    site key of ${bootstrap.site.site}  ${bootstrap.site.site_key}`);
  }
  print('ready');
}

function consoleLines(
  isTerminal: boolean,
  url: string,
  invitation: Running['invitation'],
): readonly string[] {
  if (invitation === undefined)
    return [
      `  console      ${url}/`,
      '               npx baraza owners invite OWNER prints a link that signs in',
    ];
  if (!isTerminal)
    return [
      `  console      ${url}/ (a link that signs in is in console-link.json in the data folder)`,
    ];
  return [
    `  console      ${invitation.url}`,
    '               this link signs you in, once and within 24 hours',
  ];
}

// A signal to the process group arrives twice, once from the launcher: both count as one.
const sameSignalMs = 1_000;

/**
 * The first signal, or the end of the launcher, starts a graceful stop; the same signal again later ends the process
 * at once.
 */
function untilStopSignal(): Promise<void> {
  const firstMs = new Map<NodeJS.Signals, number>();
  return new Promise((resolve) => {
    for (const signal of endings)
      process.on(signal, () => {
        const nowMs = performance.now();
        const first = firstMs.get(signal) ?? nowMs;
        firstMs.set(signal, first);
        if (nowMs - first > sameSignalMs) process.exit(128 + constants.signals[signal]);
        resolve();
      });
    // The launcher was killed: a server without one would be neither restarted nor stopped.
    process.once('disconnect', resolve);
    process.channel?.unref();
  });
}
