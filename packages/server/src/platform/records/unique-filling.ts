/**
 * A new unique rule over records that exist: its column is filled in steps before the transaction of the change, and
 * the column's index finds doubles. That transaction starts again if the collection has changed meanwhile.
 */
import type { JsonObject } from '@baraza/contract';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { conflict, type Problem } from '../../kernel/problem.ts';
import { holdersOf, rowsForUniques, setUniques } from '../../store/platform/record-uniques.ts';
import { lockForUpkeep } from '../../store/platform/record-upkeep.ts';
import { type RecordKeys, recordIdOf } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Store, Writer } from '../../store/store.ts';
import type { Preparation } from '../prepared-change.ts';
import { valueAt } from './query/record-path.ts';
import {
  addedRules,
  assignUniques,
  columnsOfRules,
  fieldOf,
  namesOf,
  readUniques,
  type UniqueRule,
  uniqueFields,
} from './record-unique.ts';

/** What a config needs to have filled; undefined if it has no new unique rule or there is no record. */
export function fillingOfUniques(
  store: Store,
  row: ResourceRow,
  config: JsonObject,
): Preparation<void> | undefined {
  const uniques = assignUniques(row.uniques, uniqueFields(row, config));
  const rules = addedRules(row.uniques, uniques);
  if (rules.length === 0 || row.record_count === 0) return undefined;
  return {
    subject: `unique ${row.id} ${row.version} ${uniques}`,
    run: () => turns.run(() => fill(store, row, rules), { account: row.owner_id }),
  };
}

// Others have their writes between two steps, but each filling makes those of its owner longer.
const turns = createFairQueue(
  { atOnce: 2, ofOneMax: 1, waitingMax: 20, waitingOfOneMax: 4, waitMs: 20_000 },
  { sentence: 'Other collections are being checked for unique values; try again shortly.' },
);

// This many of the largest records take about 15 ms on a slow core.
const rowsAtOnce = 50;
const doublesMax = 20;

interface Double {
  readonly fields: UniqueRule['fields'];
  readonly values: readonly unknown[];
  readonly recordIds: readonly string[];
}

/** The rules that hold until the change is committed keep their columns, as far as there are enough. */
async function fill(store: Store, row: ResourceRow, added: readonly UniqueRule[]): Promise<void> {
  const present = readUniques(row.uniques);
  const beside = present.filter(({ slot }) => added.every((rule) => rule.slot !== slot));
  const doubles = await writeColumns(store, row.id, [...beside, ...added], added);
  if (doubles.length === 0) return;
  if (beside.length < present.length) await writeColumns(store, row.id, present, present);
  throw notUnique(doubles);
}

/** Returns the first records, at most 20, that have a value of others by the compared rules. */
async function writeColumns(
  store: Store,
  resourceId: string,
  rules: readonly UniqueRule[],
  compared: readonly UniqueRule[],
): Promise<readonly Double[]> {
  const makeUniques = columnsOfRules(resourceId, rules);
  const doubles: Double[] = [];
  // With the lock of the resource, so that no older value overwrites a newer one.
  const step = (afterId: string) =>
    store.write(async (tx) => {
      if ((await lockForUpkeep(tx, resourceId)) === undefined) return undefined;
      const rows = (await rowsForUniques(tx, resourceId, afterId, rowsAtOnce)).map((row) => {
        const record: unknown = JSON.parse(row.record);
        return { ...row, record, values: [...makeUniques(record)] };
      });
      doubles.push(...(await takeDoubles(tx, rows, compared)));
      for (const { id, values } of rows)
        await setUniques(tx, resourceId, id, values as unknown as RecordKeys);
      return rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
    });
  let afterId: string | undefined = '';
  while (afterId !== undefined && doubles.length < doublesMax) afterId = await step(afterId);
  return doubles.slice(0, doublesMax);
}

interface Row {
  readonly id: string;
  readonly client_id: string | null;
  readonly record: unknown;
  readonly values: (string | null)[];
}

/**
 * Takes the values of other records away from the rows, and says which. A rule that was refused before still
 * has its values in its column, and they are right: each change of a record empties the columns that have no rule.
 */
async function takeDoubles(tx: Writer, rows: readonly Row[], rules: readonly UniqueRule[]) {
  const firsts = new Map<string, Pick<Row, 'id' | 'client_id'>>();
  for (const { slot } of rules) {
    const wanted = rows.map(({ values }) => values[slot - 1] ?? null);
    const known = wanted.filter((value) => value !== null);
    if (known.length === 0) continue;
    for (const holder of await holdersOf(tx, slot, known)) firsts.set(holder.value, holder);
  }
  const doubles: Double[] = [];
  for (const row of rows)
    for (const { slot, fields } of rules) {
      const value = row.values[slot - 1] ?? null;
      if (value === null) continue;
      const first = firsts.get(value) ?? row;
      firsts.set(value, first);
      if (first.id === row.id) continue;
      row.values[slot - 1] = null;
      doubles.push({
        fields,
        values: fields.map((path) => valueAt(row.record, path.split('.'))),
        recordIds: [recordIdOf(first), recordIdOf(row)],
      });
    }
  return doubles;
}

function notUnique(doubles: readonly Double[]): Problem {
  const [first] = doubles;
  const { fields } = first ?? { fields: [] };
  const more = doubles.length > 1 ? ', and there are more' : '';
  return conflict(
    `config.unique cannot be set: the records ${first?.recordIds.join(' and ')} have the same ` +
      `${namesOf(fields)}${more}.`,
    {
      fields: {
        field: fieldOf(fields),
        doubles: doubles.map(({ fields: paths, ...double }) => ({
          field: fieldOf(paths),
          ...double,
        })),
      },
    },
  );
}
