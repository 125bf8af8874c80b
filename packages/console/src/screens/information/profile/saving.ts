/** Saves a draft if the profile still has the version that it is based on, and restores earlier versions. */
import type { Profile, SavedProfile } from '@baraza/contract';
import { internationalNumber } from '@baraza/contract/plain';
import { client } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { loadSession } from '../../../api/session.ts';
import { toast } from '../../../design/toast.tsx';
import { type Draft, loadDraft, settle } from './draft.ts';
import { faultsIn } from './faults.ts';
import { mergeProfiles } from './merge.ts';
import {
  type Change,
  changesBetween,
  isSame,
  isTaught,
  patchOf,
  withoutBlanks,
  withValue,
} from './profile.ts';
import { explained, refusalOf, refused, unread } from './refusal.ts';
import { t } from './words.ts';

/** True when saved. If the save is refused, the draft keeps the changes and the reason. */
export async function save(
  draft: Draft,
  isWanted: (change: Change) => boolean = () => true,
): Promise<boolean> {
  const written = draft.written.peek();
  const base = draft.base.peek();
  const version = versionOf(draft);
  if (written === undefined || base === undefined || draft.isSaving.peek()) return false;
  draft.written.value = withDialCode(withoutBlanks(written));
  const changes = draft.changes.peek().filter(isWanted);
  if (changes.length === 0 && unread.size === 0) return true;
  draft.problem.value = undefined;
  refused.value = [];
  const sent = changes.reduce((all, { place, after }) => withValue(all, place, after), base);
  const about = { site: draft.site, sent, changes };
  const refusals = (sentences: readonly string[]) =>
    sentences.flatMap((sentence) => refusalOf(sentence, about) ?? []);
  refused.value = refusals([...unread.values(), ...faultsIn(sent, base)]);
  if (refused.value.length > 0) {
    draft.problem.value = explained(undefined);
    return false;
  }
  draft.isSaving.value = true;
  try {
    finish(draft, await send(draft.site, { changes, sent, version }), sent);
    offerUndo(draft, version, t.saved);
    return true;
  } catch (error) {
    const problem = asProblem(error);
    if (problem.code === 'version' || problem.code === 'conflict')
      return await resolveVersionConflict(draft, { base, sent, version });
    refused.value = refusals([problem.message]);
    draft.problem.value = refused.value.length > 0 ? explained(problem) : problem;
    return false;
  } finally {
    draft.isSaving.value = false;
  }
}

// People write "0712 345 678"; a link to WhatsApp needs the country code.
function withDialCode(profile: Profile): Profile {
  const number = internationalNumber(profile.whatsapp, profile.timezone);
  return number === undefined ? profile : { ...profile, whatsapp: number };
}

function versionOf(draft: Draft): number {
  return draft.saved.peek()?.version ?? 0;
}

/** Applies the response of a save. */
export function finish(draft: Draft, saved: Saved, sent: Profile | undefined): void {
  const before = draft.base.peek();
  settle(draft, { profile: saved.profile, version: saved.version }, sent);
  draft.warnings.value = saved.warnings;
  // The details say whether the new address for notifications is confirmed.
  if (before?.notify.email !== saved.profile.notify.email) void loadDraft(draft);
  // The shell shows the names and colours of sites.
  const { business, colour } = saved.profile;
  if (!isSame([before?.business, before?.colour], [business, colour])) void loadSession();
}

/** Shows a message, and offers to restore version `from`. */
export function offerUndo(draft: Draft, from: number, text: string): void {
  const now = versionOf(draft);
  const canUndo = from > 0 && now !== from;
  toast({
    text,
    topic: `profile ${draft.site}`,
    ...(canUndo ? { onUndo: () => restore(draft, from, now) } : {}),
  });
}

/** Restores an earlier version, unless someone saved since `now`. */
export function restore(draft: Draft, to: number, now: number): Promise<boolean> {
  return replaceSaved(draft, now, () =>
    client.sites.restoreVersion(draft.site, to, { ifMatch: now }),
  );
}

