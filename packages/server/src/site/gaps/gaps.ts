/** Gaps in the information of a site: texts that lack a visitor's language, and entries that no answer used. */
import {
  type AnswerSource,
  type GapEntry,
  type GapQuestion,
  type GapsQuery,
  type SiteGaps,
  siteLimits,
} from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { isoTime } from '../../kernel/clock.ts';
import { listEntryUses, usesCountedSince } from '../../store/site/entry-uses.ts';
import { listOtherLanguage, type OtherLanguageRow } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import type { Assistant } from '../assistant.ts';
import { eachNewest } from '../questions/question-groups.ts';
import type { Grouper } from '../questions/same-meaning.ts';

type Entries = ReadonlyMap<string, GapEntry>;

export async function gapsOf(
  { profiles, store }: Pick<Assistant, 'profiles' | 'store'>,
  site: SiteRow,
  { limit = siteLimits.pageSizeDefault, since }: GapsQuery,
): Promise<SiteGaps> {
  // Questions that were answered from a text in the other language.
  const rows: OtherLanguageRow[] = [];
  const truncated = await eachNewest(
    (page) => listOtherLanguage(store.scan(site.owner_id), site.id, since, page),
    (row) => rows.push(row),
  );
  const wanted = new Set(rows.flatMap(otherSources));
  const { text: stored } = await profiles.profileText(site);
  const listed = await profiles.run('entries', { stored, wanted }, { account: site.owner_id });
  const entries = new Map(listed.map((entry) => [entry.id, entry]));
  const questions = await questionGaps(rows, entries);
  const unused = await unusedEntries(store, site, entries);
  return {
    questions: questions.slice(0, limit),
    total: questions.length,
    unused: unused.slice(0, limit),
    unused_total: unused.length,
    ...(truncated ? { truncated } : {}),
  };
}

/** Entries that no answer used, the oldest first. */
async function unusedEntries(
  store: Reader,
  site: SiteRow,
  entries: Entries,
): Promise<SiteGaps['unused']> {
  const [uses, countedSinceMs] = await Promise.all([
    listEntryUses(store, site.id),
    usesCountedSince(store, site.id),
  ]);
  const byId = new Map(uses.map((use) => [use.entry_id, use]));
  return [...entries.values()]
    .filter(({ list, id }) => list !== 'profile' && byId.get(id)?.used_at == null)
    .map(({ languages: _, ...view }) => ({
      view,
      sinceMs: byId.get(view.id)?.since ?? countedSinceMs,
    }))
    .toSorted((one, other) => one.sinceMs - other.sinceMs)
    .map(({ view, sinceMs }) => ({ ...view, since: isoTime(sinceMs) }));
}

/** The questions whose entry still lacks their language, grouped by entry and meaning. */
async function questionGaps(
  rows: readonly OtherLanguageRow[],
  entries: Entries,
): Promise<readonly GapQuestion[]> {
  const { createGrouper } = await import('../questions/same-meaning.ts');
  const byEntry = new Map<string, { entry: GapEntry; grouper: Grouper<OtherLanguageRow> }>();
  for (const row of rows) {
    await breathe();
    const entry = lackingEntry(entries, row);
    if (entry === undefined) continue;
    const key = `${row.language} ${entry.id}`;
    const groups = byEntry.get(key) ?? { entry, grouper: createGrouper() };
    byEntry.set(key, groups);
    groups.grouper.add(row, row);
  }
  return [...byEntry.values()]
    .flatMap(({ entry, grouper }) => grouper.groups().flatMap((members) => viewGap(entry, members)))
    .toSorted((one, other) => other.count - one.count || (one.id < other.id ? 1 : -1));
}

/** The entry of a question's sources that lacks its language, as the profile is now. */
function lackingEntry(entries: Entries, row: OtherLanguageRow): GapEntry | undefined {
  return otherSources(row)
    .map((id) => entries.get(id))
    .find((entry) => entry !== undefined && !entry.languages.includes(row.language));
}

function otherSources({ language, sources }: OtherLanguageRow): readonly string[] {
  return (JSON.parse(sources) as AnswerSource[])
    .filter((source) => source.language !== language)
    .map(({ id }) => id);
}

function viewGap(entry: GapEntry, members: readonly OtherLanguageRow[]): readonly GapQuestion[] {
  const [newest] = members;
  if (newest === undefined) return [];
  const wordings = new Set(members.map(({ question }) => question));
  return [
    {
      id: newest.id,
      question: newest.question,
      language: newest.language,
      asked_at: isoTime(newest.asked_at),
      count: members.length,
      wordings: [...wordings].slice(0, siteLimits.gapWordingsMax),
      entry,
    },
  ];
}
