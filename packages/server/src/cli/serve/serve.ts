import { rmSync } from 'node:fs';
import { createMac } from '../../access/mac.ts';
import { createSeal } from '../../access/seal.ts';
import { assemble, type Installation } from '../../assemble.ts';
import { createBackupCatalog } from '../../backup/backup-catalog.ts';
import { type Backups, createBackups } from '../../backup/backups.ts';
import { sharePepper } from '../../backup/shared-pepper.ts';
import type { Config } from '../../config.ts';
import type { Console } from '../../console/console.ts';
import { type Invitation, invite } from '../../console/invite.ts';
import { consoleRouteGroups } from '../../console/route-groups.ts';
import { createSessionWatch } from '../../console/session-watch.ts';
import { type ControlRequest, serveControl } from '../../control/control.ts';
import {
  dataPaths,
  lockDataFolder,
  makeDataFolder,
  readJsonFile,
  reasonOf,
  writePrivateJson,
} from '../../data-folder.ts';
import type { Sender } from '../../delivery/retrying-sender.ts';
import {
  connectionLimitsOf,
  type WantedConnections,
} from '../../http/connections/connection-limits.ts';
import {
  createProcessBudgets,
  type ProcessBudgets,
} from '../../http/connections/process-budgets.ts';
import { isoTime } from '../../kernel/clock.ts';
import { idTimeMs } from '../../kernel/id.ts';
import { createLifecycle, type Lifecycle } from '../../kernel/lifecycle.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { createGenerations } from '../../platform/ai/generations.ts';
import { createChanges } from '../../platform/changes.ts';
import { followOthers, watchKeys } from '../../platform/events.ts';
import { sweepBlobs } from '../../platform/objects/blob-removal.ts';
import type { Platform } from '../../platform/platform.ts';
import { createRecordUpkeep } from '../../platform/records/record-upkeep.ts';
import { createPlatformService } from '../../platform/service.ts';
import { createWebhookSender } from '../../platform/webhooks/webhook-sender.ts';
import { programVersion } from '../../program.ts';
import { settings } from '../../settings.ts';
import type { Assistant } from '../../site/assistant.ts';
import type { Hint } from '../../store/hints.ts';
import { deliveryOutbox } from '../../store/platform/deliveries.ts';
import {
  deskOf,
  isOperationName,
  performOperation,
  type RunningParts,
} from '../admin/operations.ts';
import { type BackupInput, backupSource } from '../backup-source.ts';
import { type Bootstrap, bootstrap, firstOwner } from './first-start.ts';
import { startHousekeeping } from './housekeeping.ts';
import { idleSender } from './idle-sender.ts';
import { type Listening, listen, localUrl } from './listen.ts';
import { measureProcess } from './measures.ts';
import { createOperatorDesk } from './operator-desk.ts';
import { assertNotSplit, joinOthers, splitBehind } from './presence.ts';
import { openSite } from './serve-site.ts';
import { collectGarbageWhenIdle } from './tidy-memory.ts';

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

export interface Running {
  readonly run: RunFile;
  /** The engine of the store with its version. */
  readonly storeName: string;
  /** The first credentials; only on the first start. */
  readonly bootstrap: Bootstrap | undefined;
  /** Signs in whoever started the server first; only on the first start, and where the console is served. */
  readonly invitation: Invitation | undefined;
  /** Graceful stop: refuses new requests and lets those in flight finish. */
  readonly stop: () => Promise<void>;
}

