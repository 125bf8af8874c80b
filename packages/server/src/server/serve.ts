/** The steps in which a server starts, serves until a signal and stops; each step registers how it is undone. */
import { rmSync } from 'node:fs';
import { limits } from '@baraza/contract';
import { createBackups } from '../backup/backup.ts';
import { createBackupCatalog } from '../backup/backup-catalog.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { type Invitation, invite } from '../console/invite.ts';
import { createSender } from '../delivery/sender.ts';
import { isoTime } from '../kernel/clock.ts';
import { isDiskFull } from '../kernel/fault.ts';
import { createLifecycle, type Lifecycle } from '../kernel/lifecycle.ts';
import type { Log } from '../kernel/log.ts';
import { unavailable } from '../kernel/problem.ts';
import { sweepBlobs } from '../platform/objects/blob-removal.ts';
import { type Config, type Environment, unknownSettings } from '../setup/config.ts';
import {
  dataPaths,
  lockDataFolder,
  makeDataFolder,
  readJsonFile,
  writePrivateJson,
} from '../setup/data-folder.ts';
import { sharePepper } from '../setup/pepper.ts';
import { programVersion } from '../setup/program.ts';
import { assemble, type Installation } from './assemble.ts';
import { backupJob } from './backup-schedule.ts';
import { createSpeechFetch } from './fetched/speech-fetch.ts';
import type { Bootstrap } from './first-start.ts';
import { createJobs } from './jobs.ts';
import type { RunFile } from './listen.ts';
import { adminContextOf, type RunningParts, serveOperations } from './operations.ts';
import { createOperatorServices } from './operator-services.ts';
import { assertNotSplit, findBlobStoreConflict, joinOtherProcesses } from './presence.ts';
import { createServedPlatform, platformHandlers, startPlatform } from './serve-platform.ts';
import { createServedAssistant, siteHandlers, startSite } from './serve-site.ts';
import { createServerParts, type RunningService } from './server-parts.ts';
import { printStarted, type Started, type Terminal, untilStopSignal } from './terminal.ts';

/** One of the services alone, or both. */
type Only = 'platform' | 'site' | undefined;

interface Running extends Started {
  /** Fetches the packages for speech in the background if they are not there. */
  readonly fetchSpeech: () => void;
  /** Graceful stop: refuses new requests and lets those in flight finish. */
  readonly stop: () => Promise<void>;
}

interface Surroundings extends Terminal {
  readonly config: Config;
  readonly environment: Environment;
  readonly log: Log;
}

interface ServeOptions {
  readonly only: Only;
  /** Whether the packages for speech are fetched if they are not there. */
  readonly fetchesSpeech: boolean;
}

/** Serves until a signal asks for the stop. */
export async function serve(
  surroundings: Surroundings,
  { only, fetchesSpeech }: ServeOptions,
): Promise<void> {
  const { config, environment, log, print } = surroundings;
  warnOfUnknownSettings(environment, log);
  const running = await startServer(config, log, only);
  // Signals are handled before the addresses are printed.
  const stopRequested = untilStopSignal();
  printStarted(surroundings, config.dataFolder, running);
  if (fetchesSpeech) running.fetchSpeech();
  await stopRequested;
  print('stopping; the same signal again ends at once');
  await running.stop();
}

// A misspelt variable would otherwise be ignored silently.
function warnOfUnknownSettings(environment: Environment, log: Log): void {
  for (const { variable, meant } of unknownSettings(environment))
    log.warn(
      `${variable} is not a setting and does nothing; ` +
        `${meant === undefined ? 'docs/operating/settings.md has them all' : `perhaps ${meant} was meant`}.`,
    );
}

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

