/** Conditions on records as SQL, once for both databases: only how a JSON value is read differs. */
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

/** A condition that is known without the record is a boolean. */
type Term = Query | boolean;

/** An item of a list, inside `hasItem`. */
type Place = Operand | { readonly item: true };

interface Dialect {
  readonly isText: (of: Place) => Term;
  /** Like `isText`, for a value that is also compared with these constants, which may make the check redundant. */
  readonly isComparedText: (of: Place, constants: readonly unknown[]) => Term;
  readonly isNumber: (of: Place) => Term;
  readonly is: (of: Place, value: boolean) => Term;
  readonly isAbsent: (of: Place) => Term;
  readonly text: (of: Place) => Query;
  readonly number: (of: Place) => Query;
  readonly position: Query;
  /** The items of a list in JSON. */
  readonly texts: (list: string) => Query;
  readonly numbers: (list: string) => Query;
  /** Whether a path of the record has a list with an item for which the condition holds. */
  readonly hasItem: (list: Place, condition: Term) => Term;
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
  switch (operator) {
    case '=':
      return equality(left, right, dialect);
    case 'in':
      if ('value' in right) return isOneOf(left, right.value, dialect);
      return dialect.hasItem(right, equality(left, { item: true }, dialect));
    case '~':
      return anyOf(
        allOf(...bothText(left, right, dialect), isContained(left, right, dialect)),
        'value' in left
          ? isOneOf(right, left.value, dialect)
          : dialect.hasItem(left, equality(right, { item: true }, dialect)),
      );
    default: {
      const symbol = comparisonSymbols[operator];
      return anyOf(
        allOf(
          ...bothText(left, right, dialect),
          sql`${dialect.text(left)} ${symbol} ${dialect.text(right)}`,
        ),
        allOf(
          ...bothNumbers(left, right, dialect),
          sql`${dialect.number(left)} ${symbol} ${dialect.number(right)}`,
        ),
      );
    }
  }
}

