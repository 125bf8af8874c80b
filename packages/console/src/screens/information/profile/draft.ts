/**
 * The unsaved changes to a site's profile. They are kept until they are saved or discarded, or the user signs out:
 * opening another screen, a lost connection, an expired session or a reload does not lose them.
 */
import type { Profile, SiteDetails } from '@baraza/contract';
import { computed, effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { keepDraft, keptDraft } from '../../../api/kept.ts';
import { type ApiProblem, asProblem } from '../../../api/problem.ts';
import { onSignedOut, signedIn } from '../../../api/session.ts';
import type { Language } from '../../../words/language.ts';
import { type Merge, mergeProfiles, resolveMerge } from './merge.ts';
import { changesBetween, type Place, withValue } from './profile.ts';
import { forgetRefusals, refused } from './refusal.ts';

/** Someone else saved the profile after it was read. */
export interface Clash {
  readonly theirs: SiteDetails;
  readonly by: string;
  readonly at: string | undefined;
  readonly merge: Merge;
}

export type Draft = ReturnType<typeof newDraft>;

const drafts = new Map<string, Draft>();
onSignedOut(() => drafts.clear());

/** The draft of the site. It is loaded again when a screen mounts. */
export function useDraft(site: string): Draft {
  const draft = draftOf(site);
  useEffect(() => {
    void loadDraft(draft);
  }, [draft]);
  return draft;
}

export async function loadDraft(draft: Draft): Promise<void> {
  try {
    const details = await client.sites.get(draft.site);
    const saved = draft.saved.peek();
    // Unsaved changes keep the version that they were made on, so that saving them detects a conflict.
    if (saved === undefined) begin(draft, details);
    else if (draft.changes.peek().length === 0) settle(draft, details);
    else draft.saved.value = { ...details, profile: saved.profile, version: saved.version };
    draft.problem.value = undefined;
  } catch (error) {
    const problem = asProblem(error);
    if (draft.saved.peek() === undefined) draft.problem.value = problem;
  }
}

/** A profile as it was read, and as it was edited. */
interface KeptDraft {
  readonly version: number;
  readonly profile: SiteDetails['profile'];
  readonly written: Profile;
}

/** Restores unsaved changes from before the page was reloaded, on the version that they were made on. */
function begin(draft: Draft, details: SiteDetails): void {
  const kept = keptDraft(nameOf(draft.site)) as Partial<KeptDraft> | undefined;
  const isWhole =
    typeof kept?.version === 'number' && kept.profile !== undefined && kept.written !== undefined;
  if (!isWhole || kept.version > details.version) {
    settle(draft, details);
  } else {
    const { version, profile, written } = kept as KeptDraft;
    draft.saved.value = { ...details, profile, version };
    draft.written.value = written;
    // If everything was saved meanwhile, there is nothing to keep.
    if (draft.changes.peek().length === 0) settle(draft, details);
  }
  keepWhileUnsaved(draft);
}

// Delayed, so that typing is not slowed down.
const keepAfterMs = 400;

function keepWhileUnsaved(draft: Draft): void {
  const name = nameOf(draft.site);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    // After a sign-out it is no longer the draft of this page.
    if (!drafts.has(name)) return;
    const [saved, written] = [draft.saved.peek(), draft.written.peek()];
    if (saved === undefined || written === undefined || draft.changes.peek().length === 0)
      keepDraft(name, undefined);
    else keepDraft(name, { version: saved.version, profile: saved.profile, written });
  };
  effect(() => {
    const isUnsaved = draft.changes.value.length > 0;
    clearTimeout(timer);
    if (isUnsaved) timer = setTimeout(keep, keepAfterMs);
    else keep();
  });
  addEventListener('pagehide', keep);
}

export function write(draft: Draft, place: Place, value: unknown): void {
  const profile = draft.written.peek();
  if (profile === undefined) return;
  const next = withValue(profile, place, value);
  forgetRefusals(profile, next);
  draft.written.value = next;
}

export function discard(draft: Draft): void {
  draft.written.value = draft.base.peek();
  draft.problem.value = undefined;
  refused.value = [];
}

/** The response to a save, or the site's details. */
type Saved = Partial<SiteDetails> & Pick<SiteDetails, 'profile' | 'version'>;

/** Sets a new base and keeps what was written after `sent`. */
export function settle(draft: Draft, saved: Saved, sent?: Profile): void {
  const { profile, version, ...rest } = saved;
  const base = profile as unknown as Profile;
  const written = draft.written.peek();
  draft.written.value =
    sent === undefined || written === undefined
      ? base
      : resolveMerge(mergeProfiles(sent, written, base));
  draft.saved.value = { ...draft.saved.peek(), ...rest, profile, version } as SiteDetails;
}

/** The language of texts without one. */
export function mainLanguage(profile: Profile): Language {
  return profile.languages[0] ?? 'sw';
}

/** The key of a draft. It names the person, because other people in the same browser must not see the draft. */
function nameOf(site: string): string {
  const { owner, member } = signedIn();
  return `${owner.id} ${member?.id ?? ''} ${site}`;
}

function draftOf(site: string): Draft {
  const key = nameOf(site);
  const draft = drafts.get(key) ?? newDraft(site);
  drafts.set(key, draft);
  return draft;
}

function newDraft(site: string) {
  /** The details as last read or saved. */
  const saved = signal<SiteDetails>();
  const base = computed(() => saved.value?.profile as Profile | undefined);
  const written = signal<Profile>();
  const changes = computed(() =>
    base.value === undefined || written.value === undefined
      ? []
      : changesBetween(base.value, written.value),
  );
  return {
    site,
    saved,
    /** The profile of `saved`. */
    base,
    written,
    changes,
    isSaving: signal(false),
    problem: signal<ApiProblem>(),
    clash: signal<Clash>(),
    warnings: signal<readonly string[]>([]),
  };
}
