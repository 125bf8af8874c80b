import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findingsOn } from '../hosts/findings.ts';
import {
  type ConsoleStage,
  isAll,
  keepPicture,
  overflowOn,
  settled,
  smallTargets,
} from './stage.ts';

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

const widths = { phone: { width: 360, height: 720 }, wide: { width: 1280, height: 860 } } as const;
const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  (['sw', 'en'] as const).flatMap((language) =>
    Object.entries(widths).map(([width, viewport]) => ({
      name: `${width}-${colorScheme}-${language}`,
      locale: `${language}-KE`,
      viewport,
      colorScheme,
    })),
  ),
);

interface Shown extends CheckedPage {
  readonly look: (typeof looks)[number];
}

/** The menus at the side and at the bottom. */
const menus = '.side, .bottom';

/**
 * Opens each page in one combination of language, colours and width, in turn, and asserts that no policy was broken,
 * that nothing scrolls sideways, that targets are large enough for fingers and that axe-core finds nothing. With
 * BARAZA_LOOKS=all each combination is opened and saved as a screenshot in .cache/console-looks.
 */
export async function eachLook(stage: ConsoleStage, pages: readonly CheckedPage[]): Promise<void> {
  for (const { prepare } of pages) await prepare?.(stage);
  const shown = pages.flatMap((page, index): Shown[] =>
    looks
      .filter((_, at) => isAll || at === index % looks.length)
      .map((look) => ({ ...page, look })),
  );
  // The width can be changed on an open page; for other colours it is loaded again.
  const visits = Map.groupBy(shown, ({ by = 'owner', look }) => `${by} ${look.locale}`);
  const found: string[] = [];
  for (const [visitor, theirs] of visits) found.push(...(await lookAt(stage, visitor, theirs)));
  assert.deepEqual(found, []);
}

async function lookAt(
  stage: ConsoleStage,
  visitor: string,
  shown: readonly Shown[],
): Promise<string[]> {
  const found: string[] = [];
  const [by, locale = ''] = visitor.split(' ');
  const isNobody = by === 'nobody';
  const as = { isOperator: by === 'operator', options: { locale } };
  const visited = isNobody ? await stage.open('', { locale }) : await stage.enter('#/', as);
  const { page } = visited;
  const menusSeen = new Set<string>();
  let isTouched = false;
  let colors = '';
  const byColors = shown.toSorted((one, other) =>
    one.look.colorScheme.localeCompare(other.look.colorScheme),
  );
  try {
    for (const { look, reach, path, name } of byColors) {
      await page.setViewportSize(look.viewport);
      if (look.colorScheme !== colors) {
        await page.emulateMedia({ colorScheme: look.colorScheme });
        await page.reload();
        colors = look.colorScheme;
      }
      // Away and back, so that no page inherits what was done on the one before.
      if (isTouched && !isNobody) await visited.go('/nowhere-else');
      isTouched = reach !== undefined;
      await visited.go(path);
      await reach?.(page);
      await settled(page);
      if (isAll) await keepPicture(page, `${name}-${look.name}`);
      const all = [
        ...(await overflowOn(page)),
        ...(await findingsOn(page, menusSeen.has(look.name) ? menus : '')),
        ...(await smallTargets(page)),
        ...visited.faults.splice(0),
      ];
      menusSeen.add(look.name);
      found.push(...all.map((finding) => `${name}-${look.name}: ${finding}`));
      await page.keyboard.press('Escape');
    }
    return found;
  } finally {
    await visited.close();
  }
}
