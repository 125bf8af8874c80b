/**
 * What somebody is writing, beside what is saved. It lives as long as the page, so that it outlasts a move
 * to another screen, a lost connection and a session that ended.
 */
import type { Profile, SiteDetails } from '@baraza/contract';
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { signedIn } from '../../../api/session.ts';
import type { Language } from '../../../words/language.ts';
import type { Merge } from './merge.ts';
import { mergeProfiles, resolveMerge } from './merge.ts';
import { type Change, changesBetween, type Spot, withValue } from './profile.ts';

/** Somebody else saved in between. */
export interface Clash {
  readonly theirs: Profile;
  readonly version: number;
  readonly by: string;
  readonly at: string | undefined;
  readonly merge: Merge;
}

export interface Draft {
  readonly site: string;
  /** Of the site, under /console. */
  readonly path: string;
  /** As it was last read or saved; undefined until then. */
  readonly base: Signal<Profile | undefined>;
  readonly version: Signal<number>;
  readonly written: Signal<Profile | undefined>;
  readonly changes: ReadonlySignal<readonly Change[]>;
  readonly isSaving: Signal<boolean>;
  readonly problem: Signal<ApiProblem | undefined>;
  readonly clash: Signal<Clash | undefined>;
  readonly warnings: Signal<readonly string[]>;
}

const drafts = new Map<string, Draft>();

/** The draft of the site, read again whenever a screen begins to use it. */
export function useDraft(site: string): Draft {
  const draft = draftOf(site);
  useEffect(() => {
    void loadDraft(draft);
  }, [draft]);
  return draft;
}

export async function loadDraft(draft: Draft): Promise<void> {
  try {
    const details = await call<SiteDetails>('GET', draft.path);
    // What is being written stays on what it was written on; saving finds out what became of that.
    if (draft.changes.peek().length === 0)
      settle(draft, details.profile as unknown as Profile, details.version);
    draft.problem.value = undefined;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (draft.base.peek() === undefined) draft.problem.value = error;
  }
}

export function write(draft: Draft, spot: Spot, value: unknown): void {
  const profile = draft.written.peek();
  if (profile !== undefined) draft.written.value = withValue(profile, spot, value);
}

export function discard(draft: Draft): void {
  draft.written.value = draft.base.peek();
  draft.problem.value = undefined;
}

/** A new base, under what was written meanwhile; `sent` is what of it is saved already. */
export function settle(draft: Draft, base: Profile, version: number, sent?: Profile): void {
  const written = draft.written.peek();
  if (sent === undefined || written === undefined) draft.written.value = base;
  else {
    const merge = mergeProfiles(sent, written, base);
    draft.written.value = resolveMerge(merge, new Set(merge.conflicts.map(({ key }) => key)));
  }
  draft.base.value = base;
  draft.version.value = version;
}

/** The language of texts that name none. */
export function mainLanguage(profile: Profile): Language {
  return profile.languages[0] ?? 'sw';
}

function draftOf(site: string): Draft {
  const key = `${signedIn().owner.id} ${site}`;
  const known = drafts.get(key);
  if (known !== undefined) return known;
  const base = signal<Profile | undefined>(undefined);
  const written = signal<Profile | undefined>(undefined);
  const draft: Draft = {
    site,
    path: `/console/sites/${encodeURIComponent(site)}`,
    base,
    version: signal(0),
    written,
    changes: computed(() =>
      base.value === undefined || written.value === undefined
        ? []
        : changesBetween(base.value, written.value),
    ),
    isSaving: signal(false),
    problem: signal<ApiProblem | undefined>(undefined),
    clash: signal<Clash | undefined>(undefined),
    warnings: signal<readonly string[]>([]),
  };
  drafts.set(key, draft);
  return draft;
}
