/** What the information of a site lacks: texts in the visitors' language, and entries that no answer was made from. */
import {
  type AnswerSource,
  type GapEntry,
  type GapQuestion,
  type GapsQuery,
  type Language,
  type SiteGaps,
  siteLimits,
} from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { inSteps } from '../../kernel/steps.ts';
import { listEntryUses, usesCountedSince } from '../../store/site/entry-uses.ts';
import { listOtherLanguage, type OtherLanguageRow } from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Assistant } from '../assistant.ts';
import { type Guess, loadGuess } from '../knowledge/text-language.ts';
import type { Grouper } from '../questions/same-meaning.ts';
import { entriesOf, type ListedEntry } from './entries.ts';

type Entries = ReadonlyMap<string, ListedEntry>;

export async function gapsOf(
  assistant: Assistant,
  site: SiteRow,
  { limit = siteLimits.pageSizeDefault, since }: GapsQuery,
): Promise<SiteGaps> {
  const entries = entriesOf(await assistant.library.profileOf(site));
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
    .filter(({ view }) => view.list !== 'profile' && byId.get(view.id)?.used_at == null)
    .map(({ view }) => ({ view, sinceMs: byId.get(view.id)?.since ?? countedSinceMs }))
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
  const lacks = createLacks(entries, await loadGuess());
  const byEntry = new Map<string, GapGroups>();
  const add = (row: OtherLanguageRow) => {
    const entry = lacks(row);
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
    await inSteps(addingEach(rows.slice(0, siteLimits.groupedQuestionsMax - count), add));
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < batchRows || count > siteLimits.groupedQuestionsMax) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const questions = [...byEntry.values()]
    .flatMap(({ entry, grouper }) =>
      grouper.groups().map((members) => viewGap(entry, groupOf(members))),
    )
    .toSorted((one, other) => other.count - one.count || (one.id < other.id ? 1 : -1));
  return { questions, truncated: count > siteLimits.groupedQuestionsMax };
}

function* addingEach(
  rows: readonly OtherLanguageRow[],
  add: (row: OtherLanguageRow) => void,
): Generator<undefined, void> {
  for (const row of rows) {
    add(row);
    yield;
  }
}

/** The entry of a question's sources that has not its language, as the profile is now. */
function createLacks(entries: Entries, guess: Guess) {
  const known = new Map<string, readonly Language[]>();
  const spokenIn = (entry: ListedEntry) => {
    const { id } = entry.view;
    const spoken = known.get(id) ?? entry.languages(guess);
    known.set(id, spoken);
    return spoken;
  };
  return ({ language, sources }: OtherLanguageRow): GapEntry | undefined => {
    for (const source of JSON.parse(sources) as AnswerSource[]) {
      const entry = source.language === language ? undefined : entries.get(source.id);
      if (entry === undefined) continue;
      const spoken = spokenIn(entry);
      if (!spoken.includes(language)) return { ...entry.view, languages: [...spoken] };
    }
    return undefined;
  };
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
