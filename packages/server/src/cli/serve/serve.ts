import { rmSync } from 'node:fs';
import { limits } from '@baraza/contract';
import { createMac } from '../../access/mac.ts';
import { createSeal } from '../../access/seal.ts';
import { assemble, type Installation } from '../../assemble.ts';
import { type Backups, createBackups } from '../../backup/backup.ts';
import { type BackupCatalog, createBackupCatalog } from '../../backup/backup-catalog.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Config } from '../../config.ts';
import { type Invitation, invite } from '../../console/invite.ts';
import { type ControlRequest, serveControl } from '../../control/control.ts';
import {
  dataPaths,
  lockDataFolder,
  makeDataFolder,
  readJsonFile,
  reasonOf,
  writePrivateJson,
} from '../../data-folder.ts';
import { createMailer, type Mailer } from '../../delivery/mail.ts';
import { createMailQueue, type MailQueue } from '../../delivery/mail-queue.ts';
import { connectionLimitsOf } from '../../http/connections/connection-limits.ts';
import { createProcessBudgets } from '../../http/connections/process-budgets.ts';
import { isoTime } from '../../kernel/clock.ts';
import { isDiskFull } from '../../kernel/fault.ts';
import { idTimeMs } from '../../kernel/id.ts';
import { createLifecycle, type Lifecycle } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import { unavailable } from '../../kernel/problem.ts';
import { sharePepper } from '../../pepper.ts';
import { createGenerations } from '../../platform/ai/generations.ts';
import { createChanges } from '../../platform/changes.ts';
import { createEventReadings } from '../../platform/event-readings.ts';
import { sweepBlobs } from '../../platform/objects/blob-removal.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRecordUpkeep } from '../../platform/records/record-upkeep.ts';
import { createPasswords } from '../../platform/users/passwords.ts';
import { programCommit, programVersion } from '../../program.ts';
import type { Store } from '../../store/store.ts';
import { adminContextOf, performOperation, type RunningParts } from '../admin/operations.ts';
import type { BackupInput } from '../backup.ts';
import { createAddresses } from './addresses.ts';
import { takeDueBackup } from './backup-schedule.ts';
import { createHealth, createReadiness, type Health } from './health.ts';
import { repeat } from './housekeeping.ts';
import type { Listening } from './listen.ts';
import { createOperatorServices } from './operator-services.ts';
import { assertNotSplit, findBlobStoreConflict, joinOtherProcesses } from './presence.ts';
import { startPlatform } from './serve-platform.ts';
import { createServedAssistant, startSite } from './serve-site.ts';
import type { RunningService, ServerParts } from './server-parts.ts';

/** run.json: describes the running server in the data folder. */
export interface RunFile {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: string;
  /** Undefined when only the other service runs. */
  readonly platform?: Address;
  readonly site?: Address;
  readonly socket: string;
}

interface Address {
  readonly url: string;
  readonly port: number;
}

/** One of the services alone, or both. */
type Only = 'platform' | 'site' | undefined;

export type Running = Awaited<ReturnType<typeof start>>;

// A stop takes at most 20 s: the drain of requests, what follows it, and a margin for a busy machine.
const stopMs = limits.drainMs + 3_000;

/** Starts the services; resolves when they are ready. */
export async function startServer(config: Config, log: Log, only?: Only): Promise<Running> {
  const onLate = (part: string) => log.warn('a part did not stop in time', { part });
  const lifecycle = createLifecycle({ limitMs: stopMs, onLate });
  try {
    return await start(config, log, lifecycle, only);
  } catch (error) {
    await lifecycle
      .stop()
      .catch((cause: unknown) =>
        log.warn('cleanup after the failed start was incomplete', { cause }),
      );
    throw error;
  }
}

