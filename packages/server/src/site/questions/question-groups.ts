/** Questions that mean the same, joined. They may be thousands: other callers go first in between. */
import { type SiteQuestion, siteLimits } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import {
  findQuestions,
  findWordings,
  listWordings,
  type QuestionFilter,
} from '../../store/site/questions.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import type { Reader } from '../../store/store.ts';
import { viewGroup } from './questions-view.ts';

interface Groups {
  /** The ids of each, the newest first; the most asked first. */
  readonly groups: readonly (readonly string[])[];
  /** Whether there are older questions that were not looked at. */
  readonly truncated: boolean;
}

const batchRows = 100;
// One statement takes so many values at most.
const idsMax = 1_000;

export async function groupsOf(
  reader: Reader,
  site: Pick<SiteRow, 'id'>,
  filter: QuestionFilter,
): Promise<Groups> {
  const { createGrouper } = await import('./same-meaning.ts');
  const grouper = createGrouper<string>();
  let before: string | undefined;
  let count = 0;
  for (;;) {
    const rows = await listWordings(reader, site.id, filter, { before, limit: batchRows });
    for (const row of rows.slice(0, siteLimits.groupedQuestionsMax - count)) {
      // Each may be compared with hundreds before it.
      await breathe();
      grouper.add(row, row.id);
    }
    count += rows.length;
    before = rows.at(-1)?.id;
    if (rows.length < batchRows || count > siteLimits.groupedQuestionsMax) break;
  }
  const groups = grouper.groups().toSorted((one, other) => other.length - one.length);
  return { groups, truncated: count > siteLimits.groupedQuestionsMax };
}

/** Some groups as their owner sees them; one that was deleted meanwhile is left out. */
export async function viewGroups(
  reader: Reader,
  site: SiteRow,
  groups: readonly (readonly string[])[],
): Promise<readonly SiteQuestion[]> {
  const newest = await byId(
    groups.flatMap(([id]) => id ?? []),
    (ids) => findQuestions(reader, site.id, ids),
  );
  const wordings = await byId(groups.flat(), (ids) => findWordings(reader, site.id, ids));
  return groups.flatMap((ids) => {
    const row = newest.get(ids[0] ?? '');
    const texts = ids.flatMap((id) => wordings.get(id)?.question ?? []);
    return row === undefined ? [] : [viewGroup(row, ids.length, texts)];
  });
}

async function byId<Row extends { readonly id: string }>(
  ids: readonly string[],
  find: (ids: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  const found = new Map<string, Row>();
  for (let at = 0; at < ids.length; at += idsMax)
    for (const row of await find(ids.slice(at, at + idsMax))) found.set(row.id, row);
  return found;
}