async function start(config: Config, log: Log, lifecycle: Lifecycle, only: Only): Promise<Running> {
  takeFolder(config, lifecycle);
  const installation = await assemble(config, log).catch(async (error: unknown) => {
    throw (await findBlobStoreConflict(config)) ?? error;
  });
  const { store, paths, storeName, disk } = installation;
  lifecycle.onStop('the store', installation.close);
  await installation.takePepper();
  const jobs = createJobs(installation, lifecycle);
  const presence =
    store.engine === 'postgres'
      ? await joinOtherProcesses(installation, assertNotSplit(config))
      : undefined;
  lifecycle.onStop('the membership among the processes', async () => presence?.leave());
  const renewPresence = presence && jobs.start(presence.job);
  const blobs = await openBlobs(installation);
  const phase = { isStarted: false, isDraining: false };
  const parts = createServerParts(installation, lifecycle, jobs, blobs, phase);
  const { addresses } = parts;
  const platform = createServedPlatform(parts, blobs);
  const site =
    only === 'platform' ? undefined : await createServedAssistant(installation, addresses);
  const { assistant, reloadSpeech } = site ?? {};
  const running: RunningParts = { blobs, assistant, reloadSpeech };
  const speechFetch = reloadSpeech && createSpeechFetch(config, log, reloadSpeech);
  lifecycle.onStop('the fetching of speech', async () => speechFetch?.stop());

  // Registered before the HTTP servers, so closed after them: a draining server still accepts commands.
  const backups = createBackups({ ...installation, blobs }, log, () =>
    // Objects that were deleted during the backup had to stay until its end.
    sweepBlobs(platform, parts.isDraining).then(() => {}),
  );
  lifecycle.onStop('backups', backups.idle);
  const catalog = createBackupCatalog(backups, paths, installation);
  // Stopped after the catalog, which aborts the backup that it waits for.
  parts.jobs.start(backupJob(parts, catalog));
  lifecycle.onStop('the backups of the console', catalog.stop);
  const refreshPlans =
    store.otherProcesses &&
    parts.jobs.start({
      name: 'plans',
      everyMs: planCheckMs,
      run: () => installation.planBook.refresh(),
    });
  lifecycle.onStop('the command socket', await serveOperations(installation, backups, running));

  const services: RunningService[] = [];
  // Both services drain in parallel.
  lifecycle.onStop('the HTTP servers', async () => {
    await Promise.all(services.map(({ close }) => close()));
  });
  const sender = createSender(
    { ...installation, pollMs: parts.pollMs },
    {
      ...(only !== 'site' && platformHandlers(platform, { config, lifecycle })),
      ...(site && siteHandlers(site, config)),
    },
  );
  platform.outbox.onWake(sender.wake);
  assistant?.outbox.onWake(sender.wake);
  lifecycle.onStop('what is sent', sender.stop);
  const siteService = site && (await startSite(site, parts, sender));
  if (siteService !== undefined) services.push(siteService);
  const operator = createOperatorServices(installation, running, catalog);
  const platformService =
    only === 'site'
      ? undefined
      : await startPlatform(platform, parts, {
          assistant: site?.assistant,
          operator,
          sender,
        });
  if (platformService !== undefined) services.push(platformService);
  sender.wake();
  const stopListening = store.otherProcesses?.listen((hint) => {
    if (hint === undefined || hint.about === 'plans') refreshPlans?.();
    sender.onHint(hint);
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
  if (first === undefined)
    updateAddresses(
      paths.bootstrap,
      {
        ...(platformService && { platform: platformService.url }),
        ...(siteService && { site: siteService.url }),
      },
      log,
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
  phase.isStarted = true;
  presence?.announceAddress((run.platform ?? run.site)?.url ?? '');
  renewPresence?.();
  const stop = () => {
    phase.isDraining = true;
    return lifecycle.stop();
  };
  const fetchSpeech = () => speechFetch?.start();
  const link = store.link?.();
  return { run, storeName, link, bootstrap: credentials, invitation, fetchSpeech, stop };
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

// Finds changes whose hint was lost.
const planCheckMs = 15_000;

/** For files that say something about the server: without them it still serves. */
function writeUnlessFull({ log }: Installation, file: string, value: object): void {
  try {
    writePrivateJson(file, value);
  } catch (error) {
    if (!isDiskFull((error as Error).cause)) throw error;
    log.warn((error as Error).message);
  }
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

function addressIn({ url, port }: RunningService): Pick<RunningService, 'url' | 'port'> {
  return { url, port };
}

/** The file of the first credentials names the addresses of this start: with port 0 each one has others. */
function updateAddresses(file: string, urls: Partial<Addresses>, log: Log): void {
  try {
    const known = readJsonFile<Bootstrap>(file);
    if (known?.platform === undefined || known.site === undefined) return;
    const { platform, site } = known;
    const updated = {
      platform: { ...platform, url: urls.platform ?? platform.url },
      site: { ...site, url: urls.site ?? site.url },
    };
    if (JSON.stringify(updated) !== JSON.stringify(known)) writePrivateJson(file, updated);
  } catch (cause) {
    // A full disk must not keep the server from starting.
    log.warn('bootstrap.json keeps the addresses of an earlier start', { cause });
  }
}

interface Addresses {
  readonly platform: string;
  readonly site: string;
}