async function start(config: Config, log: Log, lifecycle: Lifecycle, only: Only) {
  takeFolder(config, lifecycle);
  const installation = await assemble(config, log).catch(async (error: unknown) => {
    throw (await findBlobStoreConflict(config)) ?? error;
  });
  const { store, paths, storeName, disk } = installation;
  lifecycle.onStop('the store', installation.close);
  await installation.takePepper();
  const presence =
    store.engine === 'postgres'
      ? await joinOtherProcesses(installation, assertNotSplit(config))
      : undefined;
  lifecycle.onStop('the membership among the processes', async () => presence?.leave());
  const blobs = await openBlobs(installation);
  const health = createHealth(installation, blobs);
  const mails = createMailQueue(mailerOf(config), log);
  lifecycle.onStop('the mails of users', mails.stop);
  const platform = createPlatform(installation, blobs, health, mails);
  const addresses = createAddresses(config);
  const site =
    only === 'platform' ? undefined : await createServedAssistant(installation, addresses);
  const running: RunningParts = { blobs: platform.blobs, assistant: site?.assistant };
  let isDraining = false;
  let isStarted = false;
  const parts: ServerParts = {
    installation,
    lifecycle,
    addresses,
    guards: createProcessBudgets(connectionLimitsOf(config, log), disk),
    isDraining: () => isDraining,
    health,
    assertReady: createReadiness(health, () => isStarted),
    pollMs: pollOf(store),
  };
  // Registered before the HTTP servers, so closed after them: a draining server still accepts commands.
  const backups = createBackups({ ...installation, blobs: platform.blobs }, log, () =>
    // Objects that were deleted during the backup had to stay until its end.
    sweepBlobs(platform, parts.isDraining).then(() => {}),
  );
  lifecycle.onStop('backups', backups.idle);
  const catalog = createBackupCatalog(backups, paths, installation);
  // Stopped after the catalog, which aborts the backup that it waits for.
  lifecycle.onStop('the schedule of backups', startBackups(parts, catalog));
  lifecycle.onStop('the backups of the console', catalog.stop);
  const refreshPlans = planRefresher(installation);
  if (store.otherProcesses !== undefined)
    lifecycle.onStop('the check of plans', repeat(planCheckMs, refreshPlans));
  lifecycle.onStop('the command socket', await openControl(installation, backups, running));

  const services: RunningService[] = [];
  // Both services drain in parallel.
  lifecycle.onStop('the HTTP servers', async () => {
    await Promise.all(services.map(({ close }) => close()));
  });
  const siteService = site && (await startSite(site, parts));
  if (siteService !== undefined) services.push(siteService);
  const operator = createOperatorServices(installation, running, catalog);
  const platformService =
    only === 'site'
      ? undefined
      : await startPlatform(platform, parts, { assistant: site?.assistant, operator });
  if (platformService !== undefined) services.push(platformService);
  const stopListening = store.otherProcesses?.listen((hint) => {
    if (hint === undefined || hint.about === 'plans') void refreshPlans();
    for (const { onHint } of services) onHint(hint);
  });
  lifecycle.onStop('the hints of other processes', async () => stopListening?.());

  const urls = {
    platform: platformService?.url ?? addresses.platform.public(),
    site: siteService?.url ?? addresses.site.public(),
  };
  const first = installation.isNew ? await import('./first-start.ts') : undefined;
  const credentials = await first?.bootstrap(
    installation,
    urls,
    config.demo ? platform : undefined,
  );
  const run: RunFile = {
    pid: process.pid,
    version: programVersion,
    startedAt: isoTime(platform.startedAtMs),
    ...(platformService && { platform: addressIn(platformService) }),
    ...(siteService && { site: addressIn(siteService) }),
    socket: paths.socket,
  };
  writeUnlessFull(installation, paths.run, run);
  const invitation =
    first &&
    credentials &&
    platformService &&
    (await inviteOwner(installation, running, first.firstOwner));
  await disk.keepSpare();
  examineModel(installation);
  isStarted = true;
  presence?.announceAddress((run.platform ?? run.site)?.url ?? '');
  const stop = () => {
    isDraining = true;
    return lifecycle.stop();
  };
  return {
    run,
    /** The engine of the store with its version. */
    storeName,
    /** Undefined if the store is a file. */
    link: store.link?.(),
    /** The first credentials; only on the first start. */
    bootstrap: credentials,
    /** A link that signs the first owner in; only on the first start, and if the console is served. */
    invitation,
    /** Graceful stop: refuses new requests and lets those in flight finish. */
    stop,
  };
}

/** Before the first question needs it. What cannot be examined now is examined when it is asked. */
function examineModel({ loadLanguageModel }: Installation): void {
  loadLanguageModel()
    .then((model) => model?.examine())
    .catch(() => {});
}

async function openBlobs({ config, log, keyring, openBlobs }: Installation): Promise<Blobs> {
  const blobs = await openBlobs();
  if (config.pepperFile === undefined)
    await sharePepper(blobs, keyring.pepper).catch((cause: unknown) =>
      log.warn('the pepper could not be stored with the objects for other servers', { cause }),
    );
  return blobs;
}

