/** What a test of the widget needs: a real server with a site, a website on another origin, and a real browser. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { demoProfile } from '../../packages/server/src/server/demo/demo-profile.ts';
import type { TestSite } from '../../packages/server/test/fixtures/site-server.ts';
import { openBrowser } from '../browser.ts';
import { type Host, openHost } from './host.ts';
import { type Operator, openOperator } from './operator.ts';
import { createPagePool, type PagePool, type PageSession } from './page-pool.ts';

export interface WidgetServer {
  readonly operator: Operator;
  readonly site: TestSite;
  readonly host: Host;
  /** The `<script>` element that embeds the widget, with additional attributes. */
  readonly embedLine: (attributes?: string, site?: TestSite) => string;
  /** Opens an address in a browser without cookies, storage or cache of earlier tests. */
  readonly openPage: (address: string, options?: BrowserContextOptions) => Promise<WidgetSession>;
  /** The same in a separate browser context, for a test that sets the clock of the page. */
  readonly openIsolatedPage: WidgetServer['openPage'];
  readonly closePages: PagePool['closeAll'];
  readonly close: () => Promise<void>;
}

export interface WidgetSession extends PageSession {
  readonly widget: Widget;
}

export interface Widget {
  readonly launcher: Locator;
  readonly dialog: Locator;
  readonly field: Locator;
  readonly log: Locator;
  /** The last answer. */
  readonly answer: Locator;
  readonly status: Locator;
  readonly open: () => Promise<void>;
  /** Sends a question as soon as the previous answer is complete. */
  readonly ask: (question: string) => Promise<void>;
  /** Waits until the last answer is complete and stored for the next page. */
  readonly settled: () => Promise<void>;
}

async function openWidgetServer(profile: object): Promise<WidgetServer> {
  const operator = await openOperator();
  const owner = await operator.siteServer.newOwner();
  const site = await owner.newSite({ ...demoProfile, ...profile }, 'demo');
  const host = await openHost();
  const { browser, close } = await openBrowser();
  const pool = createPagePool(browser, { locale: 'sw', withoutCache: true });
  return {
    operator,
    site,
    host,
    embedLine: (attributes = '', { id, key } = site) =>
      `<script src="${operator.url}/w.js" data-site="${id}" data-key="${key}" ${attributes} defer></script>`,
    openPage: async (address, contextOptions) =>
      withWidget(await pool.open(address, contextOptions)),
    openIsolatedPage: async (address, contextOptions) =>
      withWidget(await pool.openIsolated(address, contextOptions)),
    closePages: pool.closeAll,
    close: async () => {
      await close();
      await host.close();
      await operator.close();
    },
  };
}

/**
 * One server for all tests of a suite; the returned object is empty until the first test runs. After each test, its
 * pages are closed and no path is intercepted any more.
 */
export function widgetServerForSuite(profile: object = {}): WidgetServer {
  const server = {} as WidgetServer;
  before(async () => {
    Object.assign(server, await openWidgetServer(profile));
  });
  afterEach(async () => {
    await server.closePages();
    server.operator.stopIntercepting();
  });
  after(() => server.close());
  return server;
}

export function withWidget(session: PageSession): WidgetSession {
  return { ...session, widget: widgetOn(session.page) };
}

export function widgetOn(page: Page): Widget {
  const dialog = page.getByRole('dialog');
  const field = page.locator('.composer textarea');
  const answer = page.locator('.exchange .theirs').last();
  const open = async () => {
    await page.locator('.launch').click();
    await field.waitFor();
  };
  return {
    launcher: page.locator('.launch'),
    dialog,
    field,
    log: page.locator('.log'),
    answer,
    status: page.locator('.panel > [role=status]'),
    open,
    ask: async (question) => {
      await field.fill(question);
      // Enter does nothing while an answer is arriving.
      await page.locator('.composer .send[aria-disabled=false]').waitFor();
      await field.press('Enter');
    },
    settled: () => answer.locator('.tools, .ways').waitFor(),
  };
}

/** Ignores errors of the host page, such as a missing icon. */
export function assertNoFaults(faults: readonly string[]): void {
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('favicon')),
    [],
  );
}
