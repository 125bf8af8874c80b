/** What a person at the terminal sees of a server, and how its signals end it. */
import { constants } from 'node:os';
import type { Invitation } from '../console/invite.ts';
import { programName } from '../setup/program.ts';
import { wordsOfLink } from '../store/postgres/postgres-server.ts';
import type { Store } from '../store/store.ts';
import type { Bootstrap } from './first-start.ts';
import type { RunFile } from './listen.ts';

/** What the start of a server tells a person. */
export interface Started {
  readonly run: RunFile;
  /** The engine of the store with its version. */
  readonly storeName: string;
  /** Undefined if the store is a file. */
  readonly link: ReturnType<NonNullable<Store['link']>> | undefined;
  /** The first credentials; only on the first start. */
  readonly bootstrap: Bootstrap | undefined;
  /** A link that signs the first owner in; only on the first start, and if the console is served. */
  readonly invitation: Invitation | undefined;
}

/** Where the lines of a server go. */
export interface Terminal {
  readonly print: (line: string) => void;
  /** Whether output goes to a terminal, where no file or journal keeps it. */
  readonly isTerminal: boolean;
}

/** Its lines are promises of this program to scripts: the last one is `ready`. */
export function printStarted(
  { print, isTerminal }: Terminal,
  dataFolder: string,
  { run, storeName, link, bootstrap, invitation }: Started,
): void {
  print(`Baraza ${programName}`);
  if (run.platform !== undefined) print(`  platform     ${run.platform.url}`);
  if (run.site !== undefined) print(`  site         ${run.site.url}`);
  print(`  data         ${dataFolder} (${storeName})`);
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
  invitation: Invitation | undefined,
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

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

// A signal to the process group arrives twice, once from the launcher: both count as one.
const sameSignalMs = 1_000;

/**
 * The first signal, or the end of the launcher, starts a graceful stop; the same signal again later ends the process
 * at once.
 */
export function untilStopSignal(): Promise<void> {
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
