import { codeOf } from '../../kernel/fault.ts';
import { Problem, unavailable } from '../../kernel/problem.ts';
import { payloadsOf } from '../hints.ts';
import { createSnapshotQueue } from '../snapshot-queue.ts';
import {
  createFlattener,
  type Flat,
  type Query,
  type Reader,
  type Snapshot,
  type Store,
  type Writer,
} from '../store.ts';
import type { FetchLimits, PostgresConnection, Timeouts } from './postgres-connection.ts';
import { createConnector } from './postgres-connector.ts';
import { createHints, hintChannel, ofTransaction } from './postgres-hints.ts';
import { type ConnectionPool, createConnectionPool } from './postgres-pool.ts';

const batchRows = 64;
const triesMax = 5;
const pipelineMax = 64;
// SQLSTATEs after which a transaction may be retried: serialization failure, deadlock.
const lostRace = new Set(['40001', '40P01']);
const unflushed = 'BEGIN; SET LOCAL synchronous_commit = off';
const readOnly = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
// The statement of a cursor lasts for as long as the client reads. A client that reads nothing is disconnected after a
// minute, before PostgreSQL ends its transaction.
const streamed = `${readOnly}; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 90000`;
// Building an index may take a long time.
const patient = 'BEGIN; SET LOCAL statement_timeout = 0';
// A backup may have to sort a whole table before its first row.
const streamedFetch: FetchLimits = { firstMs: 600_000, nextMs: 60_000 };

/** PostgreSQL for several processes and machines. */
export function openPostgres(
  url: string,
  options: Partial<Timeouts> & {
    readonly connectionsMax?: number;
    /** Certificates in PEM of the authorities that may have signed the server's; by default those of Node. */
    readonly authorities?: string | undefined;
  } = {},
): Store {
  const flatten = createFlattener('postgres');
  const { connectionsMax = 10, connectMs = 5_000, answerMs = 15_000 } = options;
  const { waitMs = 10_000, idleMs = 20_000 } = options;
  const timeouts: Timeouts = { connectMs, answerMs, waitMs, idleMs };
  const fetch: FetchLimits = { firstMs: answerMs, nextMs: answerMs };
  const connector = createConnector(url, options.authorities, timeouts);
  const third = Math.floor(connectionsMax / 3);
  const openPool = (connections: number, jobsMax: number) =>
    createConnectionPool(connector, { connectionsMax: connections, jobsMax }, waitMs);
  const transactions = openPool(connectionsMax - 2 * third, 1);
  const statements = third === 0 ? transactions : openPool(third, pipelineMax);
  // A separate pool: snapshots held for slow clients must not block writes.
  const streaming = third === 0 ? transactions : openPool(third, 1);
  const pools = [...new Set([transactions, statements, streaming])];
  const query = <Row>(wanted: Query) =>
    statements.use((connection) => connection.rows<Row>(flatten(wanted)));
  const atOnce = Math.max(1, third);
  const hints = createHints(connector, (payload) =>
    statements.use((connection) => connection.rows(notification(payload))),
  );
  const snapshots = createSnapshotQueue({ atOnce, ofOneMax: Math.ceil(atOnce / 2) });
  return {
    engine: 'postgres',
    otherProcesses: hints,
    link: connector.link,
    get: async <Row>(wanted: Query) => (await query<Row>(wanted))[0],
    all: async <Row>(wanted: Query) => Array.from(await query<Row>(wanted)),
    write: (job, { mayBeLost = false } = {}) =>
      retried(async () => {
        const committed: (() => void)[] = [];
        const result = await transaction(
          transactions,
          mayBeLost ? unflushed : 'BEGIN',
          (connection) => job(writerOf(connection, flatten, committed)),
        );
        for (const callback of committed) callback();
        return result;
      }),
    read: (job) =>
      transaction(transactions, readOnly, (connection) =>
        job(snapshotOf(connection, flatten, fetch)),
      ),
    snapshot: (account, job) =>
      snapshots.run(
        () =>
          transaction(streaming, streamed, (connection) =>
            job(snapshotOf(connection, flatten, streamedFetch)),
          ),
        { account },
      ),
    scan: (account) => {
      const all = <Row>(wanted: Query) =>
        snapshots.run(
          () =>
            streaming.use(async (connection) =>
              Array.from(await connection.rows<Row>(flatten(wanted))),
            ),
          { account },
        );
      return { all, get: async <Row>(wanted: Query) => (await all<Row>(wanted))[0] };
    },
    script: (texts) =>
      transaction(transactions, patient, async (connection) => {
        for (const text of texts) await connection.runPatiently(text);
      }),
    load: () => {
      const loads = pools.map((pool) => pool.load());
      return {
        busy: loads.reduce((sum, { busy }) => sum + busy, 0),
        waiting: loads.reduce((sum, { waiting }) => sum + waiting, 0),
      };
    },
    close: async () => {
      await hints.flush();
      await Promise.all(pools.map((pool) => pool.close()));
    },
  };
}

function transaction<Result>(
  pool: ConnectionPool,
  begin: string,
  job: (connection: PostgresConnection) => Promise<Result>,
): Promise<Result> {
  return pool.use(async (connection) => {
    await connection.run(begin);
    let result: Result;
    try {
      result = await job(connection);
    } catch (error) {
      // On a lost connection the server rolls back.
      await connection.run('ROLLBACK').catch(() => {});
      throw error;
    }
    await commit(connection);
    return result;
  });
}

/** A commit whose answer was lost may or may not have happened, so it must not be retried. */
async function commit(connection: PostgresConnection): Promise<void> {
  try {
    await connection.run('COMMIT');
  } catch (cause) {
    if (!(cause instanceof Problem)) throw cause;
    throw unavailable('It is not known whether this was stored; check before you repeat it.', {
      cause,
    });
  }
}

function readerOf(connection: PostgresConnection, flatten: (query: Query) => Flat): Reader {
  return {
    get: async <Row>(query: Query) => (await connection.rows<Row>(flatten(query)))[0],
    all: async <Row>(query: Query) => Array.from(await connection.rows<Row>(flatten(query))),
  };
}

function writerOf(
  connection: PostgresConnection,
  flatten: (query: Query) => Flat,
  committed: (() => void)[],
): Writer {
  return {
    ...readerOf(connection, flatten),
    run: async (query) => (await connection.rows(flatten(query))).count,
    afterCommit: (callback) => {
      committed.push(callback);
    },
    notify: async (hint) => {
      for (const payload of payloadsOf(ofTransaction, [hint]))
        await connection.rows(notification(payload));
    },
  };
}

function notification(payload: string): Flat {
  return { text: 'SELECT pg_notify($1, $2)', values: [hintChannel, payload] };
}

function snapshotOf(
  connection: PostgresConnection,
  flatten: (query: Query) => Flat,
  fetch: FetchLimits,
): Snapshot {
  return {
    ...readerOf(connection, flatten),
    each: <Row>(query: Query) => connection.batches<Row>(flatten(query), batchRows, fetch),
  };
}

async function retried<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!lostRace.has(codeOf(error)) || tries === triesMax) throw error;
    }
  }
}
