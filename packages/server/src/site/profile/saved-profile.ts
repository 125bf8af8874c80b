import type { SavedProfile } from '@baraza/contract';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import type { Assistant } from '../assistant.ts';
import type { EditedProfile } from './profile-saving.ts';

/** The answer to a save, as JSON. Waits for the search index, so that the next question uses it. */
export async function writeSaved(
  { engine, vectors }: Pick<Assistant, 'engine' | 'vectors'>,
  { site, changed }: EditedProfile,
): Promise<string> {
  const startedMs = performance.now();
  // Where no engine can open it now, the next question does.
  const { passages } = await engine.open(vectors.sourceOf(site)).catch(() => ({ passages: 0 }));
  const ms = Math.round(performance.now() - startedMs);
  const status = vectors.isMaking(site) ? 'lexical' : 'ready';
  const rest: Omit<SavedProfile, 'profile'> = {
    version: site.version,
    changes: changed.changes,
    index: { status, passages, ms },
    warnings: [...changed.warnings],
  };
  return joinObjects(`{"profile":${changed.text}}`, JSON.stringify(rest));
}