/** Sends only the changes from `base` to `sent`, unless someone saved since `now`. */
export function revert(draft: Draft, base: Profile, sent: Profile, now: number): Promise<boolean> {
  const changes = changesBetween(base, sent);
  return replaceSaved(draft, now, () => send(draft.site, { changes, sent, version: now }));
}

/** Replaces the saved version; unsaved changes stay in the draft. */
async function replaceSaved(
  draft: Draft,
  from: number,
  work: () => Promise<Saved>,
): Promise<boolean> {
  const before = draft.base.peek();
  try {
    finish(draft, await work(), before);
    offerUndo(draft, from, t.restored);
    return true;
  } catch (error) {
    const { code, message } = asProblem(error);
    toast({ text: code === 'version' ? t.changedSince : message, kind: 'alarm' });
    return false;
  }
}

type Saved = Pick<SavedProfile, 'profile' | 'version' | 'warnings'>;

interface Sending {
  readonly changes: readonly Change[];
  readonly sent: Profile;
  /** The version that the changes are based on. */
  readonly version: number;
}

/** Sends one entry, or any number of fields, to their own endpoints, and anything else as a whole profile. */
async function send(site: string, sending: Sending): Promise<Saved> {
  const { changes, sent, version } = sending;
  const [first] = changes;
  if (changes.length === 1 && first !== undefined && 'list' in first.place)
    return await sendEntry(site, first, sending);
  if (changes.every(({ place }) => 'field' in place)) {
    const patch = changes.map(({ place, before, after }) => [
      'field' in place ? place.field : '',
      patchOf(before, after),
    ]);
    return await client.sites.patchProfile(site, Object.fromEntries(patch), { ifMatch: version });
  }
  // Saving a profile without a taught answer does not remove it, so such an entry is deleted by its own endpoint.
  let ifMatch = version;
  for (const { place, before, after } of changes)
    if ('list' in place && after === undefined && isTaught(before))
      ({ version: ifMatch } = await client.sites.deleteEntry(site, place.list, place.id, {
        ifMatch,
      }));
  return await client.sites.saveProfile(site, sent as never, { ifMatch });
}

async function sendEntry(site: string, change: Change, sending: Sending): Promise<Saved> {
  const { place, before, after } = change;
  if ('field' in place) throw new Error('A field is not an entry.');
  const { list, id } = place;
  const options = { ifMatch: sending.version };
  if (after === undefined) {
    const { version } = await client.sites.deleteEntry(site, list, id, options);
    return { profile: sending.sent as never, version, warnings: [] };
  }
  const { version, warnings, ...entry } =
    before === undefined
      ? await client.sites.addEntry(site, list, after as never, options)
      : await client.sites.replaceEntry(site, list, id, after as never, options);
  return { profile: withValue(sending.sent, place, entry) as never, version, warnings };
}

/** The version has changed: someone else saved, or the response of an earlier save was lost. */
async function resolveVersionConflict(
  draft: Draft,
  about: { readonly base: Profile; readonly sent: Profile; readonly version: number },
): Promise<boolean> {
  const { base, sent, version } = about;
  try {
    const theirs = await client.sites.get(draft.site);
    const profile = theirs.profile as unknown as Profile;
    const merge = mergeProfiles(base, sent, profile);
    if (merge.conflicts.length === 0 && changesBetween(profile, merge.joined).length === 0) {
      settle(draft, theirs, sent);
      offerUndo(draft, version, t.saved);
      return true;
    }
    const { versions } = await client.sites.versions(draft.site);
    const last = versions.find((one) => one.version === theirs.version);
    draft.clash.value = {
      theirs,
      by: last?.by ?? '',
      at: last?.saved_at,
      merge: mergeProfiles(base, draft.written.peek() ?? sent, profile),
    };
  } catch (error) {
    draft.problem.value = asProblem(error);
  }
  return false;
}
