/** Everything that a test of the widget needs: a real server, a site, another's website, a real browser. */
import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { demoProfile } from '../../packages/server/src/cli/demo/demo-profile.ts';
import type { TestSite } from '../../packages/server/test/fixtures/site-server.ts';
import { openBrowser } from '../browser.ts';
import { type Host, openHost } from './host.ts';
import { type Operator, openOperator } from './operator.ts';
import { createVisits, type PageVisit, type Visits } from './visits.ts';

export interface WidgetServer {
  readonly operator: Operator;
  readonly site: TestSite;
  readonly host: Host;
  /** The embed line of the site, with more attributes where they are given. */
  readonly line: (attributes?: string, site?: TestSite) => string;
  /** An address, in a browser that knows nothing of earlier visits. */
  readonly visit: (address: string, options?: BrowserContextOptions) => Promise<Visit>;
  /** The same for a test that holds the clock of the page. */
  readonly visitAlone: WidgetServer['visit'];
  readonly closeVisits: Visits['closeAll'];
  readonly close: () => Promise<void>;
}

export interface Visit extends PageVisit {
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
  /** Sends a question, as soon as the answer before it has come to its end. */
  readonly ask: (question: string) => Promise<void>;
  /** The last answer has come to its end, and is kept for the next page. */
  readonly settled: () => Promise<void>;
}

async function openWidgetServer(
  options: { readonly profile?: object; readonly browserArguments?: readonly string[] } = {},
): Promise<WidgetServer> {
  const operator = await openOperator();
  const owner = await operator.siteServer.newOwner();
  const site = await owner.newSite({ ...demoProfile, ...options.profile }, 'demo');
  const host = await openHost();
  const { browser, close } = await openBrowser(options.browserArguments);
  const visits = createVisits(browser, { locale: 'sw', withoutCache: true });
  return {
    operator,
    site,
    host,
    line: (attributes = '', { id, key } = site) =>
      `<script src="${operator.url}/w.js" data-site="${id}" data-key="${key}" ${attributes} defer></script>`,
    visit: async (address, contextOptions) =>
      withWidget(await visits.open(address, contextOptions)),
    visitAlone: async (address, contextOptions) =>
      withWidget(await visits.openAlone(address, contextOptions)),
    closeVisits: visits.closeAll,
    close: async () => {
      await close();
      await host.close();
      await operator.close();
    },
  };
}

/**
 * A server for all tests of a suite; it is empty until the first test runs. After each of them its pages are closed,
 * and the paths that it took over are given back.
 */
export function widgetServerOfSuite(
  options?: Parameters<typeof openWidgetServer>[0],
): WidgetServer {
  const server = {} as WidgetServer;
  before(async () => {
    Object.assign(server, await openWidgetServer(options));
  });
  afterEach(async () => {
    await server.closeVisits();
    server.operator.giveBack();
  });
  after(() => server.close());
  return server;
}

export function withWidget(visit: PageVisit): Visit {
  return { ...visit, widget: widgetOn(visit.page) };
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
      // What is pressed while an answer comes sends nothing.
      await page.locator('.composer .send[aria-disabled=false]').waitFor();
      await field.press('Enter');
    },
    settled: () => answer.locator('.tools, .ways').waitFor(),
  };
}

/** Without faults of the host page, such as a missing icon. */
export function assertNoFaults(faults: readonly string[]): void {
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('favicon')),
    [],
  );
}
