/**
 * A pool of browser pages that all test files of a process share. Storage, cookies and routes of a page are cleared
 * before it is used again. A new context for each test would be as clean, but would take four times the CPU.
 */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { SharedBrowser } from '../browser.ts';

export interface PageSession {
  readonly page: Page;
  /** Errors of the page and refusals of its content security policy. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

export interface PagePool {
  readonly open: OpenPage;
  /** In a separate context, for a change that cannot be undone: a stopped clock, an init script. */
  readonly openIsolated: OpenPage;
  /** Closes the open sessions; returns the faults of all sessions since the last call. */
  readonly closeAll: () => Promise<readonly string[]>;
}

type OpenPage = (
  address: string,
  options?: BrowserContextOptions,
  /** Runs before the page is opened. */
  prepare?: (context: BrowserContext) => Promise<unknown>,
) => Promise<PageSession>;

export interface PagePoolOptions extends BrowserContextOptions {
  /** Whether the HTTP cache is cleared as well. */
  readonly withoutCache?: boolean;
  /** Whether error responses are expected; a browser logs each of them. */
  readonly mayFail?: boolean;
}

export function createPagePool(
  browser: SharedBrowser,
  { withoutCache = false, mayFail = false, ...defaults }: PagePoolOptions = {},
): PagePool {
  const freePages = pools.get(browser.all) ?? new Map<string, PooledPage[]>();
  pools.set(browser.all, freePages);
  const opened: PageSession[] = [];
  const register = (session: PageSession, end: () => Promise<void>): PageSession => {
    let isOpen = true;
    const close = async () => {
      if (isOpen) await end();
      isOpen = false;
    };
    opened.push({ ...session, close });
    return { ...session, close };
  };
  const withDefaults = (options: BrowserContextOptions) => ({
    viewport: desktop,
    // No test looks at a page during an animation.
    reducedMotion: 'reduce' as const,
    ...defaults,
    ...options,
  });
  return {
    open: async (address, options = {}, prepare = async () => {}) => {
      const { viewport, colorScheme, ...fixed } = withDefaults(options);
      // Pages are pooled by the options that cannot be changed later.
      const key = JSON.stringify(fixed);
      const free = freePages.get(key) ?? [];
      freePages.set(key, free);
      const pooledPage = free.pop() ?? (await openPooledPage(await browser.all.newContext(fixed)));
      const { page } = pooledPage;
      await page.setViewportSize(viewport ?? desktop);
      await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
      if (withoutCache) await pooledPage.debug.send('Network.clearBrowserCache');
      await prepare(pooledPage.context);
      const session = await openSession(page, address, mayFail);
      return register(session, async () => {
        if (await reset(pooledPage)) free.push(pooledPage);
        else await pooledPage.context.close();
      });
    },
    openIsolated: async (address, options = {}, prepare = async () => {}) => {
      const context = await browser.newContext(withDefaults(options));
      await prepare(context);
      const session = await openSession(await context.newPage(), address, mayFail);
      return register(session, () => context.close());
    },
    closeAll: async () => {
      const sessions = opened.splice(0);
      for (const { close } of sessions) await close();
      return sessions.flatMap(({ faults }) => faults);
    },
  };
}

interface PooledPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly debug: CDPSession;
  /** Origins that the page has opened, and that may have stored data. */
  readonly origins: Set<string>;
}

const desktop = { width: 1280, height: 860 };
const pools = new WeakMap<object, Map<string, PooledPage[]>>();
const events = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'response',
] as const;

async function openPooledPage(context: BrowserContext): Promise<PooledPage> {
  const origins = new Set<string>();
  context.on('page', (opened) =>
    // Pages such as about:blank have no origin and store nothing.
    opened.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url());
      if (origin !== 'null') origins.add(origin);
    }),
  );
  const page = await context.newPage();
  return { context, page, debug: await context.newCDPSession(page), origins };
}

async function openSession(page: Page, address: string, mayFail: boolean): Promise<PageSession> {
  // A slow machine may take long; the timeout is for what never happens.
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const isFault = message.type() === 'error';
    if (isFault && !(mayFail && message.text().startsWith('Failed to load resource')))
      faults.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400 && response.url().includes('/assets/'))
      faults.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(address);
  return { page, faults, close: () => page.close() };
}

/** Returns false if the page cannot be cleared. A cleared page stays in the process that has compiled its scripts. */
async function reset({ context, page, debug, origins }: PooledPage): Promise<boolean> {
  // The session storage of an origin can only be cleared on a page of that origin.
  if (origins.size > 1) return false;
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of events) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    // Another origin would need a new browser process.
    await page.goto(new URL('/nothing-is-here', page.url()).href);
    await context.clearCookies();
    for (const origin of origins)
      await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page.evaluate(() => sessionStorage.clear());
    await debug.send('Page.resetNavigationHistory');
    origins.clear();
    return true;
  } catch {
    return false;
  }
}
