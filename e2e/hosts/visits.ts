/**
 * Visits to pages, each in a browser that knows nothing of those before it. The pages are used again, by all files of a
 * process: what was stored is cleared away. A context for each visit would be as clean, and take four times the CPU.
 */
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import type { SharedBrowser } from '../browser.ts';

export interface PageVisit {
  readonly page: Page;
  /** Errors of the page and refusals of its content security policy. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

export interface Visits {
  readonly open: OpenVisit;
  /** In a separate context, for what cannot be undone: a held clock, a script in every page. */
  readonly openAlone: OpenVisit;
  /** Closes what is still open; the faults of all visits since the last time. */
  readonly closeAll: () => Promise<readonly string[]>;
}

type OpenVisit = (
  address: string,
  options?: BrowserContextOptions,
  /** Done before the page is opened. */
  prepare?: (context: BrowserContext) => Promise<unknown>,
) => Promise<PageVisit>;

export interface VisitsOptions extends BrowserContextOptions {
  /** Whether a visit also begins without what others have loaded. */
  readonly withoutCache?: boolean;
  /** Whether error responses are expected; browsers log every one. */
  readonly mayFail?: boolean;
}

export function createVisits(
  browser: SharedBrowser,
  { withoutCache = false, mayFail = false, ...always }: VisitsOptions = {},
): Visits {
  const known = rooms.get(browser.all) ?? new Map<string, Room[]>();
  rooms.set(browser.all, known);
  const opened: PageVisit[] = [];
  const keep = (visit: PageVisit, end: () => Promise<void>): PageVisit => {
    let isOpen = true;
    const close = async () => {
      if (isOpen) await end();
      isOpen = false;
    };
    opened.push({ ...visit, close });
    return { ...visit, close };
  };
  const allOf = (options: BrowserContextOptions) => ({
    viewport: desk,
    // Nothing is looked at while it still moves.
    reducedMotion: 'reduce' as const,
    ...always,
    ...options,
  });
  return {
    open: async (address, options = {}, prepare = async () => {}) => {
      const { viewport, colorScheme, ...fixed } = allOf(options);
      // By the options that cannot be changed later.
      const key = JSON.stringify(fixed);
      const free = known.get(key) ?? [];
      known.set(key, free);
      const room = free.pop() ?? (await openRoom(await browser.all.newContext(fixed)));
      const { page } = room;
      await page.setViewportSize(viewport ?? desk);
      await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
      if (withoutCache) await room.debug.send('Network.clearBrowserCache');
      await prepare(room.context);
      const visit = await visitOn(page, address, mayFail);
      return keep(visit, async () => {
        if (await cleared(room)) free.push(room);
        else await room.context.close();
      });
    },
    openAlone: async (address, options = {}, prepare = async () => {}) => {
      const context = await browser.newContext(allOf(options));
      await prepare(context);
      const visit = await visitOn(await context.newPage(), address, mayFail);
      return keep(visit, () => context.close());
    },
    closeAll: async () => {
      const visits = opened.splice(0);
      for (const { close } of visits) await close();
      return visits.flatMap(({ faults }) => faults);
    },
  };
}

interface Room {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly debug: CDPSession;
  /** Where something may be stored. */
  readonly origins: Set<string>;
}

const desk = { width: 1280, height: 860 };
const rooms = new WeakMap<object, Map<string, Room[]>>();
const heard = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'response',
] as const;

async function openRoom(context: BrowserContext): Promise<Room> {
  const origins = new Set<string>();
  context.on('page', (opened) =>
    // Pages such as about:blank have no origin, and store nothing.
    opened.on('framenavigated', (frame) => {
      const { origin } = new URL(frame.url());
      if (origin !== 'null') origins.add(origin);
    }),
  );
  const page = await context.newPage();
  return { context, page, debug: await context.newCDPSession(page), origins };
}

async function visitOn(page: Page, address: string, mayFail: boolean): Promise<PageVisit> {
  // For what never comes; a slow machine may take its time.
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

/** Whether the room is as before its first visit; its page stays in the process that has compiled the scripts. */
async function cleared({ context, page, debug, origins }: Room): Promise<boolean> {
  // What a page keeps for its tab can only be cleared where the page is.
  if (origins.size > 1) return false;
  try {
    for (const other of context.pages()) if (other !== page) await other.close();
    for (const event of heard) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.setOffline(false);
    await context.clearPermissions();
    // A page of the same origin: another one would need a new process.
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