const comparisonSymbols = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` };

function equality(left: Place, right: Place, dialect: Dialect): Term {
  if ('isNull' in left) return dialect.isAbsent(right);
  if ('isNull' in right) return dialect.isAbsent(left);
  const both = (value: boolean) => allOf(dialect.is(left, value), dialect.is(right, value));
  const constantsIn = (of: Place) => ('value' in of ? [of.value] : []);
  return anyOf(
    allOf(
      dialect.isComparedText(left, constantsIn(right)),
      dialect.isComparedText(right, constantsIn(left)),
      sql`${dialect.text(left)} = ${dialect.text(right)}`,
    ),
    allOf(
      ...bothNumbers(left, right, dialect),
      sql`${dialect.number(left)} = ${dialect.number(right)}`,
    ),
    both(true),
    both(false),
  );
}

/** A list that does not depend on the record is read once for all rows. */
function isOneOf(of: Place, list: unknown, dialect: Dialect): Term {
  if (!Array.isArray(list) || 'isNull' in of) return false;
  const ofType = (type: 'string' | 'number') => [
    ...new Set(list.filter((item) => typeof item === type)),
  ];
  const [texts, numbers] = [ofType('string'), ofType('number')];
  return anyOf(
    texts.length > 0 &&
      allOf(
        dialect.isComparedText(of, texts),
        sql`${dialect.text(of)} IN (${dialect.texts(JSON.stringify(texts))})`,
      ),
    numbers.length > 0 &&
      allOf(
        dialect.isNumber(of),
        sql`${dialect.number(of)} IN (${dialect.numbers(JSON.stringify(numbers))})`,
      ),
    list.includes(true) && dialect.is(of, true),
    list.includes(false) && dialect.is(of, false),
  );
}

function bothText(left: Place, right: Place, { isText }: Dialect): readonly Term[] {
  return [isText(left), isText(right)];
}

function bothNumbers(left: Place, right: Place, { isNumber }: Dialect): readonly Term[] {
  return [isNumber(left), isNumber(right)];
}

function isContained(left: Place, right: Place, { text, position }: Dialect): Term {
  const isShort: Term =
    'value' in right
      ? typeof right.value === 'string' && hasAtMost(right.value, containedCharactersMax)
      : sql`length(${text(right)}) <= ${containedCharactersMax}`;
  return allOf(isShort, sql`${position}(lower(${text(left)}), lower(${text(right)})) > 0`);
}

function sqliteDialect({ columns, json }: ConditionSource): Dialect {
  const typeOf = (of: Place): Query => {
    if ('item' in of) return sql`item.type`;
    return 'path' in of ? sql`json_type(${json}, ${pathText(of.path)})` : sql`NULL`;
  };
  const valueIn = (of: Place): Query => {
    if ('item' in of) return sql`item.value`;
    if ('path' in of)
      return columnOf(of, columns) ?? sql`json_extract(${json}, ${pathText(of.path)})`;
    return sql`${'value' in of ? (of.value as string) : null}`;
  };
  const isText = (of: Place) => knownType(of, 'string', columns) ?? sql`${typeOf(of)} = 'text'`;
  return {
    isText,
    // Lists and objects have texts too; numbers, true and false equal none. One call less for each row.
    isComparedText: (of, constants) => {
      const isSure = constants.length > 0 && constants.every(isScalarText);
      return isSure && 'path' in of ? true : isText(of);
    },
    isNumber: (of) => knownType(of, 'number', columns) ?? sql`${typeOf(of)} IN ('integer', 'real')`,
    is: (of, value) =>
      knownValue(of, value, columns) ?? sql`${typeOf(of)} = ${value ? 'true' : 'false'}`,
    isAbsent: (of) => knownAbsence(of, columns) ?? sql`coalesce(${typeOf(of)}, 'null') = 'null'`,
    text: valueIn,
    // A constant is read as the numbers of records are, so that equal texts are equal numbers.
    number: (of) =>
      'value' in of ? sql`json_extract(${JSON.stringify(of.value)}, '$')` : valueIn(of),
    position: sql`instr`,
    texts: (list) => sql`SELECT value FROM json_each(${list})`,
    numbers: (list) => sql`SELECT value FROM json_each(${list})`,
    hasItem: (list, condition) => {
      if (condition === false || !('path' in list)) return false;
      const where = asQuery(condition);
      if (columnOf(list, columns) !== undefined) return false;
      return sql`(${typeOf(list)} = 'array' AND EXISTS
        (SELECT 1 FROM json_each(${json}, ${pathText(list.path)}) AS item WHERE ${where}))`;
    },
  };
}

function postgresDialect({ columns }: ConditionSource): Dialect {
  const jsonOf = (of: Place): Query => {
    if ('item' in of) return sql`item.value`;
    if (!('path' in of)) return sql`NULL::jsonb`;
    // Not one parameter, which would be a list: drivers write those in their own ways.
    return sql`jsonb_extract_path(doc, ${joinQueries(of.path.map(asText), ', ')})`;
  };
  const text = (of: Place): Query => {
    const column = columnOf(of, columns);
    if (column !== undefined) return sql`(${column} COLLATE "C")`;
    if ('value' in of) return sql`(${asText(of.value as string)} COLLATE "C")`;
    return sql`((${jsonOf(of)} #>> '{}') COLLATE "C")`;
  };
  const isText = (of: Place) =>
    knownType(of, 'string', columns) ?? sql`jsonb_typeof(${jsonOf(of)}) = 'string'`;
  return {
    isText,
    isComparedText: isText,
    isNumber: (of) =>
      knownType(of, 'number', columns) ?? sql`jsonb_typeof(${jsonOf(of)}) = 'number'`,
    is: (of, value) =>
      knownValue(of, value, columns) ??
      sql`${jsonOf(of)} = ${value ? sql`'true'::jsonb` : sql`'false'::jsonb`}`,
    isAbsent: (of) =>
      knownAbsence(of, columns) ?? sql`coalesce(jsonb_typeof(${jsonOf(of)}), 'null') = 'null'`,
    text,
    number: (of) =>
      'value' in of
        ? sql`CAST(${asText(JSON.stringify(of.value))} AS numeric)`
        : sql`CASE WHEN jsonb_typeof(${jsonOf(of)}) = 'number'
            THEN (${jsonOf(of)} #>> '{}')::numeric END`,
    position: sql`strpos`,
    texts: (list) =>
      sql`SELECT value COLLATE "C" FROM jsonb_array_elements_text(CAST(CAST(${list} AS text) AS jsonb))`,
    numbers: (list) =>
      sql`SELECT CAST(value AS numeric) FROM jsonb_array_elements_text(CAST(CAST(${list} AS text) AS jsonb))`,
    hasItem: (list, condition) => {
      if (condition === false || !('path' in list)) return false;
      if (columnOf(list, columns) !== undefined) return false;
      const found = sql`CASE WHEN jsonb_typeof(${jsonOf(list)}) = 'array' THEN ${jsonOf(list)} END`;
      return sql`EXISTS (SELECT 1 FROM jsonb_array_elements(${found}) AS item(value)
        WHERE ${asQuery(condition)})`;
    },
  };
}

function isScalarText(value: unknown): boolean {
  return typeof value === 'string' && !/^[[{]/.test(value);
}

type Columns = ConditionSource['columns'];

function columnOf(of: Place, columns: Columns): Query | undefined {
  if (!('path' in of)) return undefined;
  const [name = '', ...rest] = of.path;
  const column = rest.length === 0 && Object.hasOwn(columns, name) ? columns[name] : undefined;
  return column && sql`${column}`;
}

/** Undefined if only the record knows. */
function knownType(of: Place, type: 'string' | 'number', columns: Columns): boolean | undefined {
  if ('isNull' in of) return false;
  if ('value' in of) return typeof of.value === type;
  return columnOf(of, columns) === undefined ? undefined : type === 'string';
}

function knownValue(of: Place, value: boolean, columns: Columns): boolean | undefined {
  if ('isNull' in of) return false;
  if ('value' in of) return of.value === value;
  return columnOf(of, columns) === undefined ? undefined : false;
}

function knownAbsence(of: Place, columns: Columns): Term | undefined {
  if ('isNull' in of) return true;
  if ('value' in of) return isAbsent(of.value);
  const column = columnOf(of, columns);
  return column && sql`${column} IS NULL`;
}

/** Names of paths have no quotes; `parseRule` sees to that. */
function pathText(path: readonly string[]): string {
  return `$${path.map((name) => `."${name}"`).join('')}`;
}

function asText(value: string): Query {
  return sql`CAST(${value} AS text)`;
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
