import { createMac } from '../access/mac.ts';
import { createSeal } from '../access/seal.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Console } from '../console/console.ts';
import { consoleRouteGroups } from '../console/route-groups.ts';
import { createSessionWatch } from '../console/session-watch.ts';
import { codeHandler, createCodeMails, noCodeMails } from '../delivery/code-mails.ts';
import { createMailer } from '../delivery/mail.ts';
import { createOutboxDoor } from '../delivery/outbox.ts';
import type { Handlers, Sender } from '../delivery/sender.ts';
import { idTimeMs } from '../kernel/id.ts';
import type { Lifecycle } from '../kernel/lifecycle.ts';
import { platformMcp } from '../mcp/platform.ts';
import { createGenerations } from '../platform/ai/generations.ts';
import { createChanges } from '../platform/changes.ts';
import { createEventReadings } from '../platform/event-readings.ts';
import { followOthers, watchKeys } from '../platform/events.ts';
import type { Platform } from '../platform/platform.ts';
import { createRecordUpkeep } from '../platform/records/record-upkeep.ts';
import { createPlatformService } from '../platform/service.ts';
import { createPasswords } from '../platform/users/passwords.ts';
import { webhookHandler } from '../platform/webhooks/webhook-handler.ts';
import type { Config } from '../setup/config.ts';
import { programCommit, programVersion } from '../setup/program.ts';
import { platformJobs } from './housekeeping.ts';
import { listen } from './listen.ts';
import { measureProcess } from './measures.ts';
import type { RunningService, ServerParts } from './server-parts.ts';

// A stream must end within a second after its key, including the time of the check.
const keyCheckMs = 500;

/** The resource platform with what only a server needs; nothing of it runs before `startPlatform`. */
export function createServedPlatform(
  { installation, health }: Pick<ServerParts, 'installation' | 'health'>,
  blobs: Blobs,
): Platform {
  const { config, store, clock, makeId, log, keyring } = installation;
  const changes = createChanges(undefined, store.otherProcesses);
  const outbox = createOutboxDoor(store.otherProcesses);
  const onDue = () => outbox.wake('webhook');
  const mac = createMac(keyring.pepper);
  const seal = createSeal(keyring.pepper);
  const mail =
    config.smtpUrl === undefined || !config.deliveries
      ? noCodeMails(log)
      : createCodeMails({ store, outbox, seal, clock, log });
  return {
    store,
    blobs,
    health,
    clock,
    makeId,
    log,
    changes,
    outbox,
    eventReadings: createEventReadings(),
    recordUpkeep: createRecordUpkeep({ store, log, clock, onDue }),
    loadLanguageModel: installation.loadLanguageModel,
    engine: installation.engine,
    generations: createGenerations(),
    seal,
    mac,
    passwords: createPasswords(mac),
    keyring,
    mail,
    proxyHops: config.proxyHops,
    ownerBytesMax: config.ownerBytesMax,
    recordsMax: config.recordsMax,
    accountsMax: config.accountsMax,
    version: programVersion,
    commit: programCommit,
    // Taken from an id: ids are monotonic even when the clock is set back, so no upload of this process can
    // be mistaken for one of an earlier process.
    startedAtMs: idTimeMs(makeId('blob')),
  };
}

/** What the platform sends. */
export function platformHandlers(
  platform: Platform,
  { config, lifecycle }: { readonly config: Config; readonly lifecycle: Lifecycle },
): Handlers {
  const { smtpUrl, deliveries, webhookPrivate } = config;
  const mailer = smtpUrl === undefined ? undefined : createMailer(smtpUrl);
  lifecycle.onStop('the mail of the platform', async () => mailer?.close());
  return {
    ...(deliveries && { webhook: webhookHandler(platform, { allowPrivate: webhookPrivate }) }),
    ...(mailer && { code: codeHandler(platform, mailer) }),
  };
}

/** Starts the HTTP server and the background jobs of the platform. */
export async function startPlatform(
  platform: Platform,
  parts: ServerParts,
  others: Pick<Console, 'assistant' | 'operator'> & { readonly sender: Sender },
): Promise<RunningService> {
  const { installation, lifecycle, jobs, guards, isDraining, assertReady, health, pollMs } = parts;
  const { addresses } = parts;
  const { config, keyring } = installation;
  const { sender } = others;
  const { public: publicUrl, local: localUrl } = addresses.platform;
  const watch = createSessionWatch(platform);
  lifecycle.onStop('the check of sessions', watch.stop);
  lifecycle.onStop('the upkeep of records', platform.recordUpkeep.stop);
  // No hint reports that a key has expired, so the keys of open streams are polled often.
  const keys = watchKeys(platform, () => keyCheckMs);
  lifecycle.onStop('the check of keys', keys.stop);
  const changes = pollMs === undefined ? undefined : followOthers(platform, pollMs);
  lifecycle.onStop('the check of other processes', async () => changes?.stop());
  const mailing = config.smtpUrl === undefined ? undefined : createCodeMails(platform);
  const routeGroups = consoleRouteGroups({
    keyring,
    mailing,
    platform,
    publicUrl,
    hasPublicUrl: config.publicPlatformUrl !== undefined,
    localUrl,
    siteUrl: addresses.site.public,
    watch,
    ...others,
  });
  const app = createPlatformService({
    keyring,
    platform,
    origins: config.platformOrigins,
    publicUrl,
    isDraining,
    assertReady,
    metricsOpen: config.metricsOpen,
    localUrl,
    guards,
    routeGroups,
    alsoAs: (api) => [
      platformMcp(api, {
        platform,
        publicUrl,
        localUrl,
        origins: config.platformOrigins,
        disk: guards.disk,
      }),
    ],
    measure: (metrics) =>
      measureProcess(metrics, {
        ...installation,
        health,
        jobs,
        sender,
        kinds: ['webhook', 'code'],
      }),
  });
  const service = await listen(app, config.host, config.platformPort, 'BARAZA_PLATFORM_PORT');
  addresses.platform.setLocal(service.url);
  // After listening, since it reads much and no request waits for it.
  for (const job of platformJobs(platform)) jobs.start(job);
  return {
    url: service.url,
    port: service.port,
    onHint: (hint) => {
      platform.changes.receive(hint);
      if (hint === undefined || hint.about === 'key') keys.now();
      if (hint === undefined) changes?.now();
    },
    close: async () => {
      // Event streams are ended first: the drain would wait for them forever.
      platform.changes.close();
      await Promise.all([platform.generations.drain(), service.close()]);
    },
  };
}
