import type { Profile } from '@baraza/contract';
import { toast } from '../../../design/toast.tsx';
import type { Draft } from '../profile/draft.ts';
import { restore, save } from '../profile/saving.ts';
import { type Proposal, withChosen } from './chosen.ts';
import { markUsed, type Reading, showAgain } from './reading.ts';
import { t } from './words.ts';

/** Saves the chosen proposals as one version, which can be undone; true when they are saved. */
export function useChosen(
  draft: Draft,
  reading: Reading,
  complete: (profile: Profile, chosen: readonly Proposal[]) => Profile = (profile) => profile,
) {
  return async (chosen: readonly Proposal[]): Promise<boolean> => {
    const profile = draft.written.peek();
    const from = draft.saved.peek()?.version ?? 0;
    if (profile === undefined) return false;
    draft.written.value = complete(withChosen(profile, chosen), chosen);
    if (!(await save(draft))) return false;
    markUsed(reading, from, draft.saved.peek()?.version ?? 0);
    toast({
      text: t.saved,
      topic: topicOf(draft),
      onUndo: () => takeBack(draft, reading),
    });
    return true;
  };
}

/** Undoes the use of what was found, and shows it again. */
export async function takeBack(draft: Draft, reading: Reading): Promise<void> {
  const used = reading.used.peek();
  if (used === undefined || !(await restore(draft, used.from, used.now))) return;
  showAgain(reading);
  // To use it again, the list has its button.
  toast({ text: t.restored, topic: topicOf(draft) });
}

function topicOf({ site }: Draft): string {
  return `profile ${site}`;
}
