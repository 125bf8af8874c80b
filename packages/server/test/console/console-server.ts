import { after, before } from 'node:test';
import { createBackups } from '../../src/backup/backup.ts';
import { createBackupCatalog } from '../../src/backup/backup-catalog.ts';
import type { Console } from '../../src/console/console.ts';
import { ensureFirstOwner } from '../../src/console/people/first-owner.ts';
import { consoleRouteGroups } from '../../src/console/route-groups.ts';
import { createSessionWatch } from '../../src/console/session-watch.ts';
import { makeSignInLink } from '../../src/console/sessions.ts';
import { codeHandler, createCodeMails } from '../../src/delivery/code-mails.ts';
import { createMailer } from '../../src/delivery/mail.ts';
import type { PushServiceOptions } from '../../src/delivery/push.ts';
import { createSender } from '../../src/delivery/sender.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { createPlatformService } from '../../src/platform/service.ts';
import { listen } from '../../src/server/listen.ts';
import { createOperatorServices } from '../../src/server/operator-services.ts';
import type { Engine } from '../../src/store/store.ts';
import { ask, defaultEngine, type Reply } from '../fixtures/server.ts';
import { openSiteServer, type SiteServer } from '../fixtures/site-server.ts';

/** The console beside both services, on one installation, as browsers use it. */
export interface ConsoleServer {
  readonly url: string;
  readonly siteServer: SiteServer;
  readonly console: Console;
  readonly newLink: (ownerId: string, operator?: boolean) => Promise<string>;
  readonly signIn: (with_: SignInWith) => Promise<Browser>;
  readonly close: () => Promise<void>;
}

type SignInWith = { readonly credential: string } | { readonly link: string };

/** A browser with the cookie of a session. */
export interface Browser {
  /** As the `Cookie` header has it. */
  readonly cookie: string;
  readonly view: Reply;
  /** A call as the console's own page makes it. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: { readonly [name: string]: string },
  ) => Promise<Reply>;
}

export const ownPage = { 'x-console': '1', 'sec-fetch-site': 'same-origin' };

export async function openConsoleServer(
  engine: Engine,
  options: {
    readonly environment?: { readonly [name: string]: string };
    /** Without the site assistant, as `serve --only platform` runs it. */
    readonly onlyPlatform?: boolean;
    /** Instead of push services. */
    readonly postPush?: PushServiceOptions['post'];
    /** Where the console sends its mails; without it, it sends none. */
    readonly smtpUrl?: () => string;
    /** How often sessions are checked for changes of other processes. */
    readonly sessionCheckMs?: number;
  } = {},
): Promise<ConsoleServer> {
  let url = '';
  const siteServer = await openSiteServer(engine, { ...options, consoleUrl: () => url });
  const { installation, platform } = siteServer.platformServer;
  const { config, keyring } = installation;
  const publicUrl = () => config.publicPlatformUrl ?? url;
  const blobs = await installation.openBlobs();
  const backups = createBackups({ ...installation, blobs }, silentLog);
  const shelf = createBackupCatalog(backups, installation.paths, installation);
  const running = { blobs, assistant: siteServer.assistant };
  const mailer = options.smtpUrl === undefined ? undefined : createMailer(options.smtpUrl());
  const mails = mailer && createSender(platform, { code: codeHandler(platform, mailer) });
  if (mails) platform.outbox.onWake(mails.wake);
  const mailing = mailer && createCodeMails(platform);
  const console: Console = {
    keyring,
    mailing,
    platform,
    assistant: options.onlyPlatform === true ? undefined : siteServer.assistant,
    publicUrl,
    hasPublicUrl: config.publicPlatformUrl !== undefined,
    siteUrl: () => siteServer.url,
    watch: createSessionWatch(platform, options.sessionCheckMs ?? 50),
    operator: createOperatorServices(installation, running, shelf),
  };
  const app = createPlatformService({
    keyring,
    platform,
    origins: config.platformOrigins,
    publicUrl,
    isDraining: () => false,
    assertReady: async () => {},
    metricsOpen: false,
    routeGroups: consoleRouteGroups(console),
  });
  const service = await listen(app, '127.0.0.1', 0, 'BARAZA_PLATFORM_PORT');
  url = service.url;
  return {
    url,
    siteServer,
    console,
    newLink: async (ownerId, operator = false) => {
      const made = await keyring.store.write(async (tx) => {
        const { id: memberId } = await ensureFirstOwner(keyring, tx, ownerId);
        return makeSignInLink(keyring, tx, { ownerId, memberId, operator });
      });
      return made.token;
    },
    signIn: async (body) => {
      const view = await ask({ url }, 'POST', '/console/session', { body, headers: ownPage });
      const cookie = cookieOf(view);
      return {
        cookie,
        view,
        call: (method, path, sent, headers = {}) =>
          ask({ url }, method, path, { body: sent, headers: { ...ownPage, cookie, ...headers } }),
      };
    },
    close: async () => {
      // Streams that are still open would keep the port waiting.
      platform.changes.close();
      await console.watch.stop();
      await mails?.stop();
      mailer?.close();
      await shelf.stop();
      await service.close();
      await siteServer.close();
    },
  };
}

/** A console for all tests of a suite; it is empty until the first test runs. */
export function consoleOfSuite(
  engine: Engine = defaultEngine,
  options: Parameters<typeof openConsoleServer>[1] = {},
): ConsoleServer {
  const server = {} as ConsoleServer;
  before(async () => {
    Object.assign(server, await openConsoleServer(engine, options));
  });
  after(() => server.close());
  return server;
}

/** The part of Set-Cookie that a browser sends back. */
export function cookieOf({ headers }: Reply): string {
  return (headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
