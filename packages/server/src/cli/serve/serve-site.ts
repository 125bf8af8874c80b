import type { Installation } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { createMailer, type Mailer } from '../../delivery/mail.ts';
import { safeOutboundGet } from '../../http/outbound/safe-outbound.ts';
import { programVersion } from '../../program.ts';
import type { Assistant } from '../../site/assistant.ts';
import { createAssistant } from '../../site/create-assistant.ts';
import { createNoticeSender } from '../../site/notices/notice-sender.ts';
import { createSiteService } from '../../site/service.ts';
import { noticeOutbox } from '../../store/site/notices.ts';
import type { Addresses } from './addresses.ts';
import { startDigests, startRetention } from './housekeeping.ts';
import { idleSender } from './idle-sender.ts';
import { listen } from './listen.ts';
import { measureProcess } from './measures.ts';
import type { RunningService, ServerParts } from './server-parts.ts';

/** The site assistant with what only a server needs; nothing of it runs before `startSite`. */
interface ServedAssistant {
  readonly assistant: Assistant;
  readonly mailer: Mailer | undefined;
}

export async function createServedAssistant(
  installation: Installation,
  addresses: Addresses,
): Promise<ServedAssistant> {
  const { config, keyring } = installation;
  const mailer = config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl);
  const assistant = createAssistant({
    store: installation.store,
    clock: installation.clock,
    makeId: installation.makeId,
    log: installation.log,
    pepper: keyring.pepper,
    plans: installation.plans,
    planOfNew: config.plan,
    off: config.off,
    proxyHops: config.proxyHops,
    publicUrl: addresses.site.public,
    consoleUrl: addresses.platform.public,
    noticeWays: { allowPrivate: config.webhookPrivate, mailer },
    version: programVersion,
    isServing: true,
    engine: installation.engine,
    voice: await installation.loadSpeech(),
    loadLanguageModel: installation.loadLanguageModel,
    modelContextTokens: config.modelContextTokens,
    modelWaitMs: config.modelWaitMs,
    node: nodeOf(config),
    reachWeb: (wanted) => safeOutboundGet({ ...wanted, allowPrivate: config.webhookPrivate }),
  });
  return { assistant, mailer };
}

/** Starts the HTTP server and the background jobs of the site assistant. */
export async function startSite(
  { assistant, mailer }: ServedAssistant,
  parts: ServerParts,
): Promise<RunningService> {
  const { installation, lifecycle, guards, isDraining, assertReady, health, pollMs, addresses } =
    parts;
  const { config, keyring } = installation;
  lifecycle.onStop('the mail', () => mailer?.close());
  const sender = config.deliveries
    ? createNoticeSender(assistant, { allowPrivate: config.webhookPrivate, mailer, pollMs })
    : idleSender;
  assistant.noticeBell.onRing(sender.wake);
  lifecycle.onStop('the notices', sender.stop);
  const app = createSiteService({
    keyring,
    assistant,
    isDraining,
    assertReady,
    metricsOpen: config.metricsOpen,
    localUrl: addresses.site.local,
    guards,
    measure: (metrics) =>
      measureProcess(metrics, { ...installation, health, sender, outbox: noticeOutbox }),
  });
  const service = await listen(app, config.host, config.sitePort, 'BARAZA_SITE_PORT');
  addresses.site.setLocal(service.url);
  lifecycle.onStop('the retention of visits', startRetention(assistant));
  lifecycle.onStop('the digests', startDigests(assistant));
  sender.wake();
  // Started after listening: a grant must name the address of this server.
  const stopReports = assistant.nodes.reporter?.start();
  lifecycle.onStop('the reports', async () => stopReports?.());
  return {
    url: service.url,
    port: service.port,
    onHint: (hint) => {
      assistant.noticeBell.onHint(hint);
      if (hint === undefined || hint.about === 'site') assistant.live.checkNow();
    },
    close: async () => {
      // A proxy now finds no listener and goes to another process; running answers are finished.
      const closing = service.close();
      await Promise.all([assistant.live.drain(), assistant.asks.drain()]);
      await assistant.vectors.stop();
      await closing;
      await assistant.profiles.close();
      await assistant.voice.close();
    },
  };
}

/** The node settings; undefined on an operator. */
export function nodeOf({ role, operatorUrl, grantFile }: Config) {
  if (role !== 'node' || operatorUrl === undefined || grantFile === undefined) return undefined;
  return { operator: operatorUrl, grantFile };
}
