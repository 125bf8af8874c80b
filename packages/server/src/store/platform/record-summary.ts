/** Counts and sums of records in one statement, for `store.scan`. */
import { limits } from '@baraza/contract';
import { joinQueries, type Query, type Reader, sql, sqlText } from '../store.ts';
import { type Allowed, isPublished } from './record-access.ts';
import { type KeyRange, keyColumn, withinAny } from './record-keys.ts';
import { idsWithWords, type WordMatch } from './record-words.ts';

/** A value of a record: the key column of an index, or a path of plain names. */
export type ValuePlace = { readonly slot: number } | { readonly path: readonly string[] };

interface SummaryWanted {
  readonly resourceId: string;
  /** Conditions that indexes decide. */
  readonly conditions: readonly { readonly slot: number; readonly ranges: readonly KeyRange[] }[];
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
  const matches = matching(wanted);
  const plain = sql`records WHERE ${matches}`;
  const source = {
    sqlite: plain,
    // OFFSET keeps PostgreSQL from parsing the text again for each column.
    postgres: readsRecord
      ? sql`(SELECT records.*, record::jsonb AS parsed FROM ${plain} OFFSET 0) AS matching`
      : plain,
  };
  return reader.all(sql`SELECT ${joinQueries(columns, ', ')} FROM ${source}${grouping}`);
}

function matching({ resourceId, conditions, words, groups, allowed }: SummaryWanted): Query {
  const [only] = groups;
  // Only the index is read if that is possible.
  const whole =
    conditions.length === 0 &&
    words === undefined &&
    groups.length === 1 &&
    only !== undefined &&
    'slot' in only
      ? withinAny(keyColumn(only.slot), [{ from: resourceId, to: `${resourceId}9` }])
      : sql`resource_id = ${resourceId}`;
  const found = conditions.map(({ slot, ranges }) => withinAny(keyColumn(slot), ranges));
  const all = conditions.length === 0 ? [whole] : found;
  const withWords =
    words === undefined
      ? []
      : [sql`resource_id = ${resourceId} AND id IN ${idsWithWords(resourceId, words)}`];
  // Most of the time there is no import, and then no row is looked at for this.
  const visible = sql`(NOT EXISTS (SELECT 1 FROM imports WHERE imports.resource_id = ${resourceId})
    OR ${isPublished})`;
  const rule = allowed === undefined ? [] : [sql`(${allowed})`];
  return joinQueries([...all, ...withWords, visible, ...rule], ' AND ');
}

function groupColumns(place: ValuePlace, at: number): readonly Query[] {
  if ('slot' in place)
    return [
      sql`${keyColumn(place.slot)} AS ${sqlText(`type${at}`)}`,
      sql`NULL AS ${sqlText(`value${at}`)}`,
    ];
  const { type, text } = valueAtPath(place.path);
  return [sql`${type} AS ${sqlText(`type${at}`)}`, sql`${cut(text)} AS ${sqlText(`value${at}`)}`];
}

function valueColumns(path: readonly string[], at: number): readonly Query[] {
  const { type, number, text } = valueAtPath(path);
  const numbers = sql`CASE WHEN ${type} IN ('integer', 'real', 'number') THEN ${number} END`;
  const bytewise = { sqlite: cut(text), postgres: sql`(${cut(text)}) COLLATE "C"` };
  const texts = sql`CASE WHEN ${type} IN ('text', 'string') THEN ${bytewise} END`;
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
  return sql`substr(${text}, 1, ${limits.summaryCharactersMax + 1})`;
}

/** Lists and objects have no text here. */
function valueAtPath(path: readonly string[]) {
  const inSqlite = `$${path.map((step) => `."${step}"`).join('')}`;
  const inPostgres = `{${path.map((step) => `"${step}"`).join(',')}}`;
  const type = {
    sqlite: sql`json_type(record, ${inSqlite})`,
    postgres: sql`jsonb_typeof(parsed #> ${inPostgres}::text[])`,
  };
  const plain = {
    sqlite: sql`json_extract(record, ${inSqlite})`,
    postgres: sql`(parsed #>> ${inPostgres}::text[])`,
  };
  const isCompound = sql`${type} IN ('object', 'array')`;
  return {
    type: sql`CASE WHEN ${isCompound} THEN NULL ELSE ${type} END`,
    text: sql`CASE WHEN ${isCompound} THEN NULL ELSE CAST(${plain} AS TEXT) END`,
    number: {
      sqlite: sql`CAST(${plain} AS REAL)`,
      postgres: sql`CAST(${plain} AS numeric)`,
    },
  };
}

function doubleOf(number: Query): Query {
  return sql`${{ sqlite: number, postgres: sql`CAST(${number} AS double precision)` }}`;
}
