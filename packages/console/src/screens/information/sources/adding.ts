/** Adds the chosen proposals in a few versions, which one undo takes back. */
import { client } from '../../../api/client.ts';
import { speak } from '../../../words/language.ts';
import { type Draft, loadDraft } from '../profile/draft.ts';
import { finish, offerUndo, versionOf } from '../profile/saving.ts';
import { words } from '../profile/words.ts';
import { type Proposal, withChosen } from './chosen.ts';

const stepMin = 100;
const stepsMax = 8;

export async function addChosen(
  draft: Draft,
  chosen: readonly Proposal[],
  onProgress: (done: number) => void,
): Promise<void> {
  await loadDraft(draft);
  const from = versionOf(draft);
  const size = Math.max(stepMin, Math.ceil(chosen.length / stepsMax));
  for (let at = 0; at < chosen.length; at += size) {
    const base = draft.base.peek();
    if (base === undefined) return;
    const profile = withChosen(base, chosen.slice(at, at + size));
    const options = { ifMatch: versionOf(draft) };
    finish(draft, await client.sites.saveProfile(draft.site, profile as never, options), base);
    onProgress(Math.min(chosen.length, at + size));
  }
  offerUndo(draft, from, speak(words).saved);
}
