/** Counts and sums of records in one statement. */
import { limits } from '@baraza/contract';
import { listOf } from '../rows.ts';
import { type ByEngine, joinQueries, type Query, type Reader, sql, sqlText } from '../store.ts';
import { recordSource } from './condition-dialects.ts';
import { type FieldColumns, fieldQuery } from './condition-query.ts';
import { type Allowed, isReadable } from './record-access.ts';
import { isWithin, keyColumn } from './record-keys.ts';
import { type Walk, wholePiece } from './record-walk.ts';
import { idsWithWords, type WordMatch } from './record-words.ts';

/** A value of a record: the key column of an index, or a path. */
export type ValuePlace = { readonly slot: number } | { readonly path: readonly string[] };

interface SummaryWanted {
  readonly resourceId: string;
  /** Which records are looked at. */
  readonly within: Walk | { readonly ids: readonly string[] };
  /** Undefined if no words are searched. */
  readonly words: WordMatch | undefined;
  readonly groups: readonly ValuePlace[];
  /** Paths of which numbers are added up and the least and greatest values are found. */
  readonly values: readonly (readonly string[])[];
  readonly allowed: Allowed;
  readonly groupsMax: number;
}

/**
 * `type1`, `value1` for each group: a key, or a type and a text. `numbers1`, `sum1`, `min1`, `max1`, `first1`, `last1`
 * for each value: of its numbers, then of its texts.
 */
export type SummaryRow = { readonly [column: string]: string | number | null };

/** Without groups one row; of more groups than the limit one more is read. */
export function summaryRows(reader: Reader, wanted: SummaryWanted): Promise<SummaryRow[]> {
  const { groups, values } = wanted;
  // An index already has the order of its keys; a second column would have SQLite sort all rows again.
  const names = groups.flatMap((place, at) => {
    const first = sqlText(String(2 * at + 1));
    return 'slot' in place ? [first] : [first, sqlText(String(2 * at + 2))];
  });
  const grouping =
    groups.length === 0
      ? sql``
      : sql` GROUP BY ${joinQueries(names, ', ')} LIMIT ${wanted.groupsMax + 1}`;
  const columns = [
    ...groups.flatMap((place, at) => groupColumns(place, at + 1)),
    sql`count(*) AS records`,
    ...values.flatMap((path, at) => valueColumns(path, at + 1)),
  ];
  const readsRecord = values.length > 0 || groups.some((place) => 'path' in place);
  const plain = sql`records WHERE ${matching(wanted)}`;
  const source = {
    sqlite: plain,
    // OFFSET keeps PostgreSQL from parsing the text again for each column.
    postgres: readsRecord
      ? sql`(SELECT records.*, record::jsonb AS doc FROM ${plain} OFFSET 0) AS records`
      : plain,
  };
  return reader.all(sql`SELECT ${joinQueries(columns, ', ')} FROM ${source}${grouping}`);
}

function matching({ resourceId, within, words, groups, values, allowed }: SummaryWanted): Query {
  const [only] = groups;
  const isWhole = 'resourceId' in within && within.keys === undefined;
  // Only the index is read if that is possible.
  const isKeysOnly =
    isWhole &&
    allowed === undefined &&
    words === undefined &&
    values.length === 0 &&
    groups.length === 1 &&
    only !== undefined &&
    'slot' in only;
  const looked = isKeysOnly
    ? isWithin(only.slot, [{ from: resourceId, to: `${resourceId}9` }])
    : 'ids' in within
      ? sql`resource_id = ${resourceId} AND id IN (${listOf(within.ids)})`
      : wholePiece(within, undefined).where;
  const withWords =
    words === undefined
      ? []
      : [sql`resource_id = ${resourceId} AND id IN ${idsWithWords(resourceId, words)}`];
  // Most of the time there is no import, and then no row is looked at for this.
  const visible = sql`(NOT EXISTS (SELECT 1 FROM imports WHERE imports.resource_id = ${resourceId})
    OR ${isReadable()})`;
  const rule = allowed === undefined ? [] : [sql`(${allowed})`];
  return joinQueries([looked, ...withWords, visible, ...rule], ' AND ');
}

function groupColumns(place: ValuePlace, at: number): readonly Query[] {
  const named = (column: Query | ByEngine, name: string) =>
    sql`${column} AS ${sqlText(`${name}${at}`)}`;
  if ('slot' in place)
    return [named(sql`${keyColumn(place.slot)}`, 'type'), named(sql`NULL`, 'value')];
  const of = (write: (field: FieldColumns) => Query) => fieldQuery(place.path, recordSource, write);
  // Lists and objects are one group with missing values.
  const type = of(
    (field) => sql`CASE WHEN ${field.type} IN ('object', 'array') THEN NULL ELSE ${field.type} END`,
  );
  const text = of(
    ({ text, number, flag }) => sql`coalesce(${cut(text)}, CAST(${number} AS TEXT), ${flag})`,
  );
  return [named(type, 'type'), named(text, 'value')];
}

function valueColumns(path: readonly string[], at: number): readonly Query[] {
  const numbers = doubles(path);
  const texts = fieldQuery(path, recordSource, ({ text }) => cut(text));
  const named = (column: Query, name: string) => sql`${column} AS ${sqlText(`${name}${at}`)}`;
  return [
    named(sql`count(${numbers})`, 'numbers'),
    // SQLite keeps the lost digits of a sum itself; PostgreSQL adds exactly, as numeric.
    named(doubleOf(sql`sum(${numbers})`), 'sum'),
    named(doubleOf(sql`min(${numbers})`), 'min'),
    named(doubleOf(sql`max(${numbers})`), 'max'),
    named(sql`min(${texts})`, 'first'),
    named(sql`max(${texts})`, 'last'),
  ];
}

/** One character more than is allowed, so that longer texts are recognised. */
function cut(text: Query): Query {
  const characters = sql`substr(${text}, 1, ${limits.summaryCharactersMax + 1})`;
  return sql`${{ sqlite: characters, postgres: sql`(${characters} COLLATE "C")` }}`;
}

function doubles(path: readonly string[]): ByEngine {
  const { sqlite, postgres } = fieldQuery(path, recordSource, ({ number }) => number);
  return { sqlite: sql`CAST(${sqlite} AS REAL)`, postgres };
}

function doubleOf(number: Query): Query {
  return sql`${{ sqlite: number, postgres: sql`CAST(${number} AS double precision)` }}`;
}
