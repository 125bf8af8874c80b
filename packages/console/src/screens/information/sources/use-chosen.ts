import type { Profile } from '@baraza/contract';
import type { Draft } from '../profile/draft.ts';
import { save } from '../profile/saving.ts';
import { type Proposal, withChosen } from './chosen.ts';
import { forget, type Reading } from './reading.ts';

/** Saves the chosen proposals as one version, which can be undone; true when they are saved. */
export function useChosen(
  draft: Draft,
  reading: Reading,
  complete: (profile: Profile, chosen: readonly Proposal[]) => Profile = (profile) => profile,
) {
  return async (chosen: readonly Proposal[]): Promise<boolean> => {
    const profile = draft.written.peek();
    if (profile === undefined) return false;
    draft.written.value = complete(withChosen(profile, chosen), chosen);
    if (!(await save(draft))) return false;
    forget(reading);
    return true;
  };
}
