import assert from 'node:assert/strict';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type ConsoleStage, findingsOn, keepPicture, settled, smallTargets } from './stage.ts';

/** A page that is checked in both languages, both colour schemes, on a phone and on a wide screen. */
export interface CheckedPage {
  /** The name of its screenshots. */
  readonly name: string;
  /** Behind the `#`; the site is `demo`. */
  readonly path: string;
  /** The owner by default. */
  readonly by?: 'owner' | 'operator' | 'nobody';
  /** Creates what the page shows, once. */
  readonly prepare?: (stage: ConsoleStage) => Promise<unknown>;
  /** Done on the page before it is checked. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

/** With BARAZA_LOOKS=all each combination is opened and saved as a screenshot in .cache/console-looks. */
const isAll = process.env.BARAZA_LOOKS === 'all';

const widths = { phone: { width: 360, height: 720 }, wide: { width: 1280, height: 860 } } as const;
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['sw', 'en'] as const).flatMap((language) =>
    Object.entries(widths).map(([width, viewport]) => ({
      name: `${width}-${colorScheme}-${language}`,
      options: { viewport, colorScheme, locale: `${language}-KE` },
    })),
  ),
);

/**
 * Opens each page in one combination of language, colours and width, in turn, or in all of them, and asserts that no
 * policy was broken, that nothing scrolls sideways, that targets are large enough for fingers and that axe-core finds
 * nothing.
 */
export async function eachLook(stage: ConsoleStage, pages: readonly CheckedPage[]): Promise<void> {
  for (const { prepare } of pages) await prepare?.(stage);
  const found: string[] = [];
  for (const [at, { name, options }] of looks.entries()) {
    const opened = isAll ? pages : pages.filter((_, index) => index % looks.length === at);
    for (const [by, theirs] of Map.groupBy(opened, (page) => page.by ?? 'owner'))
      found.push(...(await lookAt(stage, by, theirs, name, options)));
  }
  assert.deepEqual(found, []);
}

async function lookAt(
  stage: ConsoleStage,
  by: NonNullable<CheckedPage['by']>,
  pages: readonly CheckedPage[],
  look: string,
  options: BrowserContextOptions,
): Promise<string[]> {
  const found: string[] = [];
  const link =
    by === 'nobody'
      ? ''
      : `#/enter/${await stage.server.newLink(stage.owner.id, by === 'operator')}`;
  const visited = await stage.open(link, options);
  try {
    await settled(visited.page);
    for (const page of pages) {
      const name = `${page.name}-${look}`;
      // Away and back, so that no page inherits what was done on the one before.
      await visited.go(by === 'nobody' ? '/' : '/nowhere-else');
      await visited.go(page.path);
      await page.reach?.(visited.page);
      await settled(visited.page);
      if (isAll) await keepPicture(visited.page, name);
      const faults = visited.faults.splice(0);
      const all = [
        ...(await findingsOn(visited.page)),
        ...(await smallTargets(visited.page)),
        ...faults,
      ];
      found.push(...all.map((finding) => `${name}: ${finding}`));
      await visited.page.keyboard.press('Escape');
    }
    return found;
  } finally {
    await visited.close();
  }
}
