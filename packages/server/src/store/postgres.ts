import postgres from 'postgres';
import { codeOf } from '../kernel/fault.ts';
import { Problem } from '../kernel/problem.ts';
import {
  createFlattener,
  type Flat,
  type Query,
  type Reader,
  type Snapshot,
  type Store,
  type Writer,
} from './store.ts';

const batchRows = 64;
const triesMax = 5;
// A transaction that lost a race may simply be run again: serialization failure, deadlock.
const lostRace = new Set(['40001', '40P01']);

/** PostgreSQL for several processes and machines. */
export function openPostgres(
  url: string,
  options: { readonly connectionsMax?: number } = {},
): Store {
  const flatten = createFlattener('postgres');
  const client = postgres(url, {
    max: options.connectionsMax ?? 10,
    connect_timeout: 5,
    idle_timeout: 30,
    onnotice: () => {},
    connection: { application_name: 'baraza' },
    // Counts and milliseconds stay far below 2^53.
    types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
  });
  return {
    engine: 'postgres',
    ...readerOf(client, flatten),
    write: (job) => retried(() => client.begin((tx) => job(writerOf(tx, flatten)))),
    snapshot: <Result>(job: (view: Snapshot) => Promise<Result>) =>
      available(() =>
        client.begin('isolation level repeatable read read only', (tx) =>
          job({
            ...readerOf(tx, flatten),
            each: <Row>(query: Query) => eachRow<Row>(tx, flatten(query)),
          }),
        ),
      ) as Promise<Result>,
    script: async (statements) => {
      await available(() =>
        client.begin(async (tx) => {
          for (const statement of statements) await tx.unsafe(statement);
        }),
      );
    },
    close: () => client.end({ timeout: 5 }),
  };
}

type Client = postgres.Sql<{ bigint: number }> | postgres.TransactionSql<{ bigint: number }>;

function readerOf(client: Client, flatten: (query: Query) => Flat): Reader {
  return {
    get: async <Row>(query: Query) => (await rows<Row>(client, flatten(query)))[0],
    all: async <Row>(query: Query) => Array.from(await rows<Row>(client, flatten(query))),
  };
}

function writerOf(client: Client, flatten: (query: Query) => Flat): Writer {
  return {
    ...readerOf(client, flatten),
    run: async (query) => (await rows(client, flatten(query))).count,
  };
}

function rows<Row>(client: Client, { text, values }: Flat) {
  return available(() => client.unsafe<(Row & postgres.Row)[]>(text, values, { prepare: true }));
}

async function* eachRow<Row>(client: Client, { text, values }: Flat): AsyncIterable<Row[]> {
  const cursor = client
    .unsafe<(Row & postgres.Row)[]>(text, values, { prepare: true })
    .cursor(batchRows);
  for await (const batch of cursor) yield Array.from(batch);
}

async function retried<Result>(attempt: () => Promise<unknown>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await available(attempt)) as Result;
    } catch (error) {
      if (!lostRace.has(codeOf(error)) || tries === triesMax) throw error;
    }
  }
}

async function available<Result>(attempt: () => PromiseLike<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (!isOutage(codeOf(error))) throw error;
    throw new Problem('busy', 'The database cannot be reached; try again shortly.', {
      cause: error,
    });
  }
}

// Socket errors, the client's own connection errors, and the server's classes 08, 53, 57 and 58:
// connection, resources, operator intervention, system.
function isOutage(code: string): boolean {
  return (
    /^(?:08|53|57|58)[0-9A-Z]{3}$/.test(code) ||
    /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENOTFOUND|CONNECT|CONNECTION_)/.test(code)
  );
}
