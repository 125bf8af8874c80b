import type { Console } from '../console/console.ts';
import { consoleRouteGroups } from '../console/route-groups.ts';
import { createSessionWatch } from '../console/session-watch.ts';
import { createMailer } from '../delivery/mail.ts';
import { createMailQueue } from '../delivery/mail-queue.ts';
import { followOthers, watchKeys } from '../platform/events.ts';
import type { Platform } from '../platform/platform.ts';
import { createPlatformService } from '../platform/service.ts';
import { createWebhookSender } from '../platform/webhooks/webhook-sender.ts';
import { deliveryOutbox } from '../store/platform/deliveries.ts';
import { startHousekeeping } from './housekeeping.ts';
import { idleSender } from './idle-sender.ts';
import { listen } from './listen.ts';
import { measureProcess } from './measures.ts';
import type { RunningService, ServerParts } from './server-parts.ts';

// A stream must end within a second after its key, including the time of the check.
const keyCheckMs = 500;

/** Starts the HTTP server and the background jobs of the platform. */
export async function startPlatform(
  platform: Platform,
  parts: ServerParts,
  others: Pick<Console, 'assistant' | 'operator'>,
): Promise<RunningService> {
  const { installation, lifecycle, guards, isDraining, assertReady, health, pollMs, addresses } =
    parts;
  const { config, keyring } = installation;
  const { public: publicUrl, local: localUrl } = addresses.platform;
  const watch = createSessionWatch(platform);
  lifecycle.onStop('the check of sessions', watch.stop);
  lifecycle.onStop('the upkeep of records', platform.recordUpkeep.stop);
  // No hint reports that a key has expired, so the keys of open streams are polled often.
  const keys = watchKeys(platform, () => keyCheckMs);
  lifecycle.onStop('the check of keys', keys.stop);
  const sender = config.deliveries
    ? createWebhookSender(platform, { allowPrivate: config.webhookPrivate, pollMs })
    : idleSender;
  platform.changes.onDeliveries(sender.wake);
  lifecycle.onStop('the deliveries', sender.stop);
  const changes = pollMs === undefined ? undefined : followOthers(platform, pollMs);
  lifecycle.onStop('the check of other processes', async () => changes?.stop());
  const mailing =
    config.smtpUrl === undefined
      ? undefined
      : createMailQueue(createMailer(config.smtpUrl), platform.log);
  lifecycle.onStop('the mails of the console', async () => mailing?.stop());
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
    measure: (metrics) =>
      measureProcess(metrics, { ...installation, health, sender, outbox: deliveryOutbox }),
  });
  const service = await listen(app, config.host, config.platformPort, 'BARAZA_PLATFORM_PORT');
  addresses.platform.setLocal(service.url);
  // After listening, since it reads much and no request waits for it.
  lifecycle.onStop('housekeeping', startHousekeeping(platform));
  sender.wake();
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
