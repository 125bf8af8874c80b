/** What the information of a site lacks: texts in the visitors' language, and entries that no answer was made from. */
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
import type { Assistant } from '../assistant.ts';
import type { Grouper } from '../questions/same-meaning.ts';

type Entries = ReadonlyMap<string, GapEntry>;

export async function gapsOf(
  assistant: Assistant,
  site: SiteRow,
  { limit = siteLimits.pageSizeDefault, since }: GapsQuery,
  signal?: AbortSignal,
): Promise<SiteGaps> {
  const { profiles } = assistant;
  const { text: stored } = await profiles.profileText(site);
  const listed = await profiles.run('entries', { stored }, { account: site.owner_id, signal });
  const entries = new Map(listed.map((entry) => [entry.id, entry]));
  const { questions, truncated } = await questionGaps(assistant, site, entries, since);
  const unused = await unusedEntries(assistant, site, entries);
  return {
    questions: questions.slice(0, limit),
    total: questions.length,
    unused: unused.slice(0, limit),
    unused_total: unused.length,
    ...(truncated ? { truncated } : {}),
  };
}

/** Entries that no answer was made from, those that have waited longest first. */
async function unusedEntries(
  { store }: Assistant,
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

const batchRows = 100;

interface Group {
  readonly newest: OtherLanguageRow;
  readonly wordings: Set<string>;
  count: number;
}

interface GapGroups {
  readonly entry: GapEntry;
  readonly grouper: Grouper<OtherLanguageRow>;
}

/**
 * Questions that were answered from a text in the other language, where the entry still lacks theirs.
 * Read from an index of such questions alone, at most as many as grouping ever takes.
 */
async function questionGaps(
  { store }: Assistant,
  site: SiteRow,
  entries: Entries,
  sinceMs: number | undefined,
): Promise<{ readonly questions: readonly GapQuestion[]; readonly truncated: boolean }> {
  const { createGrouper } = await import('../questions/same-meaning.ts');
  const byEntry = new Map<string, GapGroups>();
  const add = (row: OtherLanguageRow) => {
    const entry = lackingEntry(entries, row);
    if (entry === undefined) return;
    const key = `${row.language} ${entry.id}`;
    let groups = byEntry.get(key);
    if (groups === undefined) {
      groups = { entry, grouper: createGrouper() };
      byEntry.set(key, groups);
    }
    groups.grouper.add(row, row);
  };
  let before: string | undefined;
  let count = 0;
  for (;;) {
    const page = { before, limit: batchRows };
    const rows = await listOtherLanguage(store, site.id, sinceMs, page);
    for (const row of rows.slice(0, siteLimits.groupedQuestionsMax - count)) {
      await breathe();
      add(row);
    }
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < batchRows || count > siteLimits.groupedQuestionsMax) break;
  }
  const questions = [...byEntry.values()]
    .flatMap(({ entry, grouper }) =>
      grouper.groups().map((members) => viewGap(entry, groupOf(members))),
    )
    .toSorted((one, other) => other.count - one.count || (one.id < other.id ? 1 : -1));
  return { questions, truncated: count > siteLimits.groupedQuestionsMax };
}

/** The entry of a question's sources that lacks its language, as the profile is now. */
function lackingEntry(
  entries: Entries,
  { language, sources }: OtherLanguageRow,
): GapEntry | undefined {
  return (JSON.parse(sources) as AnswerSource[])
    .filter((source) => source.language !== language)
    .map(({ id }) => entries.get(id))
    .find((entry) => entry !== undefined && !entry.languages.includes(language));
}

function groupOf(members: readonly OtherLanguageRow[]): Group {
  const [newest] = members;
  if (newest === undefined) throw new Error('a group has no member');
  return {
    newest,
    wordings: new Set(members.map(({ question }) => question)),
    count: members.length,
  };
}

function viewGap(entry: GapEntry, { newest, wordings, count }: Group): GapQuestion {
  return {
    id: newest.id,
    question: newest.question,
    language: newest.language,
    asked_at: isoTime(newest.asked_at),
    count,
    wordings: [...wordings].slice(0, siteLimits.gapWordingsMax),
    entry,
  };
}
