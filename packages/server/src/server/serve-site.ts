import { createMailer } from '../delivery/mail.ts';
import type { Handlers, Sender } from '../delivery/sender.ts';
import { safeOutboundGet } from '../http/outbound/safe-outbound.ts';
import { siteMcp } from '../mcp/site.ts';
import { reportMs } from '../nodes/reporter.ts';
import type { Config } from '../setup/config.ts';
import { arrivalHandler } from '../site/channels/arrival-answers.ts';
import { sendHandler } from '../site/channels/channel-sends.ts';
import { createAssistant } from '../site/create-assistant.ts';
import { noticeHandlers } from '../site/notices/notice-handlers.ts';
import { pushHandler } from '../site/notices/push-handler.ts';
import { createSiteService } from '../site/service.ts';
import type { Installation } from './assemble.ts';
import { openReplaceableSpeech } from './fetched/replaceable-speech.ts';
import { siteJobs } from './housekeeping.ts';
import type { Addresses } from './listen.ts';
import { listen } from './listen.ts';
import { measureProcess } from './measures.ts';
import { assistantParts } from './operations.ts';
import type { RunningService, ServerParts } from './server-parts.ts';

/** The site assistant with what only a server needs; nothing of it runs before `startSite`. */
type ServedAssistant = Awaited<ReturnType<typeof createServedAssistant>>;

export async function createServedAssistant(installation: Installation, addresses: Addresses) {
  const { config } = installation;
  const speech = await openReplaceableSpeech(installation.loadSpeech);
  const mailer = config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl);
  const assistant = createAssistant({
    ...assistantParts(installation),
    publicUrl: addresses.site.public,
    consoleUrl: addresses.platform.public,
    noticeTransports: { allowPrivate: config.webhookPrivate, mailer },
    isServing: true,
    // The demo site of a server that was not public yet may still be there.
    hasDemoPage: config.demo || !config.isPublic,
    voice: speech.engines,
    loadLanguageModel: installation.loadLanguageModel,
    modelContextTokens: config.modelContextTokens,
    modelWaitMs: config.modelWaitMs,
    node: nodeOf(config),
    reachWeb: (wanted) => safeOutboundGet({ ...wanted, allowPrivate: config.webhookPrivate }),
  });
  return { assistant, mailer, reloadSpeech: speech.reload };
}

const siteKinds = ['notice', 'mail', 'push', 'send'] as const;

/** What the site assistant sends, and what it answers. */
export function siteHandlers({ assistant }: ServedAssistant, { deliveries }: Config): Handlers {
  const arrival = arrivalHandler(assistant);
  if (!deliveries) return { arrival };
  return {
    arrival,
    ...noticeHandlers(assistant, assistant.noticeTransports),
    push: pushHandler(assistant),
    send: sendHandler(assistant),
  };
}

/** Starts the HTTP server and the background jobs of the site assistant. */
export async function startSite(
  { assistant, mailer }: ServedAssistant,
  parts: ServerParts,
  sender: Sender,
): Promise<RunningService> {
  const { installation, lifecycle, jobs, guards, isDraining, assertReady, health, addresses } =
    parts;
  const { config, keyring } = installation;
  lifecycle.onStop('the mail', () => mailer?.close());
  const app = createSiteService({
    keyring,
    assistant,
    isDraining,
    assertReady,
    metricsOpen: config.metricsOpen,
    localUrl: addresses.site.local,
    guards,
    alsoAs: (api, refusals) => [siteMcp(api, { assistant, refusals, disk: guards.disk })],
    measure: (metrics) =>
      measureProcess(metrics, { ...installation, health, jobs, sender, kinds: siteKinds }),
  });
  const service = await listen(app, config.host, config.sitePort, 'BARAZA_SITE_PORT');
  addresses.site.setLocal(service.url);
  for (const job of siteJobs(assistant)) jobs.start(job);
  // Started after listening: a grant must name the address of this server.
  const { reporter } = assistant.nodes;
  if (reporter !== undefined)
    jobs.start({ name: 'reports', everyMs: reportMs, run: (_, signal) => reporter.report(signal) });
  return {
    url: service.url,
    port: service.port,
    onHint: (hint) => {
      assistant.conversationUpdates.onHint(hint);
      if (hint === undefined || hint.about === 'site') assistant.live.checkNow();
    },
    close: async () => {
      // A proxy now finds no listener and goes to another process; running answers are finished.
      assistant.conversationUpdates.close();
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
