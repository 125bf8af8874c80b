/**
 * A new unique rule over records that exist: finds doubles, then fills the column of the rule, both in steps
 * before the transaction of the change. That transaction starts again if the collection has changed meanwhile.
 */
import type { JsonObject } from '@baraza/contract';
import { breathe } from '../../kernel/breathe.ts';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { conflict, type Problem } from '../../kernel/problem.ts';
import { rowsForUniques, setUniques } from '../../store/platform/record-uniques.ts';
import { lockForUpkeep } from '../../store/platform/record-upkeep.ts';
import { recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Store } from '../../store/store.ts';
import type { Preparation } from '../prepared-change.ts';
import { valueAt } from './query/record-path.ts';
import {
  addedRules,
  assignUniques,
  fieldOf,
  namesOf,
  type UniqueRule,
  uniqueFields,
  uniqueMaker,
} from './record-unique.ts';

/** What a config needs to have filled; undefined if it has no new unique rule or there is no record. */
export function fillingOfUniques(
  store: Store,
  row: ResourceRow,
  config: JsonObject,
): Preparation<void> | undefined {
  const uniques = assignUniques(row.uniques, uniqueFields(row, config));
  const added = addedRules(row.uniques, uniques);
  if (added.length === 0 || row.record_count === 0) return undefined;
  return {
    subject: `unique ${row.id} ${row.version} ${uniques}`,
    run: () =>
      turns.run(
        async () => {
          await assertNoDoubles(store, row, JSON.stringify(added), added);
          await fillColumns(store, row, uniques);
        },
        { account: row.owner_id },
      ),
  };
}

// Each holds a hash for every record.
const turns = createFairQueue(
  { atOnce: 2, ofOneMax: 1, waitingMax: 20, waitingOfOneMax: 4, waitMs: 20_000 },
  { sentence: 'Other collections are being checked for unique values; try again shortly.' },
);

// This many of the largest records take about 15 ms on a slow core.
const rowsAtOnce = 64;
const doublesMax = 20;

interface Double {
  readonly field: string | readonly string[];
  readonly values: readonly unknown[];
  readonly recordIds: readonly string[];
}

async function assertNoDoubles(
  store: Store,
  { id: resourceId }: ResourceRow,
  uniques: string,
  rules: readonly UniqueRule[],
): Promise<void> {
  const makeUniques = uniqueMaker(resourceId, uniques);
  const firstOf = new Map<string, string>();
  const doubles: Double[] = [];
  for await (const rows of batches(store, resourceId))
    for (const row of rows) {
      await breathe();
      const record: unknown = JSON.parse(row.record);
      const values = makeUniques?.(record);
      for (const { slot, fields } of rules) {
        const value = values?.[slot - 1] ?? null;
        if (value === null) continue;
        const name = value.slice(resourceId.length);
        const first = firstOf.get(name);
        if (first === undefined) firstOf.set(name, recordIdOf(row));
        else if (doubles.length < doublesMax)
          doubles.push({
            field: fieldOf(fields),
            values: fields.map((path) => valueAt(record, path.split('.'))),
            recordIds: [first, recordIdOf(row)],
          });
      }
      if (doubles.length === doublesMax) throw notUnique(rules, doubles);
    }
  if (doubles.length > 0) throw notUnique(rules, doubles);
}

function notUnique(rules: readonly UniqueRule[], doubles: readonly Double[]): Problem {
  const [{ field, recordIds } = { field: '', recordIds: [] }] = doubles;
  const rule = rules.find(
    ({ fields }) => JSON.stringify(fieldOf(fields)) === JSON.stringify(field),
  );
  const more = doubles.length > 1 ? ', and there are more' : '';
  return conflict(
    `config.unique cannot be set: the records ${recordIds.join(' and ')} have the same ` +
      `${namesOf(rule?.fields ?? [])}${more}.`,
    { fields: { field, doubles } },
  );
}

async function* batches(store: Store, resourceId: string) {
  let afterId: string | undefined = '';
  while (afterId !== undefined) {
    const rows: Awaited<ReturnType<typeof rowsForUniques>> = await rowsForUniques(
      store,
      resourceId,
      afterId,
      rowsAtOnce,
    );
    yield rows;
    afterId = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
  }
}

/** With the lock of the resource in each step, so that no older value overwrites a newer one. */
async function fillColumns(store: Store, { id: resourceId }: ResourceRow, uniques: string | null) {
  const makeUniques = uniqueMaker(resourceId, uniques);
  if (makeUniques === undefined) return;
  const step = (afterId: string) =>
    store.write(async (tx) => {
      if ((await lockForUpkeep(tx, resourceId)) === undefined) return undefined;
      const rows = await rowsForUniques(tx, resourceId, afterId, rowsAtOnce);
      for (const { id, record } of rows)
        await setUniques(tx, resourceId, id, makeUniques(JSON.parse(record)));
      return rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
    });
  let afterId: string | undefined = '';
  while (afterId !== undefined) afterId = await step(afterId);
}
