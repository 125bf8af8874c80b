import type { Installation } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { createMailer } from '../../delivery/mail.ts';
import type { ProcessBudgets } from '../../http/connections/process-budgets.ts';
import { safeOutboundGet } from '../../http/outbound/safe-outbound-get.ts';
import type { Lifecycle } from '../../kernel/lifecycle.ts';
import { programVersion } from '../../program.ts';
import type { Assistant } from '../../site/assistant.ts';
import { createAssistant } from '../../site/create-assistant.ts';
import { createNoticeSender } from '../../site/notices/notice-sender.ts';
import { createSiteService } from '../../site/service.ts';
import type { Hint } from '../../store/hints.ts';
import { noticeOutbox } from '../../store/site/notices.ts';
import { startDigests, startRetention } from './housekeeping.ts';
import { idleSender } from './idle-sender.ts';
import { type Listening, listen } from './listen.ts';
import { measureProcess } from './measures.ts';

interface OpenSite extends Listening {
  readonly assistant: Assistant;
}

/** Starts the HTTP server and the background jobs of the site assistant. */
export async function openSite(
  installation: Installation,
  lifecycle: Lifecycle,
  server: {
    readonly isDraining: () => boolean;
    readonly guards: ProcessBudgets;
    /** Closes the HTTP servers on stop. */
    readonly closings: (() => Promise<void>)[];
    /** How soon to look for what other processes did and nobody told; undefined: there are none. */
    readonly pollMs: (() => number) | undefined;
    /** Called with what other processes tell. */
    readonly ears: ((hint: Hint | undefined) => void)[];
    /** The address of the platform, which serves the console. */
    readonly consoleUrl: () => string;
  },
): Promise<OpenSite> {
  const { config, log, keyring } = installation;
  let url = '';
  const mailer = config.smtpUrl === undefined ? undefined : createMailer(config.smtpUrl);
  const noticeWays = { allowPrivate: config.webhookPrivate, mailer };
  const assistant = createAssistant({
    store: installation.store,
    clock: installation.clock,
    makeId: installation.makeId,
    log,
    pepper: keyring.pepper,
    plans: installation.plans,
    planOfNew: config.plan,
    off: config.off,
    proxyHops: config.proxyHops,
    publicUrl: () => config.publicSiteUrl ?? url,
    consoleUrl: server.consoleUrl,
    noticeWays,
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
  const { isDraining, guards } = server;
  const app = createSiteService({
    keyring,
    assistant,
    isDraining,
    metricsOpen: config.metricsOpen,
    localUrl: () => url,
    guards,
    measure: (metrics) =>
      measureProcess(metrics, { ...installation, sender: () => sender, outbox: noticeOutbox }),
  });
  lifecycle.onStop('the mail', () => mailer?.close());
  const sender = config.deliveries
    ? createNoticeSender(assistant, { ...noticeWays, pollMs: server.pollMs })
    : idleSender;
  assistant.noticeBell.onRing(sender.wake);
  server.ears.push(assistant.noticeBell.hear, (hint) => {
    if (hint === undefined || hint.about === 'site') assistant.live.lookNow();
  });
  lifecycle.onStop('the notices', sender.stop);
  const service = await listen(app, config.host, config.sitePort, 'BARAZA_SITE_PORT');
  url = service.url;
  server.closings.push(async () => {
    // From here on a proxy finds nobody and goes to another process; running answers are finished.
    const closing = service.close();
    await Promise.all([assistant.live.drain(), assistant.asks.drain()]);
    await assistant.vectors.stop();
    await closing;
    await assistant.profiles.close();
    await assistant.voice.close();
  });
  lifecycle.onStop('the forgetting of visits', startRetention(assistant));
  lifecycle.onStop('the digests', startDigests(assistant));
  sender.wake();
  // Only now is the address of this server known, which its grant must name.
  const stopReports = assistant.nodes.reporter?.start();
  lifecycle.onStop('the reports', async () => stopReports?.());
  return { ...service, assistant };
}

/** The node settings; undefined on an operator. */
export function nodeOf({ role, operatorUrl, grantFile }: Config) {
  if (role !== 'node' || operatorUrl === undefined || grantFile === undefined) return undefined;
  return { operator: operatorUrl, grantFile };
}
