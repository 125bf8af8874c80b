/** What a test of the console needs: a server with a site, a browser, and signed-in users. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import { type BrowserContextOptions, devices, type Page } from 'playwright-core';
import { demoProfile } from '../../packages/server/src/server/demo/demo-profile.ts';
import {
  type ConsoleServer,
  openConsoleServer,
  ownPage,
} from '../../packages/server/test/console/console-server.ts';
import type { SiteOwner, TestSite } from '../../packages/server/test/fixtures/site-server.ts';
import { openBrowser } from '../browser.ts';
import { createPagePool, type PagePool, type PageSession } from '../hosts/page-pool.ts';

export interface ConsoleFixture {
  readonly server: ConsoleServer;
  readonly owner: SiteOwner;
  /** The site `demo`, with the profile of the demonstration. */
  readonly site: TestSite;
  /** Opens a page of the console without a session. */
  readonly open: (hash?: string, options?: BrowserContextOptions) => Promise<ConsolePage>;
  /** Opens a page of the console after the owner has signed in with a one-time link. */
  readonly openSignedIn: (hash?: string, as?: SignInOptions) => Promise<ConsolePage>;
  /** Opens any address in a browser without cookies or storage of earlier tests. */
  readonly openAddress: (address: string, options?: BrowserContextOptions) => Promise<ConsolePage>;
  /** The same, in a separate browser context. */
  readonly openIsolated: (
    ...parameters: Parameters<PagePool['openIsolated']>
  ) => Promise<ConsolePage>;
  readonly closePages: PagePool['closeAll'];
  readonly close: () => Promise<void>;
}

interface SignInOptions {
  readonly owner?: SiteOwner;
  readonly isOperator?: boolean;
  readonly options?: BrowserContextOptions;
}

export interface ConsolePage extends PageSession {
  /** Navigates by the hash, without a reload. */
  readonly go: (path: string) => Promise<void>;
}

export async function openConsoleFixture(
  options: Parameters<typeof openConsoleServer>[1] = {},
): Promise<ConsoleFixture> {
  const server = await openConsoleServer('sqlite', options);
  const owner = await server.siteServer.newOwner();
  const site = await owner.newSite(demoProfile, 'demo');
  const { browser, close } = await openBrowser();
  const pool = createPagePool(browser, { locale: 'en-KE', mayFail: true });
  const openSignedIn = async (hash = '#/', as: SignInOptions = {}) => {
    const token = await server.newLink((as.owner ?? owner).id, as.isOperator ?? false);
    const opened = await pool.open(`${server.url}/${hash}`, as.options, ({ request }) =>
      request.post(`${server.url}/console/session`, { data: { link: token }, headers: ownPage }),
    );
    await opened.page.locator('.shell').waitFor();
    await settled(opened.page);
    return withNavigation(opened);
  };
  return {
    server,
    owner,
    site,
    open: async (hash = '', options = {}) =>
      withNavigation(await pool.open(`${server.url}/${hash}`, options)),
    openSignedIn,
    openAddress: async (address, options) => withNavigation(await pool.open(address, options)),
    openIsolated: async (address, options, prepare) =>
      withNavigation(await pool.openIsolated(address, options, prepare)),
    closePages: pool.closeAll,
    close: async () => {
      await close();
      await server.close();
    },
  };
}

/**
 * One fixture for all tests of a suite; the returned object is empty until the first test runs. After each test, its
 * pages are closed, and the test fails if one of them had a fault.
 */
export function fixtureForSuite(
  options?: Parameters<typeof openConsoleFixture>[0],
): ConsoleFixture {
  const fixture = {} as ConsoleFixture;
  before(async () => {
    Object.assign(fixture, await openConsoleFixture(options));
  });
  afterEach(async () => assert.deepEqual(await fixture.closePages(), []));
  after(() => fixture.close());
  return fixture;
}

const { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } = devices['Pixel 5'] ?? {};
export const phone = { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } as object;
const onDesktop = { screen: 'desktop', options: {} };
const onPhone = { screen: 'phone', options: phone };
const both = [onDesktop, onPhone];

/** Whether pages are opened in every combination of screen size, colour scheme and language. */
export const isAll = process.env.BARAZA_LOOKS === 'all';

/** The screen sizes that a test runs at: those that matter to it, or with BARAZA_LOOKS=all both. */
export const screens = {
  desktop: isAll ? both : [onDesktop],
  phone: isAll ? both : [onPhone],
  both,
};

function withNavigation(session: PageSession): ConsolePage {
  return { ...session, go: (target) => goTo(session.page, target) };
}

/** Waits until the screen is rendered and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  try {
    await page.locator('main h1').first().waitFor();
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
    // A page that is still fading in has too little contrast.
    await page.evaluate(() =>
      Promise.allSettled(
        document
          .getAnimations()
          .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
          .map(({ finished }) => finished),
      ),
    );
  } catch (cause) {
    const text = await page.locator('body').innerText();
    throw new Error(
      `${page.url()} did not settle; its text is ${JSON.stringify(text.slice(0, 500))}`,
      {
        cause,
      },
    );
  }
}

async function goTo(page: Page, target: string): Promise<void> {
  // Waits for the navigation and two frames; `settled` waits until everything is loaded.
  await page.evaluate(async (hash) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    // A closed dialog removes its history entry a moment later, which would also undo this navigation.
    while (history.state?.layer !== undefined && document.querySelector('dialog[open]') === null)
      await nextFrame();
    if (location.hash === `#${hash}`) return;
    const changed = new Promise((done) => addEventListener('hashchange', done, { once: true }));
    location.hash = hash;
    await changed;
    for (let frame = 0; frame < 2; frame += 1) await nextFrame();
  }, target);
  await settled(page);
}

/** Reports a page that scrolls sideways. */
export async function overflowOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} > ${clientWidth}`] : [];
  });
}

/** Targets smaller than 44 × 44 pixels. Links within a text are exempt. */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, a, summary, input, select, textarea')]
      .filter((target) => target.closest('.unseen, p') === null && target.checkVisibility())
      .map((target) => ({
        target,
        // A tap on the label of a checkbox ticks it.
        box: (
          (target.matches('[type=checkbox]') && target.closest('label')) ||
          target
        ).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(({ target, box }) => `${target.className || target.tagName} ${box.width}×${box.height}`),
  );
}

const screenshotFolder = path.join(import.meta.dirname, '..', '..', '.cache', 'console-looks');

export async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshotFolder, { recursive: true });
  await page.screenshot({ path: path.join(screenshotFolder, `${name}.png`) });
}
