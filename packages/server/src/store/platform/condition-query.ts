/** Conditions on records as SQL of both databases. They differ in how a JSON value is read. */
import { hasAtMost } from '@baraza/contract';
import { type ByEngine, joinQueries, type Query, sql } from '../store.ts';
import {
  type Comparison,
  type Condition,
  containedCharactersMax,
  isAbsent,
  type Operand,
} from './record-condition.ts';

/** Where a query finds the record: its columns by name, and the text of the rest. */
export interface ConditionSource {
  /** Columns that hold a text, instead of fields of the record. */
  readonly columns: { readonly [name: string]: Query | ByEngine };
  readonly json: Query | ByEngine;
}

/** The condition in SQL: true or false, never NULL. */
export function conditionQuery(condition: Condition, source: ConditionSource): Query {
  // Written for the engine that asks: a list under a rule makes one for each request.
  return sql`${{
    get sqlite() {
      return asQuery(writeCondition(condition, sqliteDialect(source)));
    },
    get postgres() {
      const inPostgres = writeCondition(condition, postgresDialect(source));
      // The text is parsed once: OFFSET keeps the planner from repeating the expression.
      return sql`(SELECT ${asQuery(inPostgres)} FROM
        (SELECT CAST(${source.json} AS jsonb) AS doc OFFSET 0) AS of_rule)`;
    },
  }}`;
}

/** A condition that is known without the record is a boolean. It may be NULL instead of false. */
type Term = Query | boolean;

/** An operand as each type: NULL if its value is of another one, undefined if it can never be of that type. */
interface Typed {
  readonly text?: Query;
  /** Like `text`, but lists and objects have their texts, and other values anything that is no text. */
  readonly looseText?: Query;
  /** For a constant: whether it cannot be the text of a list or an object. */
  readonly isPlainText?: boolean;
  readonly number?: Query;
  /** 'true' or 'false'. */
  readonly flag?: Query;
  readonly isAbsent: Term;
}

interface Dialect {
  readonly textOf: (value: string) => Query;
  /** A constant is read as the numbers of records are, so that equal texts are equal numbers. */
  readonly numberOf: (json: string) => Query;
  readonly column: (column: Query | ByEngine) => Query;
  readonly columns: ConditionSource['columns'];
  /** A value of the record. */
  readonly at: (path: readonly string[]) => Typed;
  /** An item of a list, inside `hasItem`. */
  readonly item: Typed;
  /** Whether a path of the record has a list with an item for which the condition holds. */
  readonly hasItem: (path: readonly string[], condition: Query) => Query;
  readonly position: Query;
  /** The items of a list in JSON. */
  readonly texts: (list: string) => Query;
  readonly numbers: (list: string) => Query;
}

function writeCondition(condition: Condition, dialect: Dialect): Term {
  if (typeof condition === 'boolean') return condition;
  if ('every' in condition)
    return allOf(...condition.every.map((one) => writeCondition(one, dialect)));
  if ('some' in condition)
    return anyOf(...condition.some.map((one) => writeCondition(one, dialect)));
  if ('not' in condition) {
    const term = writeCondition(condition.not, dialect);
    return typeof term === 'boolean' ? !term : sql`NOT ${term}`;
  }
  const term = writeComparison(condition, dialect);
  return typeof term === 'boolean' ? term : sql`coalesce(${term}, FALSE)`;
}

function writeComparison({ operator, left, right }: Comparison, dialect: Dialect): Term {
  const [one, other] = [typed(left, dialect), typed(right, dialect)];
  switch (operator) {
    case '=':
      if ('isNull' in left) return other.isAbsent;
      return 'isNull' in right ? one.isAbsent : equality(one, other);
    case 'in':
      return isAmong(one, right, dialect);
    case '~':
      return anyOf(isContained(one, other, right, dialect), isAmong(other, left, dialect));
    default: {
      const symbol = comparisonSymbols[operator];
      return anyOf(
        compared(one.text, symbol, other.text),
        compared(one.number, symbol, other.number),
      );
    }
  }
}

