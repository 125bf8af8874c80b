/** Adds what was chosen in a few versions, of which one undo takes all back. */
import type { Profile, SavedProfile } from '@baraza/contract';
import { call } from '../../../api/call.ts';
import { type Draft, loadDraft, settle } from '../profile/draft.ts';
import { offerUndo, tag } from '../profile/saving.ts';
import { type Chosen, withChosen } from './chosen.ts';

const stepMin = 100;
const stepsMax = 8;

export async function addChosen(
  draft: Draft,
  chosen: readonly Chosen[],
  onProgress: (done: number) => void,
): Promise<void> {
  await loadDraft(draft);
  const from = draft.version.peek();
  const size = Math.max(stepMin, Math.ceil(chosen.length / stepsMax));
  for (let at = 0; at < chosen.length; at += size) {
    const base = draft.base.peek();
    if (base === undefined) return;
    const profile = withChosen(base, chosen.slice(at, at + size));
    const saved = await call<SavedProfile>('PUT', `${draft.path}/profile`, {
      body: { profile },
      headers: tag(draft.version.peek()),
    });
    settle(draft, saved.profile as unknown as Profile, saved.version, base);
    draft.warnings.value = saved.warnings;
    onProgress(Math.min(chosen.length, at + size));
  }
  offerUndo(draft, from);
}
