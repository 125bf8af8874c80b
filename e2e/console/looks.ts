import assert from 'node:assert/strict';
import {
  type ConsoleStage,
  findingsOn,
  keepPicture,
  settled,
  smallTargets,
  visit,
} from './house.ts';
import type { LookedAt } from './looked-at.ts';

/** With BARAZA_LOOKS=all each combination is opened, read and kept as a picture in .cache/console-looks. */
const isAll = process.env.BARAZA_LOOKS === 'all';

const widths = { phone: { width: 360, height: 720 }, desk: { width: 1280, height: 860 } } as const;
const schemes = ['light', 'dark'] as const;
const languages = ['sw', 'en'] as const;

/**
 * Opens each page in both languages, both colours and both widths, and asserts that no policy was broken, that
 * nothing scrolls sideways and that fingers can hit what they should; in two of the looks, or in all that were asked
 * for, also that axe-core finds nothing.
 */
export async function eachLook(stage: ConsoleStage, pages: readonly LookedAt[]): Promise<void> {
  for (const { prepare } of pages) await prepare?.(stage);
  const found: string[] = [];
  for (const [name, viewport] of Object.entries(widths))
    for (const scheme of schemes)
      for (const language of languages) {
        const look = `${name}-${scheme}-${language}`;
        // Colours do not depend on the language; the two that are read have every width, colour and language once.
        const isOpened = isAll || (scheme === 'light') === (language === 'sw');
        const isRead = isAll || (isOpened && (name === 'phone') === (scheme === 'light'));
        if (!isOpened) continue;
        for (const [by, theirs] of Map.groupBy(pages, (page) => page.by ?? 'owner'))
          found.push(
            ...(await lookAt(stage, by, theirs, look, isRead, {
              viewport,
              colorScheme: scheme,
              locale: language === 'sw' ? 'sw-KE' : 'en-KE',
            })),
          );
      }
  assert.deepEqual(found, []);
}

async function lookAt(
  stage: ConsoleStage,
  by: NonNullable<LookedAt['by']>,
  pages: readonly LookedAt[],
  look: string,
  isRead: boolean,
  options: Parameters<ConsoleStage['newContext']>[0],
): Promise<string[]> {
  const found: string[] = [];
  const link =
    by === 'nobody'
      ? ''
      : `#/enter/${await stage.server.newLink(stage.owner.id, by === 'operator')}`;
  const visited = await visit(await stage.newContext(options), `${stage.server.url}/${link}`);
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
        ...(await findingsOn(visited.page, isRead)),
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