/** Starts the services; resolves when they are ready. */
export async function startServer(config: Config, log: Log, only?: Only): Promise<Running> {
  const lifecycle = createLifecycle();
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
    throw (await splitBehind(config)) ?? error;
  });
  lifecycle.onStop('the store', installation.close);
  await installation.takePepper();
  const presence =
    installation.store.engine === 'postgres'
      ? await joinOthers(installation, assertNotSplit(config))
      : undefined;
  lifecycle.onStop('the place among the others', async () => presence?.leave());
  let draining = false;
  const isDraining = () => draining;
  const guards = createProcessBudgets(connectionLimitsOf(wantedConnections(config), log));
  const blobs = await installation.openBlobs();
  if (config.pepperFile === undefined)
    await sharePepper(blobs, installation.keyring.pepper).catch((cause: unknown) =>
      log.warn('the pepper could not be written beside the objects for other servers', { cause }),
    );
  const platform: Platform = {
    store: installation.store,
    blobs,
    clock: installation.clock,
    makeId: installation.makeId,
    log,
    changes: createChanges(undefined, installation.store.others),
    recordUpkeep: createRecordUpkeep({ store: installation.store, log }),
    loadLanguageModel: installation.loadLanguageModel,
    engine: installation.engine,
    generations: createGenerations(),
    seal: createSeal(installation.keyring.pepper),
    mac: createMac(installation.keyring.pepper),
    proxyHops: config.proxyHops,
    ownerBytesMax: config.ownerBytesMax,
    recordsMax: config.recordsMax,
    version: programVersion,
    // Taken from an id: ids are monotonic even when the clock is set back, so no upload of this process can
    // be mistaken for an orphan of an earlier one.
    startedAtMs: idTimeMs(installation.makeId('blob')),
  };
  // Registered before the HTTP servers, so closed after them: a draining server still accepts commands.
  const backups = createBackups(backupSource(installation, blobs), log, () =>
    // What was deleted meanwhile had to stay until its end.
    sweepBlobs(platform, isDraining).then(() => {}),
  );
  lifecycle.onStop('backups', backups.idle);
  const shelf = createBackupCatalog(backups, installation.paths, installation);
  lifecycle.onStop('the backups of the console', shelf.stop);
  let assistant: Assistant | undefined;
  const running = { blobs, assistant: () => assistant };
  lifecycle.onStop('the command socket', await openControl(installation, backups, running));
  lifecycle.onStop('tidying', collectGarbageWhenIdle());
  // Both services drain in parallel.
  const closings: (() => Promise<void>)[] = [];
  const ears: ((hint: Hint | undefined) => void)[] = [];
  lifecycle.onStop('the doors', async () => {
    await Promise.all(closings.map((close) => close()));
  });
  let platformUrl: string | undefined;
  // The site assistant first: the console, which the platform serves, works with it.
  const site =
    only === 'platform'
      ? undefined
      : await openSite(installation, lifecycle, {
          isDraining,
          guards,
          closings,
          ears,
          pollMs: pollOf(platform),
          consoleUrl: () =>
            config.publicPlatformUrl ?? platformUrl ?? addressOf(config, 'platform'),
        });
  assistant = site?.assistant;
  const doors = {
    site,
    platform:
      only === 'site'
        ? undefined
        : await openPlatform(
            installation,
            platform,
            { guards, lifecycle, isDraining, closings, ears },
            {
              assistant,
              operator: createOperatorDesk(installation, running, shelf),
              siteUrl: () => config.publicSiteUrl ?? site?.url ?? addressOf(config, 'site'),
            },
          ),
  };
  platformUrl = doors.platform?.url;
  const stopListening = installation.store.others?.listen((hint) => {
    for (const hear of ears) hear(hint);
  });
  lifecycle.onStop('the hints of others', async () => stopListening?.());
  const bootstrapFile = installation.isNew
    ? await bootstrap(
        installation,
        {
          platform: doors.platform?.url ?? addressOf(config, 'platform'),
          site: doors.site?.url ?? addressOf(config, 'site'),
        },
        config.demo ? platform : undefined,
      )
    : undefined;
  const run: RunFile = {
    pid: process.pid,
    version: programVersion,
    startedAt: isoTime(platform.startedAtMs),
    ...(doors.platform === undefined ? {} : { platform: publicAddress(doors.platform) }),
    ...(doors.site === undefined ? {} : { site: publicAddress(doors.site) }),
    socket: installation.paths.socket,
  };
  writePrivateJson(installation.paths.run, run);
  const invitation =
    bootstrapFile === undefined || doors.platform === undefined
      ? undefined
      : await inviteFirstOwner(installation, running);
  presence?.tellAddress((run.platform ?? run.site)?.url ?? '');
  return {
    run,
    storeName: installation.storeName,
    bootstrap: bootstrapFile,
    invitation,
    stop: () => {
      draining = true;
      return lifecycle.stop();
    },
  };
}

/** The link is written down too: where nobody watches, it is not printed. */
async function inviteFirstOwner(
  installation: Installation,
  running: RunningParts,
): Promise<Invitation> {
  const desk = deskOf(installation, running);
  const invitation = await invite(desk, { owner: firstOwner, operator: true });
  writePrivateJson(installation.paths.consoleLink, invitation);
  return invitation;
}

interface ServerParts {
  readonly guards: ProcessBudgets;
  readonly lifecycle: Lifecycle;
  readonly isDraining: () => boolean;
  readonly closings: (() => Promise<void>)[];
  /** Called with what other processes tell. */
  readonly ears: ((hint: Hint | undefined) => void)[];
}

