/**
 * How conditions are written for each database. What differs is how a JSON value is read; everything else is in
 * `condition-query.ts`.
 */
import { type ByEngine, joinQueries, type Query, sql, sqlText } from '../store.ts';
import { isPublished } from './record-access.ts';
import type { Condition, Operand, Reference } from './record-condition.ts';

/** Where a query finds the record: its columns by name, and the text of the rest. */
export interface ConditionSource {
  /** Columns that hold a text, instead of fields of the record. */
  readonly columns: { readonly [name: string]: Query | ByEngine };
  /** Columns that `where.` finds if the record has no field of that name. */
  readonly entry?: { readonly [name: string]: Query | ByEngine };
  readonly json: Query | ByEngine;
  /** What rules call `record` of a change: some paths are those of the record before it. */
  readonly jsonAt?: (path: readonly string[]) => Query | undefined;
}

/** The records of the table. */
export const recordSource: ConditionSource = {
  columns: { id: sql`coalesce(records.client_id, records.id)` },
  entry: {
    recordId: sql`coalesce(records.client_id, records.id)`,
    createdAt: timeText(sql`records.created_at`),
    updatedAt: timeText(sql`records.updated_at`),
  },
  json: sql`records.record`,
};

/** A condition that is known without the record is a boolean. It may be NULL instead of false. */
export type Term = Query | boolean;

/** An operand as each type: NULL if its value is of another one, undefined if it can never be of that type. */
export interface Typed {
  readonly text?: Query;
  /** Like `text`, but lists and objects have their texts, and other values anything that is no text. */
  readonly looseText?: Query | undefined;
  /** For a constant: whether it cannot be the text of a list or an object. */
  readonly isPlainText?: boolean;
  readonly number?: Query;
  /** 'true' or 'false'. */
  readonly flag?: Query;
  readonly isAbsent: Term;
}

/** A value of the record. */
export interface Field extends Typed {
  /** The name of its type in JSON, as the engine calls it; NULL if there is no value. */
  readonly type: Query;
}

export interface Dialect {
  readonly source: ConditionSource;
  readonly textOf: (value: string) => Query;
  /** A constant is read as the numbers of records are, so that equal texts are equal numbers. */
  readonly numberOf: (json: string) => Query;
  readonly column: (column: Query | ByEngine) => Query;
  /** A value of the record, or of one that it refers to. */
  readonly at: (path: readonly string[], through?: Reference) => Field;
  /** An item of a list, inside `hasItem`. */
  readonly item: Typed;
  /** Whether a path has a list with an item for which the condition holds. */
  readonly hasItem: (operand: PathOperand, condition: Query) => Query;
  readonly position: Query;
  /** The items of a list in JSON. */
  readonly texts: (list: string) => Query;
  readonly numbers: (list: string) => Query;
  /** The sort key of an ISO time; NULL for any other text. */
  readonly instant: (text: Query) => Query;
}

type PathOperand = Extract<Operand, { readonly path: readonly string[] }>;

/** Writes a condition on a record that is found inside a query; `name` is its table there. */
export interface WriteInside {
  readonly name: Query;
  readonly query: (condition: Condition, source: ConditionSource) => Query;
}

/** The text of a record that another one refers to, or its id; NULL if there is none. */
function referred(
  { ownerId, resourceId, allowed }: Reference,
  id: Query,
  { name, query }: WriteInside,
  isId: boolean,
): Query {
  const source = {
    columns: { id: sql`coalesce(${name}.client_id, ${name}.id)` },
    json: sql`${name}.record`,
  };
  const rule = allowed === true ? sql`` : sql` AND ${query(allowed, source)}`;
  const wanted = isId ? source.columns.id : source.json;
  const of = (condition: Query) => sql`(SELECT ${wanted} FROM records AS ${name}
    WHERE ${name}.resource_id = ${resourceId} AND ${condition} AND ${isPublished(name)}${rule}
      AND EXISTS (SELECT 1 FROM resources WHERE resources.id = ${resourceId}
        AND owner_id = ${ownerId} AND removed_at IS NULL))`;
  // With OR, SQLite would read the whole collection.
  return sql`coalesce(${of(sql`${name}.id = ${id} AND ${name}.client_id IS NULL`)},
    ${of(sql`${name}.client_id = ${id}`)})`;
}

function isIdPath(path: readonly string[]): boolean {
  return path.length === 1 && path[0] === 'id';
}

