/**
 * Calls functions of the store with arguments of every kind, and posts the statements that they run. In a thread:
 * node:test watches every promise of its own thread, which takes longer than the calls.
 */
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { visitTables } from '../../src/store/site/visits.ts';
import { createFlattener, type Query, type Writer } from '../../src/store/store.ts';

/** The texts of the statements of a function. */
export interface Texts {
  readonly sqlite: ReadonlySet<string>;
  readonly postgres: ReadonlySet<string>;
}

/** The functions of each file. */
export type Statements = ReadonlyMap<string, readonly (readonly [name: string, texts: Texts])[]>;

export interface StatementsWanted {
  /** Relative to the folder of the store. */
  readonly files: readonly string[];
  readonly withoutQuery: ReadonlySet<string>;
}

const store = path.resolve(import.meta.dirname, '../../src/store');
const engines = ['sqlite', 'postgres'] as const;
const flatten = { sqlite: createFlattener('sqlite'), postgres: createFlattener('postgres') };
const { files, withoutQuery } = workerData as StatementsWanted;

// Most arguments are of the wrong kind, and the stacks of their errors would be most of the work.
Error.stackTraceLimit = 0;
const wrongKind = new Error('an argument of the wrong kind');

// Any field of an object is a text, or a list where the name is plural.
const lists = /^(services|statuses|receivers|owners|keys|rows|roles)$/;
const optional = /^(ids|resourceIds|known|then)$/;
const anyObject = (more: { readonly [name: string]: unknown } = {}) =>
  new Proxy(more as { [name: string]: unknown }, {
    get: (known, field) => {
      const name = String(field);
      if (name in known) return known[name];
      return optional.test(name) ? undefined : lists.test(name) ? ['x'] : 'x';
    },
  });
const kinds: readonly unknown[] = [
  'x',
  1,
  ['x'],
  'questions',
  'words',
  new Set(['x']),
  anyObject(),
  [anyObject()],
  undefined,
  anyObject({
    open: true,
    status: 'new',
    feedback: 'up',
    sinceMs: 5,
    text: undefined,
    before: 'x',
  }),
  anyObject({ open: false, status: undefined, feedback: undefined, sinceMs: 5, text: undefined }),
  anyObject({
    open: true,
    status: undefined,
    feedback: undefined,
    sinceMs: undefined,
    text: undefined,
  }),
  anyObject({
    services: ['data'],
    q: undefined,
    kind: undefined,
    state: undefined,
    limit: undefined,
  }),
];
const argumentsMax = 3;
// All thirteen would find no statement more.
const squares = 6;
const queriesMax = 20;

const found = new Map<string, readonly (readonly [string, Texts])[]>();
for (const file of files) {
  const texts: (readonly [string, Texts])[] = [];
  for (const [name, run] of await functionsOf(file)) texts.push([name, await textsOf(run)]);
  found.set(file, texts);
}
parentPort?.postMessage(found satisfies Statements);

type Run = (...values: readonly unknown[]) => unknown;

/** The functions of a file that run statements; those of `site/visits.ts` once for each of its tables. */
async function functionsOf(file: string): Promise<readonly (readonly [string, Run])[]> {
  const exported = (await import(path.join(store, file))) as { [name: string]: unknown };
  const functions = Object.entries(exported).flatMap(([name, run]) =>
    typeof run !== 'function' || withoutQuery.has(`${file} ${name}`)
      ? []
      : [[name, run as Run] as const],
  );
  if (file !== 'site/visits.ts') return functions;
  return Object.values(visitTables).flatMap((table) =>
    functions.map(
      ([name, run]) => [name, (tx, siteId, which) => run(tx, table, siteId, which)] as const,
    ),
  );
}

/** The statements that a function runs with any arguments, as a reader or writer gets them or as its result. */
async function textsOf(run: Run): Promise<Texts> {
  const texts = { sqlite: new Set<string>(), postgres: new Set<string>() };
  const take = (query: Query) => {
    if (texts.sqlite.size > 500) throw new Error('too many');
    if (!isComplete(query)) throw wrongKind;
    for (const engine of engines) texts[engine].add(flatten[engine](query).text);
  };
  const call = async (wanted: readonly unknown[], isReading: boolean) => {
    let queries = 0;
    const answer =
      <Result>(result: Result) =>
      async (query: Query) => {
        queries += 1;
        if (queries > queriesMax) throw new Error('it does not end');
        take(query);
        return result;
      };
    const row = { id: 'x', owner_id: 'x', question_ids: '[]', bytes: 1 };
    const asked = { get: answer(row), all: answer([]), run: answer(1) };
    const tx = { ...asked, afterCommit: () => {}, notify: async () => {} } as unknown as Writer;
    const store = { ...tx, write: (job: (writer: Writer) => unknown) => job(tx) };
    try {
      const result = await run(...(isReading ? [store, ...wanted] : wanted));
      if (isQuery(result)) take(result);
    } catch {
      // Arguments of the wrong kind.
    }
  };
  // Parameters with a default value are not in the length.
  const counts = [run.length - 1, run.length].map((count) => Math.min(count, argumentsMax));
  for (const count of new Set(counts))
    for (const wanted of combinations(count)) await call(wanted, true);
  if (texts.sqlite.size === 0)
    for (const wanted of combinations(Math.min(run.length, argumentsMax)))
      await call(wanted, false);
  return texts;
}

/** All of up to two arguments. Of three, each pair of the first two with six kinds of the third. */
function* combinations(count: number): Generator<readonly unknown[]> {
  if (count === 3) {
    for (const [row, first] of kinds.entries())
      for (const [column, second] of kinds.entries())
        for (let square = 1; square <= squares; square += 1)
          yield [first, second, kinds[(row + square * column) % kinds.length]];
    return;
  }
  if (count <= 0) {
    yield [];
    return;
  }
  for (const rest of combinations(count - 1)) for (const kind of kinds) yield [...rest, kind];
}

function isQuery(value: unknown): value is Query {
  return typeof value === 'object' && value !== null && 'strings' in value;
}

/** Whether each part is a value or a fragment. */
function isComplete(query: Query): boolean {
  return query.parts.every((part: unknown) => {
    if (typeof part !== 'object' || part === null) return true;
    const fragment = isQuery(part) ? part : (part as { readonly sqlite?: unknown }).sqlite;
    return isQuery(fragment) && isComplete(fragment);
  });
}