/** Starts the HTTP server and the background jobs of the platform. */
async function openPlatform(
  installation: Installation,
  platform: Platform,
  parts: ServerParts,
  others: Pick<Console, 'assistant' | 'operator' | 'siteUrl'>,
): Promise<Listening> {
  const { config, keyring } = installation;
  const { guards, lifecycle, isDraining, closings, ears } = parts;
  let url = '';
  const publicUrl = () => config.publicPlatformUrl ?? url;
  const watch = createSessionWatch(platform);
  lifecycle.onStop('the look at sessions', watch.stop);
  let sender: Sender | undefined;
  const app = createPlatformService({
    keyring,
    platform,
    origins: config.platformOrigins,
    publicUrl,
    isDraining,
    metricsOpen: config.metricsOpen,
    localUrl: () => url,
    guards,
    routeGroups: consoleRouteGroups({
      keyring,
      platform,
      publicUrl,
      localUrl: () => url,
      watch,
      ...others,
    }),
    measure: (metrics) =>
      measureProcess(metrics, { ...installation, sender: () => sender, outbox: deliveryOutbox }),
  });
  lifecycle.onStop('the upkeep of records', platform.recordUpkeep.stop);
  lifecycle.onStop('housekeeping', startHousekeeping(platform));
  // No hint tells that a key has expired, so keys are looked at often, as long as somebody listens with one.
  const keys = watchKeys(platform, () => keysLookMs);
  lifecycle.onStop('the look at keys', keys.stop);
  ears.push(platform.changes.hear, (hint) => {
    if (hint === undefined || hint.about === 'key') keys.now();
  });
  sender = openSender(platform, config, parts);
  const service = await listen(app, config.host, config.platformPort, 'BARAZA_PLATFORM_PORT');
  url = service.url;
  closings.push(async () => {
    // Event streams are ended first: the drain would wait for them for ever.
    platform.changes.close();
    await Promise.all([platform.generations.drain(), service.close()]);
  });
  sender.wake();
  return service;
}

function wantedConnections(config: Config): WantedConnections {
  const { connectionsMax: inAllMax, connectionsPerAddressMax: perAddressMax, proxyHops } = config;
  return { inAllMax, perAddressMax, proxyHops };
}

function publicAddress({ url, port }: Address): Address {
  return { url, port };
}

/** The address of a service that runs in another process, as far as the settings define it. */
function addressOf(config: Config, service: 'platform' | 'site'): string {
  const [known, port, { fallback }] =
    service === 'platform'
      ? [config.publicPlatformUrl, config.platformPort, settings.platformPort]
      : [config.publicSiteUrl, config.sitePort, settings.sitePort];
  // Port 0 (any free port) is known only to the process that listens.
  return known ?? localUrl(config.host, port === 0 ? Number(fallback) : port);
}

// Hints of other processes may be lost, and do not come at all while their connection is down.
function pollOf({ store: { others } }: Platform): (() => number) | undefined {
  return others && (() => (others.isListening() ? toldLookMs : untoldLookMs));
}

function openSender(platform: Platform, config: Config, { lifecycle, ears }: ServerParts): Sender {
  const pollMs = pollOf(platform);
  const sender = config.deliveries
    ? createWebhookSender(platform, { allowPrivate: config.webhookPrivate, pollMs })
    : idleSender;
  platform.changes.onDeliveries(sender.wake);
  lifecycle.onStop('the deliveries', sender.stop);
  if (pollMs !== undefined) {
    const others = followOthers(platform, pollMs);
    lifecycle.onStop('the look at others', others.stop);
    ears.push((hint) => {
      if (hint === undefined) others.now();
    });
  }
  return sender;
}

const untoldLookMs = 1_000;
const toldLookMs = 15_000;
// A stream must end within a second after its key, including the time of the check.
const keysLookMs = 500;

function takeFolder(config: Config, lifecycle: Lifecycle): void {
  const paths = dataPaths(config.dataFolder);
  makeDataFolder(paths);
  const unlock = lockDataFolder(paths, 2_000);
  if (unlock === undefined) {
    const first = readJsonFile<RunFile>(paths.run);
    const url = (first?.platform ?? first?.site)?.url;
    const who = first === undefined ? 'another process' : `process ${first.pid} at ${url}`;
    throw new Problem('unavailable', `${paths.folder} is in use already by ${who}.`);
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
    if (!isOperationName(name))
      throw new Problem('invalid', `The running server does not know the command ${name}.`);
    return performOperation(deskOf(installation, running), name, input);
  };
  try {
    return await serveControl(paths.socket, run, log);
  } catch (cause) {
    const sentence = `The socket ${paths.socket} cannot be used: ${reasonOf(cause)}.`;
    throw new Problem('unavailable', sentence, { cause });
  }
}
