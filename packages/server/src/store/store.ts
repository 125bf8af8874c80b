import type { DatabaseRoom } from '../kernel/disk/disk-room.ts';
import type { Hint, OtherProcesses } from './hints.ts';

/**
 * The store port: two engines, one set of queries. Queries are written once as tagged templates;
 * each engine turns them into its own placeholders and keeps the prepared statement.
 */
export interface Reader {
  /** The first row, or undefined when there is none. */
  readonly get: <Row>(query: Query) => Promise<Row | undefined>;
  readonly all: <Row>(query: Query) => Promise<Row[]>;
}

export interface Writer extends Reader {
  /** Returns the number of changed rows. */
  readonly run: (query: Query) => Promise<number>;
  /** Callback after the commit; never called on a rollback. */
  readonly afterCommit: (callback: () => void) => void;
  /** Says what the commit is about: to every process on the store, this one too, or to `commitsAbout`. */
  readonly notify: (hint: Hint) => Promise<void>;
}

export interface Snapshot extends Reader {
  /** Batches of rows from one snapshot, read with backpressure. */
  readonly each: <Row>(query: Query) => AsyncIterable<Row[]>;
}

export interface Store extends Reader {
  readonly engine: Engine;
  /** The other processes on this store; undefined if there can be none. */
  readonly otherProcesses: OtherProcesses | undefined;
  /**
   * How many commits have said in `notify` that they are about a topic. While the number is that from before a row
   * was read, the row is as it was read. Undefined if other processes may commit: hints are late and can be lost.
   */
  readonly commitsAbout?: (topic: Hint['about']) => number;
  /** The newest connection to the database server; undefined before the first. Files have none. */
  readonly link?: () => Link | undefined;
  /**
   * Runs a job as one transaction; resolves after its durable commit. A job that throws is rolled back alone.
   * It may await nothing but its writer: SQLite commits jobs in groups, and a job that waits would block the
   * others.
   */
  readonly write: <Result>(
    job: (tx: Writer) => Promise<Result>,
    options?: WriteOptions,
  ) => Promise<Result>;
  /** Consistent reads (one snapshot) by a job that awaits nothing else. */
  readonly read: <Result>(job: (view: Snapshot) => Promise<Result>) => Promise<Result>;
  /**
   * A snapshot that may be held while an answer streams out. Slots are limited, in total and per account, so
   * that slow clients do not block others.
   */
  readonly snapshot: <Result>(
    account: string,
    job: (view: Snapshot) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * Reads whose cost depends on how much is stored, such as searches: in turns between accounts, and with SQLite in
   * another thread. Rejects with `busy` when too many wait.
   */
  readonly scan: (account: string) => Reader;
  /** Runs statements in one transaction without a limit of time; only migrations and copies use it. */
  readonly script: (statements: readonly string[]) => Promise<void>;
  /** What its file takes of its disk; undefined if a server has the files. */
  readonly room?: () => DatabaseRoom;
  /** How busy it is now. */
  readonly load: () => StoreLoad;
  readonly close: () => Promise<void>;
}

interface WriteOptions {
  /**
   * PostgreSQL does not wait for its disk: a crash of the database server loses the last moment. For counters and
   * claims of work that ends with a durable commit.
   */
  readonly mayBeLost?: boolean;
}

export interface Link {
  /** For people: host and port, or the path of a local socket. */
  readonly host: string;
  /** `encrypted`: by TLS, with a certificate that was not verified. */
  readonly protection: 'local' | 'plain' | 'encrypted' | 'verified';
}

export interface StoreLoad {
  /** Jobs that have a connection. */
  readonly busy: number;
  /** Jobs that wait for one, or for their commit. */
  readonly waiting: number;
}

export type Engine = 'sqlite' | 'postgres';
export type Value = string | number | null;

export interface Query {
  readonly strings: readonly string[];
  readonly parts: readonly Part[];
}

type Fragment = Query | ByEngine;
type Part = Value | Fragment;
export interface ByEngine {
  readonly sqlite: Query;
  readonly postgres: Query;
}

/** `sql`SELECT … WHERE id = ${id}``: values become parameters, queries become part of the text. */
export function sql(strings: TemplateStringsArray, ...parts: Part[]): Query {
  return { strings, parts };
}

/** A query of text alone, which must come from this program: it becomes part of the statement as it is. */
export function sqlText(text: string): Query {
  return { strings: [text], parts: [] };
}

/** Joins queries with a separator, for optional conditions. */
export function joinQueries(
  queries: readonly Query[],
  separator: ' AND ' | ' OR ' | ', ' | ' + ' | ' UNION ALL ' | ' CROSS JOIN ',
): Query {
  const strings = ['', ...queries.slice(1).map(() => separator), ''];
  return queries.length === 0 ? sql`` : { strings, parts: [...queries] };
}

/** Whether the column contains the text. Unlike with LIKE, the cost is bounded for any text and any pattern. */
export function contains(column: Query, text: string): Query {
  return sql`${{ sqlite: sql`instr`, postgres: sql`strpos` }}(${column}, ${text}) > 0`;
}

/** Row lock for read-modify-write; SQLite has one writer and needs none. */
export const forUpdate: ByEngine = { sqlite: sql``, postgres: sql` FOR UPDATE` };

/** As `forUpdate`, but rows that refer to the locked one can be inserted meanwhile. */
export const forChange: ByEngine = { sqlite: sql``, postgres: sql` FOR NO KEY UPDATE` };

/** Skips rows that another process has locked; SQLite has one writer and needs none. */
export const skipLocked: ByEngine = { sqlite: sql``, postgres: sql` FOR UPDATE SKIP LOCKED` };

export interface Flat {
  readonly text: string;
  readonly values: Value[];
}

/**
 * SQL texts are cached by template, also with fragments that are constants, such as lists of columns. Queries with
 * other fragments are composed each time.
 */
export function createFlattener(engine: Engine): (query: Query) => Flat {
  const placeholder = engine === 'sqlite' ? () => '?' : (index: number) => `$${index}`;
  const cache = new WeakMap<readonly string[], Cached>();
  return (query) => {
    const cached = cache.get(query.strings);
    if (
      cached !== undefined &&
      query.parts.every((part, at) => fragmentIn(part) === cached.fragments[at])
    )
      return { text: cached.text, values: query.parts.filter(isValue) };
    const values: Value[] = [];
    const text = compose(query, engine, placeholder, values);
    const hasConstantText = values.length === query.parts.filter(isValue).length;
    if (cached === undefined && hasConstantText)
      cache.set(query.strings, { text, fragments: query.parts.map(fragmentIn) });
    return { text, values };
  };
}

interface Cached {
  readonly text: string;
  /** Undefined for values, which are not kept. */
  readonly fragments: readonly (Fragment | undefined)[];
}

function fragmentIn(part: Part): Fragment | undefined {
  return isValue(part) ? undefined : part;
}

function compose(
  query: Query,
  engine: Engine,
  placeholder: (index: number) => string,
  values: Value[],
): string {
  let text = query.strings[0] ?? '';
  query.parts.forEach((part, index) => {
    if (isValue(part)) text += placeholder(values.push(part));
    else text += compose('strings' in part ? part : part[engine], engine, placeholder, values);
    text += query.strings[index + 1] ?? '';
  });
  return text;
}

function isValue(part: Part): part is Value {
  return part === null || typeof part !== 'object';
}

type Results<Work extends readonly Promise<unknown>[]> = {
  -readonly [at in keyof Work]: Awaited<Work[at]>;
};

/**
 * Waits for statements of one transaction that need no rows of each other: PostgreSQL gets them without a pause
 * between. All have ended before it rejects: a statement after the rollback would not belong to the transaction.
 */
export async function together<const Work extends readonly Promise<unknown>[]>(
  ...work: Work
): Promise<Results<Work>> {
  // Rejects with the first fault: PostgreSQL refuses every statement after it, whatever it is.
  const all = Promise.all(work);
  all.catch(() => {});
  await Promise.allSettled(work);
  return (await all) as Results<Work>;
}
