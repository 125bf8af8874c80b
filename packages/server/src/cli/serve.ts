import { rmSync } from 'node:fs';
import { administration, isAdministrationName } from '../access/administration.ts';
import { createMac } from '../access/mac.ts';
import { createSeal } from '../access/seal.ts';
import { assemble, type Installation } from '../assemble.ts';
import { type Backups, createBackups } from '../backup/backups.ts';
import { holdable } from '../blobs/hold.ts';
import type { Config } from '../config.ts';
import { type ControlRequest, serveControl } from '../control/control.ts';
import {
  dataPaths,
  lockDataFolder,
  makeDataFolder,
  readJsonFile,
  reasonOf,
  writePrivateJson,
} from '../data-folder.ts';
import { isoTime } from '../kernel/clock.ts';
import { idTimeMs } from '../kernel/id.ts';
import { createLifecycle, type Lifecycle } from '../kernel/lifecycle.ts';
import type { Log } from '../kernel/log.ts';
import { Problem } from '../kernel/problem.ts';
import { createChanges } from '../platform/changes.ts';
import { followOthers } from '../platform/events.ts';
import type { Platform } from '../platform/platform.ts';
import { createSender, type Sender } from '../platform/sender.ts';
import { createPlatformService } from '../platform/service.ts';
import { programVersion } from '../program.ts';
import { type BackupInput, backupSource } from './backup-source.ts';
import { type Bootstrap, bootstrap } from './first-start.ts';
import { keepHouse } from './housekeeping.ts';
import { listen } from './listen.ts';

/** What a running server tells about itself, in the data folder. */
export interface RunFile {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  readonly platform: { readonly url: string; readonly port: number };
  readonly socket: string;
}

export interface Running {
  readonly run: RunFile;
  /** Only on the first start: what to begin with. */
  readonly bootstrap: Bootstrap | undefined;
  /** Refuses what is new and lets what is under way finish. */
  readonly stop: () => Promise<void>;
}

/** Starts the services and answers when they are ready. */
export async function startServer(config: Config, log: Log): Promise<Running> {
  const lifecycle = createLifecycle();
  try {
    return await start(config, log, lifecycle);
  } catch (error) {
    await lifecycle
      .stop()
      .catch((cause: unknown) => log.warn('the start left something', { cause }));
    throw error;
  }
}

async function start(config: Config, log: Log, lifecycle: Lifecycle): Promise<Running> {
  takeFolder(config, lifecycle);
  const installation = await assemble(config, log);
  lifecycle.onStop('the store', installation.close);
  let draining = false;
  let url = '';
  const blobs = holdable(installation.openBlobs());
  const platform: Platform = {
    store: installation.store,
    blobs,
    clock: installation.clock,
    makeId: installation.makeId,
    log,
    changes: createChanges(),
    seal: createSeal(installation.keyring.pepper),
    mac: createMac(installation.keyring.pepper),
    proxyHops: config.proxyHops,
    ownerBytesMax: config.ownerBytesMax,
    version: programVersion,
    // Taken from an id: none made later has an earlier time, even when the clock is set back, so
    // that no upload of this process can pass for an orphan of one before.
    startedAtMs: idTimeMs(installation.makeId('blob')),
  };
  const app = createPlatformService({
    keyring: installation.keyring,
    platform,
    origins: config.platformOrigins,
    publicUrl: () => config.publicPlatformUrl ?? url,
    isDraining: () => draining,
    metricsOpen: config.metricsOpen,
  });
  lifecycle.onStop('housekeeping', keepHouse(platform));
  const sender = openSender(platform, config, lifecycle);
  // Before the door in this list, so after it at the end: a server that drains still takes commands.
  const backups = createBackups(backupSource(installation, blobs), installation.paths, log);
  lifecycle.onStop('backups', backups.idle);
  lifecycle.onStop('the command socket', await openControl(installation, backups));
  const service = await listen(app, config.host, config.platformPort, 'BARAZA_PLATFORM_PORT');
  url = service.url;
  lifecycle.onStop('the platform', service.close);
  // After the door in this list, so before it at the end: it would wait for streams that never end.
  lifecycle.onStop('the event streams', platform.changes.close);
  const made = installation.isNew
    ? await bootstrap(installation, url, config.demo ? platform : undefined)
    : undefined;
  const run: RunFile = {
    pid: process.pid,
    version: programVersion,
    startedAt: isoTime(platform.startedAtMs),
    platform: { url, port: service.port },
    socket: installation.paths.socket,
  };
  writePrivateJson(installation.paths.run, run);
  sender.wake();
  return {
    run,
    bootstrap: made,
    stop: () => {
      draining = true;
      return lifecycle.stop();
    },
  };
}

function openSender(platform: Platform, config: Config, lifecycle: Lifecycle): Sender {
  // Only here can another process work on the same store.
  const shared = platform.store.engine === 'postgres';
  const sender = createSender(platform, {
    allowPrivate: config.webhookPrivate,
    pollMs: shared ? lookMs : undefined,
  });
  platform.changes.onDeliveries(sender.wake);
  lifecycle.onStop('the deliveries', sender.stop);
  if (shared) lifecycle.onStop('the look at others', followOthers(platform, lookMs));
  return sender;
}

const lookMs = 1_000;

function takeFolder(config: Config, lifecycle: Lifecycle): void {
  const paths = dataPaths(config.dataFolder);
  makeDataFolder(paths);
  const unlock = lockDataFolder(paths, 2_000);
  if (unlock === undefined) {
    const first = readJsonFile<RunFile>(paths.run);
    const who =
      first === undefined ? 'another process' : `process ${first.pid} at ${first.platform.url}`;
    throw new Problem('unavailable', `${paths.folder} is in use already by ${who}.`);
  }
  lifecycle.onStop('the lock', unlock);
  const removeRunFile = () => rmSync(paths.run, { force: true });
  // One that lies here speaks of a process that was killed.
  removeRunFile();
  lifecycle.onStop('the run file', removeRunFile);
}

async function openControl(
  { paths, keyring, log }: Installation,
  backups: Backups,
): Promise<() => Promise<void>> {
  const run = async ({ name, input }: ControlRequest, signal: AbortSignal): Promise<unknown> => {
    if (name === 'backup') return backups.take({ ...(input as BackupInput), signal });
    if (!isAdministrationName(name))
      throw new Problem('invalid', `The running server does not know the command ${name}.`);
    const command = administration[name] as (ring: typeof keyring, given: unknown) => unknown;
    return command(keyring, input);
  };
  try {
    return await serveControl(paths.socket, run, log);
  } catch (cause) {
    const sentence = `The socket ${paths.socket} cannot be used: ${reasonOf(cause)}.`;
    throw new Problem('unavailable', sentence, { cause });
  }
}