function createPlatform(
  installation: Installation,
  blobs: Blobs,
  health: Health,
  mails: Pick<MailQueue, 'send'>,
): Platform {
  const { config, store, clock, makeId, log, keyring } = installation;
  const changes = createChanges(undefined, store.otherProcesses);
  const onDue = () => changes.announceDeliveries();
  const mac = createMac(keyring.pepper);
  return {
    store,
    blobs,
    health,
    clock,
    makeId,
    log,
    changes,
    eventReadings: createEventReadings(),
    recordUpkeep: createRecordUpkeep({ store, log, clock, onDue }),
    loadLanguageModel: installation.loadLanguageModel,
    engine: installation.engine,
    generations: createGenerations(),
    seal: createSeal(keyring.pepper),
    mac,
    passwords: createPasswords(mac),
    keyring,
    mail: mails.send,
    proxyHops: config.proxyHops,
    ownerBytesMax: config.ownerBytesMax,
    recordsMax: config.recordsMax,
    accountsMax: config.accountsMax,
    version: programVersion,
    commit: programCommit,
    // Taken from an id: ids are monotonic even when the clock is set back, so no upload of this process can
    // be mistaken for an orphan of an earlier one.
    startedAtMs: idTimeMs(makeId('blob')),
  };
}

/** For files that say something about the server: without them it still serves. */
function writeUnlessFull({ log }: Installation, file: string, value: object): void {
  try {
    writePrivateJson(file, value);
  } catch (error) {
    if (!isDiskFull((error as Error).cause)) throw error;
    log.warn((error as Error).message);
  }
}

function mailerOf({ smtpUrl, deliveries }: Config): Mailer | undefined {
  return smtpUrl === undefined || !deliveries ? undefined : createMailer(smtpUrl);
}

/** The link is also written to a file: it is printed only on a terminal. */
async function inviteOwner(
  installation: Installation,
  running: RunningParts,
  owner: string,
): Promise<Invitation> {
  const context = adminContextOf(installation, running);
  const invitation = await invite(context, { owner, operator: true });
  writeUnlessFull(installation, installation.paths.consoleLink, invitation);
  return invitation;
}

// Finds changes whose hint was lost.
const planCheckMs = 15_000;

function planRefresher({ planBook, log }: Installation): () => Promise<void> {
  return () =>
    planBook
      .refresh()
      .catch((cause: unknown) => log.warn('the plans could not be read again', { cause }));
}

const backupCheckMs = 30_000;

function startBackups(
  { installation, isDraining }: ServerParts,
  catalog: BackupCatalog,
): () => Promise<void> {
  // With deliveries off, a restored backup is only inspected.
  if (!installation.config.deliveries) return async () => {};
  return repeat(backupCheckMs, (isStopped) =>
    takeDueBackup(installation, catalog, () => isStopped() || isDraining()).catch(
      (cause: unknown) =>
        installation.log.warn('the schedule of backups could not be read', { cause }),
    ),
  );
}

function addressIn({ url, port }: Listening): Address {
  return { url, port };
}

const pollWithoutHintsMs = 1_000;
const pollWithHintsMs = 15_000;

function pollOf({ otherProcesses }: Store): (() => number) | undefined {
  return (
    otherProcesses && (() => (otherProcesses.isListening() ? pollWithHintsMs : pollWithoutHintsMs))
  );
}

function takeFolder(config: Config, lifecycle: Lifecycle): void {
  const paths = dataPaths(config.dataFolder);
  makeDataFolder(paths);
  const unlock = lockDataFolder(paths, 2_000);
  if (unlock === undefined) {
    const first = readJsonFile<RunFile>(paths.run);
    const url = (first?.platform ?? first?.site)?.url;
    const who = first === undefined ? 'another process' : `process ${first.pid} at ${url}`;
    throw unavailable(`${paths.folder} is in use already by ${who}.`);
  }
  lifecycle.onStop('the lock', unlock);
  const removeRunFile = () => rmSync(paths.run, { force: true });
  // An existing file was left by a killed process.
  removeRunFile();
  lifecycle.onStop('the run file', removeRunFile);
}

async function openControl(
  installation: Installation,
  backups: Backups,
  running: RunningParts,
): Promise<() => Promise<void>> {
  const { paths, log } = installation;
  const run = async ({ name, input }: ControlRequest, signal: AbortSignal): Promise<unknown> => {
    if (name === 'backup') return backups.take({ ...(input as BackupInput), signal });
    if (name === 'migrate') {
      const { to } = installation.migrated;
      return { from: to, to, store: installation.storeName };
    }
    return performOperation(adminContextOf(installation, running), name, input);
  };
  try {
    return await serveControl(paths.socket, run, log);
  } catch (cause) {
    const sentence = `The socket ${paths.socket} cannot be used: ${reasonOf(cause)}.`;
    throw unavailable(sentence, { cause });
  }
}
