/** Groups of questions with the same meaning. There may be thousands, so grouping yields to other work. */
import { type SiteQuestion, siteLimits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import {
  findQuestions,
  findWordings,
  listWordings,
  type QuestionFilter,
  wordingsAtOnce,
} from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import type { Untaught } from '../profile/work/change.ts';
import { viewQuestion } from './questions-view.ts';
import { wordName } from './taught-faq.ts';

// In one statement.
const idsMax = 200;

/** Ids, the newest first; the largest group first. `truncated`: whether older questions were left out. */
export async function groupsOf(reader: Reader, site: Pick<SiteRow, 'id'>, filter: QuestionFilter) {
  const { createGrouper } = await import('./same-meaning.ts');
  const grouper = createGrouper<string>();
  const truncated = await eachNewest(
    (page) => listWordings(reader, site.id, filter, page),
    (row) => grouper.add(row, row.id),
  );
  const groups = grouper.groups().toSorted((one, other) => other.length - one.length);
  return { groups, truncated };
}

/** Calls `use` for each row, newest first, up to the limit of grouping. Returns whether older ones were left out. */
export async function eachNewest<Row extends { readonly id: string }>(
  read: (page: {
    readonly before: string | undefined;
    readonly limit: number;
  }) => Promise<readonly Row[]>,
  use: (row: Row) => void,
): Promise<boolean> {
  const most = siteLimits.groupedQuestionsMax;
  let before: string | undefined;
  for (let count = 0; ; ) {
    const rows = await read({ before, limit: wordingsAtOnce });
    for (const row of rows.slice(0, most - count)) {
      await breathe();
      use(row);
    }
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < wordingsAtOnce || count > most) return count > most;
  }
}

/** Groups as owners see them; one that was deleted meanwhile is left out. */
export async function viewGroups(
  reader: Reader,
  site: SiteRow,
  groups: readonly (readonly string[])[],
): Promise<SiteQuestion[]> {
  const newest = await byId(
    groups.flatMap(([id]) => id ?? []),
    (ids) => findQuestions(reader, site.id, ids),
  );
  const wordings = await wordingsById(reader, site, groups.flat());
  return groups.flatMap((ids) => {
    const row = newest.get(ids[0] ?? '');
    const texts = ids.flatMap((id) => wordings.get(id)?.question ?? []);
    if (row === undefined) return [];
    // The newest question represents its group.
    return [{ ...viewQuestion(row), count: ids.length, wordings: [...new Set(texts)] }];
  });
}

function wordingsById(reader: Reader, site: Pick<SiteRow, 'id'>, all: readonly string[]) {
  return byId(all, (ids) => findWordings(reader, site.id, ids));
}

async function byId<Row extends { readonly id: string }>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  for (let at = 0; at < ids.length; at += idsMax) {
    await breathe();
    for (const row of await find(ids.slice(at, at + idsMax))) found.set(row.id, row);
  }
  return found;
}

/**
 * Taught questions are open again when the entry that answered them is deleted: those that only this entry answered, in
 * its wordings or in others with the same meaning.
 */
export async function questionsTaughtBy(
  reader: Reader,
  site: Pick<SiteRow, 'id'>,
  untaught: Untaught,
): Promise<readonly string[]> {
  const own = new Set(untaught.own);
  const kept = new Set(untaught.others);
  const filter = { open: false, status: 'taught', sinceMs: undefined, text: undefined } as const;
  const { groups } = await groupsOf(reader, site, filter);
  const wordings = await wordingsById(reader, site, groups.flat());
  const names = new Map<string, string>();
  for (const { id, question } of wordings.values()) {
    await breathe();
    names.set(id, wordName(question));
  }
  const nameOf = (id: string) => names.get(id) ?? '';
  return groups
    .filter((group) => group.some((id) => own.has(nameOf(id))))
    .flat()
    .filter((id) => !kept.has(nameOf(id)));
}
