/** Saves what was written on the version that it was written on, and takes it back. */
import type {
  Profile,
  ProfileFaq,
  ProfileVersionList,
  SavedProfile,
  SiteDetails,
} from '@baraza/contract';
import { batch } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { toast } from '../../../design/layers/toast.tsx';
import { speak } from '../../../words/language.ts';
import { type Draft, settle } from './draft.ts';
import { mergeProfiles } from './merge.ts';
import { type Change, changesBetween, isEmptyText, isTaught, withValue } from './profile.ts';
import { words } from './words.ts';

/** True when it is saved. What was refused stays written, and the draft says why. */
export async function save(
  draft: Draft,
  isWanted: (change: Change) => boolean = () => true,
): Promise<boolean> {
  const base = draft.base.peek();
  const written = draft.written.peek();
  if (written !== undefined) draft.written.value = withoutBlanks(written);
  const changes = draft.changes.peek().filter(isWanted);
  if (base === undefined || draft.isSaving.peek()) return false;
  if (changes.length === 0) return true;
  draft.isSaving.value = true;
  draft.problem.value = undefined;
  const sent = changes.reduce((all, { spot, after }) => withValue(all, spot, after), base);
  const from = draft.version.peek();
  try {
    const saved = await send(draft, { changes, sent, version: from });
    batch(() => {
      settle(draft, saved.profile, saved.version, sent);
      draft.warnings.value = saved.warnings;
    });
    offerUndo(draft, from);
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    if (error.code === 'version' || error.code === 'conflict')
      return await meet(draft, { base, sent, from });
    draft.problem.value = error;
    return false;
  } finally {
    draft.isSaving.value = false;
  }
}

/** Lines that somebody left empty are no texts. */
function withoutBlanks(profile: Profile): Profile {
  const isBlank = profile.suggestions.some(isEmptyText);
  const hasBlank = ({ alternatives = [] }: ProfileFaq) => alternatives.some(isEmptyText);
  if (!isBlank && !profile.faqs.some(hasBlank)) return profile;
  const faqs = profile.faqs.map((faq) => {
    if (!hasBlank(faq)) return faq;
    const { alternatives = [], ...rest } = faq;
    const left = alternatives.filter((one) => !isEmptyText(one));
    return left.length === 0 ? rest : { ...faq, alternatives: left };
  });
  const suggestions = profile.suggestions.filter((one) => !isEmptyText(one));
  return { ...profile, faqs, suggestions };
}

/** Says that it is saved, and offers the version before it. */
export function offerUndo(draft: Draft, from: number): void {
  const t = speak(words);
  const now = draft.version.peek();
  if (now === from) return;
  toast({ text: t.saved, onUndo: () => void takeBack(draft, from, now) });
}

