/**
 * Visits to pages, each in a browser that knows nothing of those before it: what they stored and loaded is cleared
 * away. A context for each would be as clean, and take three times the CPU.
 */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { SharedBrowser } from '../browser.ts';

export interface PageVisit {
  readonly page: Page;
  /** Errors and refusals that the browser reported. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

export interface Visits {
  readonly open: (address: string, options?: BrowserContextOptions) => Promise<PageVisit>;
  /** In a separate context, for what cannot be undone there: a held clock. */
  readonly openAlone: Visits['open'];
}

export function createVisits(browser: SharedBrowser): Visits {
  // By their options, which cannot be changed later.
  const rooms = new Map<string, Promise<Room>>();
  const roomFor = (options: BrowserContextOptions) => {
    const name = JSON.stringify(options);
    const room = rooms.get(name) ?? openRoom(browser, options);
    rooms.set(name, room);
    return room;
  };
  return {
    open: async (address, options = {}) => visitIn(await roomFor(options), address),
    openAlone: async (address, options = {}) => {
      const room = await openRoom(browser, options);
      const visit = await visitIn(room, address);
      return { ...visit, close: () => room.context.close() };
    },
  };
}

interface Room {
  readonly context: BrowserContext;
  /** The pages of visits that are not over. */
  readonly visited: Set<Page>;
  /** Closes and clears everything, unless a visit is open. */
  readonly clear: () => Promise<void>;
}

async function openRoom(browser: SharedBrowser, options: BrowserContextOptions): Promise<Room> {
  const context = await browser.newContext({
    locale: 'sw',
    viewport: { width: 1280, height: 860 },
    // Nothing is looked at while it still moves.
    reducedMotion: 'reduce',
    ...options,
  });
  const keeper = await context.newPage();
  const debug = await context.newCDPSession(keeper);
  const origins = new Set<string>();
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin)),
  );
  const visited = new Set<Page>();
  const clear = async () => {
    if (visited.size > 0) return;
    for (const page of context.pages()) if (page !== keeper) await page.close();
    await context.setOffline(false);
    await context.clearPermissions();
    await context.clearCookies();
    await debug.send('Network.clearBrowserCache');
    // Pages such as about:blank have no origin, and store nothing.
    for (const origin of origins)
      if (origin !== 'null')
        await debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    origins.clear();
  };
  return { context, visited, clear };
}

async function visitIn({ context, visited, clear }: Room, address: string): Promise<PageVisit> {
  await clear();
  const page = await context.newPage();
  visited.add(page);
  // For what never comes; a slow machine may take its time.
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(address);
  const close = async () => {
    await page.close();
    visited.delete(page);
  };
  return { page, faults, close };
}