const equals = sql`=`;
const comparisonSymbols = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` };

function compared(left: Query | undefined, symbol: Query, right: Query | undefined): Term {
  return left !== undefined && right !== undefined && sql`${left} ${symbol} ${right}`;
}

function equality(left: Typed, right: Typed): Term {
  return anyOf(
    compared(comparedText(left, right), equals, comparedText(right, left)),
    compared(left.number, equals, right.number),
    compared(left.flag, equals, right.flag),
  );
}

// Numbers, true and false equal no text: one call less for each row.
function comparedText({ text, looseText }: Typed, { isPlainText }: Typed): Query | undefined {
  return isPlainText === true ? (looseText ?? text) : text;
}

function isAmong(of: Typed, list: Operand, dialect: Dialect): Term {
  if ('value' in list) return isOneOf(of, list.value, dialect);
  if (!('path' in list) || columnOf(list.path, dialect.columns) !== undefined) return false;
  const condition = equality(of, dialect.item);
  return condition === false ? false : dialect.hasItem(list.path, asQuery(condition));
}

/** A list that does not depend on the record is read once for all rows. */
function isOneOf(of: Typed, list: unknown, dialect: Dialect): Term {
  if (!Array.isArray(list)) return false;
  const texts = [...new Set(list.filter((item) => typeof item === 'string'))];
  const numbers = [...new Set(list.filter((item) => typeof item === 'number'))];
  const text = texts.every(isPlain) ? (of.looseText ?? of.text) : of.text;
  const { number } = of;
  return anyOf(
    text !== undefined &&
      texts.length > 0 &&
      sql`${text} IN (${dialect.texts(JSON.stringify(texts))})`,
    number !== undefined &&
      numbers.length > 0 &&
      sql`${number} IN (${dialect.numbers(JSON.stringify(numbers))})`,
    list.includes(true) && compared(of.flag, equals, sql`'true'`),
    list.includes(false) && compared(of.flag, equals, sql`'false'`),
  );
}

function isContained(left: Typed, right: Typed, operand: Operand, { position }: Dialect): Term {
  if (left.text === undefined || right.text === undefined) return false;
  const isShort: Term =
    'value' in operand
      ? hasAtMost(String(operand.value), containedCharactersMax)
      : sql`length(${right.text}) <= ${containedCharactersMax}`;
  return allOf(isShort, sql`${position}(lower(${left.text}), lower(${right.text})) > 0`);
}

function typed(operand: Operand, { textOf, numberOf, column, columns, at }: Dialect): Typed {
  if ('path' in operand) {
    const found = columnOf(operand.path, columns);
    return found ? { text: column(found), isAbsent: sql`${found} IS NULL` } : at(operand.path);
  }
  const value = 'value' in operand ? operand.value : null;
  switch (typeof value) {
    case 'string':
      return { text: textOf(value), isPlainText: isPlain(value), isAbsent: false };
    case 'number':
      return { number: numberOf(JSON.stringify(value)), isAbsent: false };
    case 'boolean':
      return { flag: value ? sql`'true'` : sql`'false'`, isAbsent: false };
    default:
      return { isAbsent: isAbsent(value) };
  }
}

function isPlain(text: string): boolean {
  return !/^[[{]/.test(text);
}

function sqliteDialect({ columns, json }: ConditionSource): Dialect {
  const typedAs = (type: Query, value: Query): Typed => ({
    text: sql`CASE WHEN ${type} = 'text' THEN ${value} END`,
    looseText: value,
    number: sql`CASE WHEN ${type} IN ('integer', 'real') THEN ${value} END`,
    flag: sql`CASE WHEN ${type} IN ('true', 'false') THEN ${type} END`,
    isAbsent: sql`coalesce(${type}, 'null') = 'null'`,
  });
  // Names of paths have no quotes; `parseRule` sees to that.
  const placeOf = (path: readonly string[]) => `$${path.map((name) => `."${name}"`).join('')}`;
  const items = (list: string) => sql`SELECT value FROM json_each(${list})`;
  return {
    columns,
    column: (column) => sql`${column}`,
    textOf: (value) => sql`${value}`,
    numberOf: (number) => sql`json_extract(${number}, '$')`,
    at: (path) => {
      const place = placeOf(path);
      return typedAs(sql`json_type(${json}, ${place})`, sql`json_extract(${json}, ${place})`);
    },
    item: typedAs(sql`item.type`, sql`item.value`),
    hasItem: (path, condition) => sql`(json_type(${json}, ${placeOf(path)}) = 'array' AND EXISTS
      (SELECT 1 FROM json_each(${json}, ${placeOf(path)}) AS item WHERE ${condition}))`,
    position: sql`instr`,
    texts: items,
    numbers: items,
  };
}

function postgresDialect({ columns }: ConditionSource): Dialect {
  const asText = (value: string) => sql`CAST(${value} AS text)`;
  const typedAs = (value: Query): Typed => ({
    text: sql`(CASE WHEN jsonb_typeof(${value}) = 'string' THEN ${value} #>> '{}' END COLLATE "C")`,
    number: sql`CASE WHEN jsonb_typeof(${value}) = 'number' THEN (${value} #>> '{}')::numeric END`,
    flag: sql`CASE WHEN jsonb_typeof(${value}) = 'boolean' THEN ${value} #>> '{}' END`,
    isAbsent: sql`coalesce(jsonb_typeof(${value}), 'null') = 'null'`,
  });
  // Not one parameter, which would be a list: drivers write those in their own ways.
  const valueAt = (path: readonly string[]) =>
    sql`jsonb_extract_path(doc, ${joinQueries(path.map(asText), ', ')})`;
  const items = (list: string) => sql`jsonb_array_elements_text(CAST(${asText(list)} AS jsonb))`;
  return {
    columns,
    column: (column) => sql`(${column} COLLATE "C")`,
    textOf: (value) => sql`(${asText(value)} COLLATE "C")`,
    numberOf: (number) => sql`CAST(${asText(number)} AS numeric)`,
    at: (path) => typedAs(valueAt(path)),
    item: typedAs(sql`item.value`),
    hasItem: (path, condition) => sql`EXISTS (SELECT 1 FROM jsonb_array_elements(
        CASE WHEN jsonb_typeof(${valueAt(path)}) = 'array' THEN ${valueAt(path)} END) AS item(value)
      WHERE ${condition})`,
    position: sql`strpos`,
    texts: (list) => sql`SELECT value COLLATE "C" FROM ${items(list)}`,
    numbers: (list) => sql`SELECT CAST(value AS numeric) FROM ${items(list)}`,
  };
}

function columnOf([name = '', ...rest]: readonly string[], columns: ConditionSource['columns']) {
  return rest.length === 0 && Object.hasOwn(columns, name) ? columns[name] : undefined;
}

function allOf(...terms: readonly Term[]): Term {
  if (terms.includes(false)) return false;
  return joined(terms, ' AND ') ?? true;
}

function anyOf(...terms: readonly Term[]): Term {
  if (terms.includes(true)) return true;
  return joined(terms, ' OR ') ?? false;
}

function joined(terms: readonly Term[], separator: ' AND ' | ' OR '): Query | undefined {
  const queries = terms.filter((term) => typeof term !== 'boolean');
  if (queries.length < 2) return queries[0];
  return sql`(${joinQueries(queries, separator)})`;
}

function asQuery(term: Term): Query {
  if (typeof term !== 'boolean') return term;
  return term ? sql`TRUE` : sql`FALSE`;
}
