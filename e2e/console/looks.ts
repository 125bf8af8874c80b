import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findingsOn } from '../hosts/findings.ts';
import {
  type ConsoleFixture,
  isAll,
  overflowOn,
  saveScreenshot,
  settled,
  smallTargets,
} from './fixture.ts';

/** A page that is checked in both languages, both colour schemes, at the width of a phone and of a desktop. */
export interface CheckedPage {
  /** The name of its screenshots. */
  readonly name: string;
  /** The path after the `#`; the site is `demo`. */
  readonly path: string;
  /** Who has signed in; the owner by default. */
  readonly user?: 'owner' | 'operator' | 'signed-out';
  /** Creates the data that the page shows; runs once. */
  readonly prepare?: (fixture: ConsoleFixture) => Promise<unknown>;
  /** Brings the page into the state that is checked. */
  readonly reach?: (page: Page) => Promise<unknown>;
}

const widths = { phone: { width: 360, height: 720 }, wide: { width: 1280, height: 860 } } as const;
const variants = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['sw', 'en'] as const).flatMap((language) =>
    Object.entries(widths).map(([width, viewport]) => ({
      name: `${width}-${colorScheme}-${language}`,
      locale: `${language}-KE`,
      viewport,
      colorScheme,
    })),
  ),
);

interface PageVariant extends CheckedPage {
  readonly variant: (typeof variants)[number];
}

/** The menus at the side and at the bottom. */
const menus = '.side, .bottom';

/**
 * Opens each page in one combination of language, colour scheme and width; successive pages get different ones. Fails
 * if a page violates its content security policy, scrolls sideways, has targets too small for fingers, or has findings
 * of axe-core. With BARAZA_LOOKS=all, opens each page in all combinations and saves screenshots in
 * .cache/console-looks.
 */
export async function checkPages(
  fixture: ConsoleFixture,
  pages: readonly CheckedPage[],
): Promise<void> {
  for (const { prepare } of pages) await prepare?.(fixture);
  const all = pages.flatMap((page, index): PageVariant[] =>
    variants
      .filter((_, at) => isAll || at === index % variants.length)
      .map((variant) => ({ ...page, variant })),
  );
  // The width can be changed on an open page; a new colour scheme needs a reload.
  const groups = Map.groupBy(all, ({ user = 'owner', variant }) => `${user} ${variant.locale}`);
  const found: string[] = [];
  for (const [session, group] of groups) found.push(...(await checkGroup(fixture, session, group)));
  assert.deepEqual(found, []);
}

async function checkGroup(
  fixture: ConsoleFixture,
  session: string,
  group: readonly PageVariant[],
): Promise<string[]> {
  const found: string[] = [];
  const [user, locale = ''] = session.split(' ');
  const isSignedOut = user === 'signed-out';
  const byColors = group.toSorted((one, other) =>
    one.variant.colorScheme.localeCompare(other.variant.colorScheme),
  );
  let { colorScheme } = (byColors[0] ?? assert.fail()).variant;
  const options = { locale, colorScheme };
  const as = { isOperator: user === 'operator', options };
  const opened = isSignedOut
    ? await fixture.open('', options)
    : await fixture.openSignedIn('#/', as);
  const { page } = opened;
  const checkedMenus = new Set<string>();
  let isChanged = false;
  try {
    for (const { variant, reach, path, name } of byColors) {
      await page.setViewportSize(variant.viewport);
      if (variant.colorScheme !== colorScheme) {
        colorScheme = variant.colorScheme;
        await page.emulateMedia({ colorScheme });
        await page.reload();
      }
      // Another page in between discards the state that `reach` left on the previous one.
      if (isChanged && !isSignedOut) await opened.go('/nowhere-else');
      isChanged = reach !== undefined;
      await opened.go(path);
      await reach?.(page);
      await settled(page);
      if (isAll) await saveScreenshot(page, `${name}-${variant.name}`);
      const all = [
        ...(await overflowOn(page)),
        ...(await findingsOn(page, checkedMenus.has(variant.name) ? menus : '')),
        ...(await smallTargets(page)),
        ...opened.faults.splice(0),
      ];
      checkedMenus.add(variant.name);
      found.push(...all.map((finding) => `${name}-${variant.name}: ${finding}`));
      await page.keyboard.press('Escape');
    }
    return found;
  } finally {
    await opened.close();
  }
}