// Names that a path in the syntax of the engine can hold, and that are no index of a list.
const plainName = /^(?!\s*[-+]?\d)[^"\\\p{Cc}]+$/u;

export function sqliteDialect(source: ConditionSource, write: WriteInside): Dialect {
  const typedAs = (type: Query, value: Query): Field => ({
    type,
    text: sql`CASE WHEN ${type} = 'text' THEN ${value} END`,
    looseText: value,
    number: sql`CASE WHEN ${type} IN ('integer', 'real') THEN ${value} END`,
    flag: sql`CASE WHEN ${type} IN ('true', 'false') THEN ${type} END`,
    isAbsent: sql`coalesce(${type}, 'null') = 'null'`,
  });
  const placeOf = (path: readonly string[]) => `$${path.map((name) => `."${name}"`).join('')}`;
  const items = (list: string) => sql`SELECT value FROM json_each(${list})`;
  const jsonOf = (path: readonly string[], through: Reference | undefined): Query => {
    if (through === undefined) return source.jsonAt?.(path) ?? sql`${source.json}`;
    return referred(through, at(through.from).text ?? sql`NULL`, write, false);
  };
  /** Step by step: a number is a name or an index, and a name may have a quote. */
  const byStep = (path: readonly string[], column: Query): Query => {
    const tables = path.map((step, index) => {
      const inner = sqlText(`step${index}`);
      const list =
        index === 0
          ? jsonOf(path, undefined)
          : sql`CASE WHEN ${sqlText(`step${index - 1}`)}.type IN ('object', 'array')
              THEN ${sqlText(`step${index - 1}`)}.value END`;
      const keys = /^(?:0|[1-9]\d{0,14})$/.test(step)
        ? sql`${step}, ${Number(step)}`
        : sql`${step}`;
      return { table: sql`json_each(${list}) AS ${inner}`, isKey: sql`${inner}.key IN (${keys})` };
    });
    return sql`(SELECT ${sqlText(`step${path.length - 1}`)}.${column} FROM
      ${joinQueries(
        tables.map(({ table }) => table),
        ' CROSS JOIN ',
      )}
      WHERE ${joinQueries(
        tables.map(({ isKey }) => isKey),
        ' AND ',
      )})`;
  };
  const at = (path: readonly string[], through?: Reference): Field => {
    if (through !== undefined && isIdPath(path)) {
      const id = referred(through, at(through.from).text ?? sql`NULL`, write, true);
      return typedAs(sql`CASE WHEN ${id} IS NOT NULL THEN 'text' END`, id);
    }
    if (!path.every((step) => plainName.test(step)))
      return typedAs(byStep(path, sql`type`), byStep(path, sql`value`));
    const [json, place] = [jsonOf(path, through), placeOf(path)];
    return typedAs(sql`json_type(${json}, ${place})`, sql`json_extract(${json}, ${place})`);
  };
  return {
    source,
    column: (column) => sql`${column}`,
    textOf: (value) => sql`${value}`,
    numberOf: (number) => sql`json_extract(${number}, '$')`,
    at,
    item: typedAs(sql`item.type`, sql`item.value`),
    hasItem: ({ path, through }, condition) => {
      const [json, place] = [jsonOf(path, through), placeOf(path)];
      return sql`(json_type(${json}, ${place}) = 'array' AND EXISTS
        (SELECT 1 FROM json_each(${json}, ${place}) AS item WHERE ${condition}))`;
    },
    position: sql`instr`,
    texts: items,
    numbers: items,
    // A function that `sqlite-connection.ts` defines.
    instant: (text) => sql`iso_instant(${text})`,
  };
}

export function postgresDialect(source: ConditionSource, write: WriteInside): Dialect {
  const asText = (value: string) => sql`CAST(${value} AS text)`;
  const typedAs = (value: Query): Field => ({
    type: sql`jsonb_typeof(${value})`,
    text: sql`(CASE WHEN jsonb_typeof(${value}) = 'string' THEN ${value} #>> '{}' END COLLATE "C")`,
    number: sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN (${value} #>> '{}')::numeric END`,
    flag: sql`CASE WHEN jsonb_typeof(${value}) = 'boolean' THEN ${value} #>> '{}' END`,
    isAbsent: sql`coalesce(jsonb_typeof(${value}), 'null') = 'null'`,
  });
  const docOf = (path: readonly string[], through: Reference | undefined): Query => {
    if (through === undefined) return source.jsonAt?.(path) ?? sql`doc`;
    const id = at(through.from).text ?? sql`NULL`;
    return isIdPath(path)
      ? sql`to_jsonb(${referred(through, id, write, true)})`
      : sql`CAST(${referred(through, id, write, false)} AS jsonb)`;
  };
  // Names are not one parameter, which would be a list: drivers write those in their own ways.
  const valueAt = ({ path, through }: PathOperand): Query => {
    const doc = docOf(path, through);
    if (through !== undefined && isIdPath(path)) return doc;
    if (path.every((step) => plainName.test(step) || /^(?:0|[1-9]\d{0,8})$/.test(step)))
      return sql`jsonb_extract_path(${doc}, ${joinQueries(path.map(asText), ', ')})`;
    // A name like -1 would be the last item of a list.
    return path.reduce(
      (
        value,
        step,
      ) => sql`(SELECT CASE WHEN jsonb_typeof(inner_value) = 'object' OR ${isIndex(step)}
        THEN jsonb_extract_path(inner_value, ${asText(step)}) END FROM (SELECT ${value} AS inner_value) AS step)`,
      doc,
    );
  };
  const at = (path: readonly string[], through?: Reference) =>
    typedAs(valueAt(through === undefined ? { path } : { path, through }));
  const items = (list: string) => sql`jsonb_array_elements_text(CAST(${asText(list)} AS jsonb))`;
  return {
    source,
    column: (column) => sql`(${column} COLLATE "C")`,
    textOf: (value) => sql`(${asText(value)} COLLATE "C")`,
    numberOf: (number) => sql`CAST(${asText(number)} AS numeric)`,
    at,
    item: typedAs(sql`item.value`),
    hasItem: (operand, condition) => sql`EXISTS (SELECT 1 FROM jsonb_array_elements(
        CASE WHEN jsonb_typeof(${valueAt(operand)}) = 'array' THEN ${valueAt(operand)} END) AS item(value)
      WHERE ${condition})`,
    position: sql`strpos`,
    texts: (list) => sql`SELECT value COLLATE "C" FROM ${items(list)}`,
    numbers: (list) => sql`SELECT CAST(value AS numeric) FROM ${items(list)}`,
    instant: instantInPostgres,
  };
}

function isIndex(step: string): Query {
  return /^(?:0|[1-9]\d{0,8})$/.test(step) ? sql`TRUE` : sql`FALSE`;
}

/** As `timeKey` of `sort-key.ts` makes it; a property test compares them. */
function instantInPostgres(text: Query): Query {
  const form =
    '^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[Tt ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:[.]([0-9]{1,9}))?)?' +
    '([Zz]|[+-][0-9]{2}:[0-9]{2})?)?$';
  const part = (at: number) => sqlText(`coalesce(m[${at}], '0')::int`);
  const [year, month, day] = [part(1), part(2), part(3)];
  const [hour, minute, second] = [part(4), part(5), part(6)];
  const isLeap = sql`(${year} % 4 = 0 AND (${year} % 100 <> 0 OR ${year} % 400 = 0))`;
  const days = sql`(365 * ${year} + (${year} + 3) / 4 - (${year} + 99) / 100 + (${year} + 399) / 400
    + (ARRAY[0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334])[${month}]
    + CASE WHEN ${month} > 2 AND ${isLeap} THEN 1 ELSE 0 END + ${day} - 1)`;
  const monthDays = sql`((ARRAY[31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])[${month}]
    + CASE WHEN ${month} = 2 AND ${isLeap} THEN 1 ELSE 0 END)`;
  const zone = (from: number) => sqlText(`substr(m[8], ${from}, 2)::int`);
  const isZone = sqlText(`m[8] ~ '^[+-]'`);
  const offset = sql`CASE WHEN ${isZone} THEN (CASE WHEN m[8] LIKE '-%' THEN -1 ELSE 1 END)
    * (${zone(2)} * 3600 + ${zone(5)} * 60) ELSE 0 END`;
  return sql`(SELECT CASE WHEN ${day} BETWEEN 1 AND ${monthDays} AND ${hour} < 24 AND ${minute} < 60
      AND ${second} < 60
      AND (CASE WHEN ${isZone} THEN ${zone(2)} < 24 AND ${zone(5)} < 60 ELSE TRUE END)
    THEN '5' || lpad((${days}::bigint * 86400 + ${hour} * 3600 + ${minute} * 60 + ${second}
      - (${offset}) + 86400)::text, 12, '0') || rtrim(coalesce(m[7], ''), '0') END COLLATE "C"
    FROM regexp_match(${text}, ${sqlText(`'${form}'`)}) AS m)`;
}

/** As `toISOString` writes it. */
export function timeText(column: Query): ByEngine {
  return {
    sqlite: sql`(strftime('%Y-%m-%dT%H:%M:%S', ${column} / 1000, 'unixepoch') ||
      printf('.%03dZ', ${column} % 1000))`,
    postgres: sql`(to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS') ||
      '.' || lpad((${column} % 1000)::text, 3, '0') || 'Z')`,
  };
}