/** Makes an earlier version the current one, as long as nobody has saved since `now`. */
export async function takeBack(draft: Draft, to: number, now: number): Promise<boolean> {
  const t = speak(words);
  const base = draft.base.peek();
  try {
    const saved = await call<SavedProfile>('POST', `${draft.path}/profile/versions/${to}/restore`, {
      body: {},
      headers: tag(now),
    });
    batch(() => {
      settle(draft, saved.profile as unknown as Profile, saved.version, base);
      draft.warnings.value = saved.warnings;
    });
    toast({
      text: t.takenBack,
      onUndo: () => void takeBack(draft, now, saved.version),
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    toast({ text: error.code === 'version' ? t.changedSince : error.message, kind: 'alarm' });
    return false;
  }
}

/** Saves another profile than what is there as `version`, and offers to undo it; what is being written stays. */
export async function replaceSaved(
  draft: Draft,
  base: Profile,
  sent: Profile,
  version: number,
): Promise<boolean> {
  const t = speak(words);
  const before = draft.base.peek();
  try {
    const saved = await send(draft, { changes: changesBetween(base, sent), sent, version });
    batch(() => {
      settle(draft, saved.profile, saved.version, before);
      draft.warnings.value = saved.warnings;
    });
    toast({
      text: t.takenBack,
      onUndo: () => void takeBack(draft, version, saved.version),
    });
    return true;
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    toast({ text: error.code === 'version' ? t.changedSince : error.message, kind: 'alarm' });
    return false;
  }
}

export function tag(version: number): { readonly 'If-Match': string } {
  return { 'If-Match': `"${version}"` };
}

interface Saved {
  readonly profile: Profile;
  readonly version: number;
  readonly warnings: readonly string[];
}

interface Sending {
  readonly changes: readonly Change[];
  readonly sent: Profile;
  /** The one that was changed. */
  readonly version: number;
}

/** One entry or some fields by their own endpoints; several entries as one version of the whole. */
async function send(draft: Draft, sending: Sending): Promise<Saved> {
  const { changes, sent } = sending;
  const [first] = changes;
  const headers = tag(sending.version);
  if (changes.length === 1 && first !== undefined && !('field' in first.spot))
    return await sendEntry(draft, first, sending);
  if (changes.every(({ spot }) => 'field' in spot)) {
    const body = Object.fromEntries(
      changes.map(({ spot, before, after }) => [
        'field' in spot ? spot.field : '',
        patchOf(before, after),
      ]),
    );
    return (await call<SavedProfile>('PATCH', `${draft.path}/profile`, { body, headers })) as never;
  }
  // A profile that lacks a taught answer would keep it: such an entry is deleted by its own endpoint.
  let { version } = sending;
  for (const { spot, before, after } of changes)
    if (!('field' in spot) && after === undefined && isTaught(before)) {
      const path = `${draft.path}/profile/${spot.list}/${encodeURIComponent(spot.id)}`;
      version = (await call<{ version: number }>('DELETE', path, { headers: tag(version) }))
        .version;
    }
  return (await call<SavedProfile>('PUT', `${draft.path}/profile`, {
    body: { profile: sent },
    headers: tag(version),
  })) as never;
}

async function sendEntry(draft: Draft, change: Change, sending: Sending): Promise<Saved> {
  const { sent } = sending;
  const { spot, before, after } = change;
  if ('field' in spot) throw new Error('A field is no entry.');
  const headers = tag(sending.version);
  const path = `${draft.path}/profile/${spot.list}`;
  const own = `${path}/${encodeURIComponent(spot.id)}`;
  if (after === undefined) {
    const { version } = await call<{ version: number }>('DELETE', own, { headers });
    return { profile: sent, version, warnings: [] };
  }
  const answer = await (before === undefined
    ? call<Saved & { id: string }>('POST', path, { body: after, headers })
    : call<Saved & { id: string }>('PUT', own, { body: after, headers }));
  const { version, warnings, ...entry } = answer;
  return { profile: withValue(sent, spot, entry), version, warnings };
}

// A merge patch joins objects: what is gone from one has to be named.
function patchOf(before: unknown, after: unknown): unknown {
  if (after === undefined) return null;
  if (!isObject(before) || !isObject(after)) return after;
  const gone = Object.keys(before).filter((name) => !(name in after));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...after };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Somebody saved before: it may have been this page itself, whose answer was lost on its way. */
async function meet(
  draft: Draft,
  about: { readonly base: Profile; readonly sent: Profile; readonly from: number },
): Promise<boolean> {
  try {
    const details = await call<SiteDetails>('GET', draft.path);
    const theirs = details.profile as unknown as Profile;
    const { base, sent, from } = about;
    const merge = mergeProfiles(base, sent, theirs);
    if (merge.conflicts.length === 0 && changesBetween(theirs, merge.joined).length === 0) {
      settle(draft, theirs, details.version, sent);
      offerUndo(draft, from);
      return true;
    }
    const { versions } = await call<ProfileVersionList>('GET', `${draft.path}/profile/versions`);
    const last = versions.find(({ version }) => version === details.version);
    draft.clash.value = {
      theirs,
      version: details.version,
      by: last?.by ?? '',
      at: last?.saved_at,
      merge: mergeProfiles(base, draft.written.peek() ?? sent, theirs),
    };
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    draft.problem.value = error;
  }
  return false;
}
