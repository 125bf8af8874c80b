/** What a test of the console needs: a server with a site, a browser, and users who sign in. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after, afterEach, before } from 'node:test';
import { type BrowserContextOptions, devices, type Page } from 'playwright-core';
import { demoProfile } from '../../packages/server/src/cli/demo/demo-profile.ts';
import {
  type ConsoleServer,
  openConsoleServer,
  ownPage,
} from '../../packages/server/test/console/console-server.ts';
import type { SiteOwner, TestSite } from '../../packages/server/test/fixtures/site-server.ts';
import { openBrowser } from '../browser.ts';
import { createVisits, type PageVisit, type Visits } from '../hosts/visits.ts';

export interface ConsoleStage {
  readonly server: ConsoleServer;
  readonly owner: SiteOwner;
  /** The site `demo`, with the profile of the demonstration. */
  readonly site: TestSite;
  /** A page without a session, in its own browser context. */
  readonly open: (hash?: string, options?: BrowserContextOptions) => Promise<Visit>;
  /** A page where the owner has signed in by a one-time link. */
  readonly enter: (hash?: string, as?: EnterAs) => Promise<Visit>;
  /** Any address, in a browser that knows nothing of earlier visits. */
  readonly visit: (address: string, options?: BrowserContextOptions) => Promise<Visit>;
  /** The same, in its own context. */
  readonly visitAlone: (...of: Parameters<Visits['openAlone']>) => Promise<Visit>;
  readonly closeVisits: Visits['closeAll'];
  readonly close: () => Promise<void>;
}

export interface EnterAs {
  readonly owner?: SiteOwner;
  readonly isOperator?: boolean;
  readonly options?: BrowserContextOptions;
}

export interface Visit extends PageVisit {
  /** Navigates by the hash, without a reload. */
  readonly go: (path: string) => Promise<void>;
}

export async function openConsoleStage(
  options: Parameters<typeof openConsoleServer>[1] = {},
): Promise<ConsoleStage> {
  const server = await openConsoleServer('sqlite', options);
  const owner = await server.siteServer.newOwner();
  const site = await owner.newSite(demoProfile, 'demo');
  const { browser, close } = await openBrowser();
  const visits = createVisits(browser, { locale: 'en-KE', mayFail: true });
  const enter = async (hash = '#/', as: EnterAs = {}) => {
    const token = await server.newLink((as.owner ?? owner).id, as.isOperator ?? false);
    const visited = await visits.open(`${server.url}/${hash}`, as.options, ({ request }) =>
      request.post(`${server.url}/console/session`, { data: { link: token }, headers: ownPage }),
    );
    await visited.page.locator('.shell').waitFor();
    await settled(visited.page);
    return visiting(visited);
  };
  return {
    server,
    owner,
    site,
    open: async (hash = '', options = {}) =>
      visiting(await visits.open(`${server.url}/${hash}`, options)),
    enter,
    visit: async (address, options) => visiting(await visits.open(address, options)),
    visitAlone: async (address, options, prepare) =>
      visiting(await visits.openAlone(address, options, prepare)),
    closeVisits: visits.closeAll,
    close: async () => {
      await close();
      await server.close();
    },
  };
}

/**
 * A stage for all tests of a suite; it is empty until the first test runs. After each of them its pages are closed, and
 * none may have had a fault.
 */
export function stageOfSuite(options?: Parameters<typeof openConsoleStage>[0]): ConsoleStage {
  const stage = {} as ConsoleStage;
  before(async () => {
    Object.assign(stage, await openConsoleStage(options));
  });
  afterEach(async () => assert.deepEqual(await stage.closeVisits(), []));
  after(() => stage.close());
  return stage;
}

const { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } = devices['Pixel 5'] ?? {};
export const phone = { viewport, deviceScaleFactor, isMobile, hasTouch, userAgent } as object;
const onDesk = { screen: 'desk', options: {} };
const onPhone = { screen: 'phone', options: phone };
const both = [onDesk, onPhone];

/** Whether every combination of screens, colours and languages is opened. */
export const isAll = process.env.BARAZA_LOOKS === 'all';

/** For a test: the screens that make a difference to it, or all of them. */
export const screens = {
  desk: isAll ? both : [onDesk],
  phone: isAll ? both : [onPhone],
  both,
};

function visiting(visit: PageVisit): Visit {
  return { ...visit, go: (target) => goTo(visit.page, target) };
}

/** Waits until the screen is rendered and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  try {
    await page.locator('main h1').first().waitFor();
    await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null);
    // A page that still fades in has too little contrast.
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
  // Waits for the navigation and two frames; `settled` waits for what is still loading.
  await page.evaluate(async (hash) => {
    const nextFrame = () => new Promise(requestAnimationFrame);
    // The entry of a dialog leaves the history a moment after the dialog, and would take the new page with it.
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

/** The width by which a page scrolls sideways, if it does. */
export async function overflowOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} > ${clientWidth}`] : [];
  });
}

/** Targets below 44 × 44 pixels. Links inside of a text are exempt. */
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

const pictures = path.join(import.meta.dirname, '..', '..', '.cache', 'console-looks');

export async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: path.join(pictures, `${name}.png`) });
}
