/**
 * Measures how smoothly the console's long lists scroll, with a real server and a real browser at CPU throttling 4.
 * `node bench/console-scroll.ts`
 */
import type { Page } from 'playwright-core';
import { openBrowser, type SharedBrowser } from '../e2e/browser.ts';
import { type LongLists, openLongLists } from './console-lists.ts';
import { type Frame, scrollFrames } from './frame-trace.ts';

interface Case {
  readonly title: string;
  readonly path: keyof LongLists['pages'];
  readonly width: number;
  /** Rows loaded before scrolling; by default, rows are loaded while scrolling. */
  readonly rowsBefore?: number;
}

const cases: readonly Case[] = [
  { title: '1,000 records, loaded meanwhile', path: 'records', width: 1280 },
  { title: '100,000 records, loaded meanwhile', path: 'manyRecords', width: 1280 },
  {
    title: '100,000 records, all loaded',
    path: 'manyRecords',
    width: 1280,
    rowsBefore: 100_000,
  },
  { title: '1,000 records', path: 'records', width: 360, rowsBefore: 1_000 },
  { title: '10,000 objects', path: 'objects', width: 1280, rowsBefore: 10_000 },
  { title: '1,000 questions', path: 'questions', width: 360, rowsBefore: 1_000 },
  { title: '1,000 questions, loaded meanwhile', path: 'questions', width: 360 },
];

const throttling = 4;
const height = 800;
const paces = {
  'a flick': { by: 160, frames: 120 },
  'a screen each frame': { by: height, frames: 30 },
};

const only = process.argv.slice(2);
const lists = await openLongLists();
const { browser, close } = await openBrowser();
try {
  console.log(
    '| list | px wide | scroll | frames | scripting ms, median / p95 / max | ' +
      'style and layout ms | paint ms | rows drawn |',
  );
  console.log('|---|---|---|---|---|---|---|---|');
  for (const one of cases)
    if (only.length === 0 || only.some((text) => `${one.title} ${one.width}`.includes(text)))
      await measure(browser, lists, one);
} finally {
  await close();
  await lists.close();
}

async function measure(browser: SharedBrowser, lists: LongLists, one: Case): Promise<void> {
  const context = await browser.newContext({
    locale: 'en-KE',
    viewport: { width: one.width, height },
  });
  const page = await context.newPage();
  await page.goto(`${lists.url}/#/enter/${await lists.newLink()}`);
  await page.locator('.shell').waitFor();
  for (const [pace, { by, frames }] of Object.entries(paces)) {
    if (one.rowsBefore === undefined || by === paces['a flick'].by) await open(page, lists, one);
    else await page.evaluate(() => scrollTo(0, 0));
    // Warm-up for the JIT.
    await scrollFrames(page, { by, frames: Math.ceil(frames / 4), throttling });
    const found = await scrollFrames(page, { by, frames, throttling });
    const rows = await page.locator('.virtual-rows > *').count();
    console.log(
      `| ${one.title} | ${one.width} | ${pace} | ${found.length} | ${spread(found, ({ script }) => script)} | ` +
        `${spread(found, ({ style, layout }) => style + layout)} | ${spread(found, ({ paint }) => paint)} | ${rows} |`,
    );
  }
  await context.close();
}

/** Opens the list again, even if it is already open. */
async function open(page: Page, lists: LongLists, one: Case): Promise<void> {
  for (const hash of ['/keys', lists.pages[one.path]]) {
    await page.evaluate((next) => {
      location.hash = next;
    }, hash);
    if (hash === '/keys') await page.locator('.virtual-rows').waitFor({ state: 'detached' });
  }
  await page.locator('.virtual-rows > *').first().waitFor();
  if (one.rowsBefore !== undefined) await load(page, one.rowsBefore);
}

/** Scrolls to the end repeatedly until enough rows are loaded, then back to the first. */
async function load(page: Page, rows: number): Promise<void> {
  await page.evaluate(
    (wanted) =>
      new Promise<void>((resolve) => {
        const step = () => {
          // The elements are in row order only when the page is not scrolling.
          const at = Math.max(
            ...[...document.querySelectorAll('.virtual-rows > *')].map((row) =>
              Number(
                row.getAttribute('aria-posinset') ?? Number(row.getAttribute('aria-rowindex')) - 1,
              ),
            ),
          );
          if (at >= wanted) {
            scrollTo(0, 0);
            return requestAnimationFrame(() => resolve());
          }
          scrollTo(0, document.documentElement.scrollHeight);
          return requestAnimationFrame(step);
        };
        step();
      }),
    rows,
  );
}

function spread(frames: readonly Frame[], of: (frame: Frame) => number): string {
  const sorted = frames.map(of).sort((one, other) => one - other);
  return [0.5, 0.95, 1]
    .map((share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
    .map((value) => value.toFixed(1))
    .join(' / ');
}
