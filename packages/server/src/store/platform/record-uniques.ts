/** Ids and unique values of records: look-ups in their columns, and what fills the column of a new unique rule. */
import { filledTo, listOf } from '../rows.ts';
import { type Query, type Reader, sql, type Writer } from '../store.ts';
import { isReadable } from './record-access.ts';
import { type RecordKeys, type RecordRow, uniqueAssignments } from './records.ts';

/** A record that was found by its id or by a unique value. */
interface Holder {
  readonly id: string;
  readonly client_id: string | null;
  /** The id of its import until that is published, then null. */
  readonly staged: string | null;
}

export interface UniqueHolder extends Holder {
  readonly value: string;
}

const holder = sql`id, client_id,
  (SELECT imports.id FROM imports WHERE imports.id = records.import_id) AS staged`;

/** The records that hold one of at most 50 values; those of unpublished imports are among them. */
export function holdersOf(reader: Reader, slot: number, values: readonly string[]) {
  const column = columnOf(slot);
  return reader.all<UniqueHolder>(sql`SELECT ${column} AS value, ${holder}
    FROM records WHERE ${column} IN (${fixedList(values)})`);
}

/** The records with one of at most 50 public ids (`client_id`, else `id`), also those of unpublished imports. */
export function idHolders(reader: Reader, resourceId: string, recordIds: readonly string[]) {
  const ids = fixedList(recordIds);
  return reader.all<Holder>(sql`SELECT ${holder} FROM records
      WHERE resource_id = ${resourceId} AND id IN (${ids}) AND client_id IS NULL
    UNION ALL SELECT ${holder} FROM records
      WHERE resource_id = ${resourceId} AND client_id IN (${ids})`);
}

// One statement for one value, and one for up to 50: the last value fills the remaining places.
function fixedList(values: readonly string[]): Query {
  return listOf(values.length === 1 ? values : filledTo(50, values));
}

/** Published records in the order of ids, to fill the column of a new unique rule. */
export function rowsForUniques(reader: Reader, resourceId: string, afterId: string, limit: number) {
  return reader.all<Pick<RecordRow, 'id' | 'client_id' | 'record'>>(sql`SELECT id, client_id, record
    FROM records
    WHERE resource_id = ${resourceId} AND id > ${afterId} AND ${isReadable()} ORDER BY id LIMIT ${limit}`);
}

export function setUniques(tx: Writer, resourceId: string, id: string, uniques: RecordKeys) {
  return tx.run(sql`UPDATE records SET ${uniqueAssignments(uniques)}
    WHERE resource_id = ${resourceId} AND id = ${id}`);
}

const columns: readonly Query[] = [
  sql`unique1`,
  sql`unique2`,
  sql`unique3`,
  sql`unique4`,
  sql`unique5`,
];

function columnOf(slot: number): Query {
  const column = columns[slot - 1];
  if (column === undefined) throw new Error(`there is no column ${slot} of unique values`);
  return column;
}
