/** Some fields of a profile in a form: what is not saved is kept apart, and only that is sent. */
import type { KnownProfile, SavedProfile, SiteDetails } from '@baraza/contract';
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { loadSession } from '../../../api/session.ts';
import { useWork, type Work } from '../../../api/work.ts';
import { useUnsavedGuard } from '../../../app/router.ts';
import { toast } from '../../../design/layers/toast.tsx';
import { speak } from '../../../words/language.ts';
import { tell } from './attempt.ts';
import { patchOf } from './patch.ts';
import { sitePath, useSite } from './site.ts';
import { words } from './words.ts';

export interface ProfileForm extends Work {
  readonly values: ReadonlySignal<KnownProfile>;
  readonly isChanged: ReadonlySignal<boolean>;
  readonly change: (part: Partial<KnownProfile>) => void;
  readonly discard: () => void;
  readonly save: () => Promise<boolean>;
}

export function useProfileForm(site: string, details: SiteDetails): ProfileForm {
  const resource = useSite(site);
  const attempt = useWork();
  const draft = useSignal<Partial<KnownProfile>>({});
  const current = resource.data.value ?? details;
  const values = useComputed(
    (): KnownProfile =>
      ({ ...(resource.data.value ?? details).profile, ...draft.value }) as KnownProfile,
  );
  const patch = () => patchOf(current.profile as KnownProfile, draft.value);
  const isChanged = useComputed(
    () =>
      Object.keys(patchOf((resource.data.value ?? details).profile as KnownProfile, draft.value))
        .length > 0,
  );
  useUnsavedGuard(() => isChanged.value);
  const put = (saved: SavedProfile) => {
    resource.set({ ...(resource.data.peek() ?? details), ...saved });
    void resource.refresh();
    void loadSession();
  };
  const path = `${sitePath(site)}/profile`;
  const undo = (before: number, version: number) =>
    tell(async () => {
      put(
        await call<SavedProfile>('POST', `${path}/versions/${before}/restore`, {
          headers: { 'If-Match': `"${version}"` },
        }),
      );
    });
  const save = () =>
    attempt.run(async () => {
      const before = current.version;
      const saved = await call<SavedProfile>('PATCH', path, { body: patch() });
      put(saved);
      draft.value = {};
      const canUndo = saved.version === before + 1 && before > 0;
      toast({
        text: speak(words).saved,
        ...(canUndo ? { onUndo: () => void undo(before, saved.version) } : {}),
      });
    });
  return {
    ...attempt,
    values,
    isChanged,
    change: (part) => {
      draft.value = { ...draft.peek(), ...part };
    },
    discard: () => {
      draft.value = {};
    },
    save,
  };
}
