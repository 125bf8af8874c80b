/**
 * Conditions on records as SQL: one builder for both databases. What differs between them is in
 * `condition-dialects.ts`.
 */
import { hasAtMost } from '@baraza/contract';
import { type ByEngine, joinQueries, type Query, sql, sqlText } from '../store.ts';
import {
  type ConditionSource,
  type Dialect,
  type Field,
  postgresDialect,
  sqliteDialect,
  type Term,
  type Typed,
  type WriteInside,
} from './condition-dialects.ts';
import {
  type Bound,
  type Comparison,
  type Condition,
  containedCharactersMax,
  isAbsent,
  type Operand,
  type Where,
} from './record-condition.ts';

/** The condition in SQL: true or false, never NULL. */
export function conditionQuery(condition: Condition, source: ConditionSource): Query {
  return nestedQuery(condition, source, 1);
}

/** `depth` names the tables of references, one inside the other. */
function nestedQuery(condition: Condition, source: ConditionSource, depth: number): Query {
  // Written for the engine that asks: a list under a rule makes one for each request.
  return sql`${{
    get sqlite() {
      return asQuery(writeCondition(condition, sqliteDialect(source, inside(depth))));
    },
    get postgres() {
      const inPostgres = writeCondition(condition, postgresDialect(source, inside(depth)));
      // The text is parsed once: OFFSET keeps the planner from repeating the expression.
      return sql`(SELECT ${asQuery(inPostgres)} FROM
        (SELECT CAST(${source.json} AS jsonb) AS doc OFFSET 0) AS of_rule)`;
    },
  }}`;
}

function inside(depth: number): WriteInside {
  return {
    name: sqlText(`ref${depth}`),
    query: (condition, source) => nestedQuery(condition, source, depth + 1),
  };
}

/** SQL over the value at a path, as `where.` finds it; in PostgreSQL the query has the parsed record as `doc`. */
export function fieldQuery(
  path: readonly string[],
  source: ConditionSource,
  write: (field: FieldColumns) => Query,
): ByEngine {
  const of = (dialect: Dialect) => {
    const { type, text = none, number = none, flag = none } = fieldAt(path, dialect);
    return write({ type, text, number, flag });
  };
  return {
    sqlite: of(sqliteDialect(source, inside(1))),
    postgres: of(postgresDialect(source, inside(1))),
  };
}

const none = sql`NULL`;

/** Each is NULL if the value is of another type. */
export type FieldColumns = Required<Pick<Field, 'type' | 'text' | 'number' | 'flag'>>;

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
  const term =
    'where' in condition ? writeWhere(condition, dialect) : writeComparison(condition, dialect);
  return typeof term === 'boolean' ? term : sql`coalesce(${term}, FALSE)`;
}

function writeWhere({ where, test }: Where, dialect: Dialect): Term {
  const field = fieldAt(where, dialect);
  if ('exists' in test) return sql`${field.type} IS NOT NULL`;
  if ('texts' in test) return hasText(field, test.texts, dialect);
  return isOrdered(field, comparisonSymbols[test.operator], test.bound, dialect);
}

/** Whether a scalar has one of the texts. */
function hasText(field: Field, texts: readonly string[], dialect: Dialect): Term {
  const isNumber = (text: string) => String(Number(text)) === text && Number.isFinite(Number(text));
  const numbers = texts.filter(isNumber);
  const values: unknown[] = [...texts, ...numbers.map(Number)];
  if (texts.includes('true')) values.push(true);
  if (texts.includes('false')) values.push(false);
  const isNull = texts.includes('null') && sql`${field.type} = 'null'`;
  return anyOf(isOneOf(field, values, dialect), isNull);
}

function isOrdered(field: Field, symbol: Query, bound: Bound, dialect: Dialect): Term {
  const { instant, textOf, numberOf } = dialect;
  if ('number' in bound)
    return compared(field.number, symbol, numberOf(JSON.stringify(bound.number)));
  const text = field.text ?? none;
  return 'time' in bound
    ? compared(instant(text), symbol, textOf(bound.time))
    : allOf(compared(text, symbol, textOf(bound.text)), sql`${instant(text)} IS NULL`);
}

/** A field of the record or, if it has none of that name, of its entry. */
function fieldAt(path: readonly string[], { at, source, column }: Dialect): Field {
  const own = at(path);
  const entry = columnOf(path, source.entry ?? {});
  if (entry === undefined) return own;
  const isOwn = sql`${own.type} IS NOT NULL`;
  return {
    ...own,
    type: sql`CASE WHEN ${isOwn} THEN ${own.type} WHEN ${entry} IS NOT NULL THEN 'text' END`,
    text: sql`CASE WHEN ${isOwn} THEN ${own.text ?? none} ELSE ${column(entry)} END`,
    looseText: undefined,
  };
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
  if (!('path' in list) || columnOf(list.path, dialect.source.columns)) return false;
  const condition = equality(of, dialect.item);
  return condition === false ? false : dialect.hasItem(list, asQuery(condition));
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

function typed(operand: Operand, { textOf, numberOf, column, source, at }: Dialect): Typed {
  if ('path' in operand) {
    const { path, through } = operand;
    if (through !== undefined) return at(path, through);
    const found = columnOf(path, source.columns);
    return found ? { text: column(found), isAbsent: sql`${found} IS NULL` } : at(path);
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
