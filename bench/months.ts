/**
 * The cost of removing a month of questions in PostgreSQL: dropping its partition compared with deleting its rows; and
 * the cost of inserting a question and of reading a page, with and without partitions.
 * `node bench/months.ts [--rows N] [--inserts N] [--months N]`.
 */
import { parseArgs } from 'node:util';
import { dayMs } from '@baraza/contract';
import postgres from 'postgres';
import { createIdMaker } from '../packages/server/src/kernel/id.ts';
import { deleteInSteps } from '../packages/server/src/site/sites/site-removal.ts';
import { partitionBounds } from '../packages/server/src/store/migrations/0032-partition-bounds.ts';
import { migrate, migrations } from '../packages/server/src/store/migrations/migrations.ts';
import { addPartitions, dropPartitions } from '../packages/server/src/store/partitions.ts';
import { openPostgres } from '../packages/server/src/store/postgres/postgres.ts';
import {
  findQuestion,
  insertQuestion,
  listQuestions,
  type QuestionRow,
} from '../packages/server/src/store/site/questions.ts';
import { pruneVisits, visitTables } from '../packages/server/src/store/site/visits.ts';
import { type Store, sql } from '../packages/server/src/store/store.ts';
import { startServer } from '../packages/server/test/postgres/server.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    inserts: { type: 'string', default: '5000' },
    // The number of months with the default retention.
    months: { type: 'string', default: '8' },
  },
});
const [rows, inserts] = [Number(values.rows), Number(values.inserts)];
const months = Number(values.months);
const turns = 4;
const insertersAtOnce = 8;
const reads = 500;
const all = { open: false, sinceMs: undefined, text: undefined };
// A month with its own partition, late enough to be in none of the partitions that the upgrade creates.
const monthMs = Date.UTC(2028, 0);
const afterMs = monthMs + 40 * dayMs;
// A tenth more rows than needed, because a tenth is deleted first.
const total = Math.round(1.1 * rows);
const tenthMs = monthMs + Math.round((28 * dayMs) / 11);
const url = await startServer('on');
const admin = postgres(`${url}/postgres`, { max: 1, onnotice: () => {} });
const earlier = migrations.slice(0, migrations.indexOf(partitionBounds));

const whole = await open('whole');
await migrate(whole, undefined, earlier);
await prepare(whole, 'whole');
const parted = await open('parted');
await migrate(parted);
// Each call adds three partitions.
for (let ahead = 3 - months; ahead < 3; ahead += 3)
  await addPartitions(parted, Date.UTC(2028, Math.min(ahead, 0)));
await prepare(parted, 'parted');

await inTurns('insert', inserts, insertMany);
const newest = await listQuestions(whole, 'shop', all, { before: undefined, limit: 50 });
const before = newest.at(-1)?.id ?? '';
await inTurns('find one', reads, (store) => repeated(() => findQuestion(store, 'shop', before)));
// One row more shows whether there is a next page.
const page = { before, limit: 51 };
await inTurns('a page of 50', reads, (store) =>
  repeated(() => listQuestions(store, 'shop', all, page)),
);
// A site with a shorter retention deletes rows like this.
for (const [name, store] of Object.entries({ 'one table': whole, partitions: parted })) {
  const tenth = () =>
    deleteInSteps(
      store,
      (tx, max) =>
        pruneVisits(tx, visitTables.questions, 'shop', { beforeMs: tenthMs, limit: max }),
      never,
    );
  report(`delete a tenth, ${name}`, await cost(tenth), rows / 10);
}

const inSteps = () =>
  deleteInSteps(
    whole,
    (tx, max) => pruneVisits(tx, visitTables.questions, 'shop', { beforeMs: afterMs, limit: max }),
    never,
  );
report('delete the rows', await cost(inSteps), rows);
const drop = () => dropPartitions(parted, 'questions', { keptSinceMs: () => afterMs });
report('drop the month', await cost(drop), rows);

const upgraded = await open('upgraded');
await migrate(upgraded, undefined, earlier);
await prepare(upgraded, 'upgraded');
for (let step = 1; step <= 3; step += 1) {
  const upgrade = () => migrate(upgraded, undefined, migrations.slice(0, earlier.length + step));
  report(`upgrade, step ${step}`, await cost(upgrade), rows);
}

const left = await parted.get(sql`SELECT count(*) AS rows FROM questions`);
if (Number((left as { rows: number }).rows) !== 0) throw new Error('not all rows were removed');
process.exit();

/** Alternates, so that noise affects both alike; the first turn is a warm-up. */
async function inTurns(
  name: string,
  count: number,
  work: (store: Store) => Promise<unknown>,
): Promise<void> {
  const [one, several] = [nothing(), nothing()];
  for (let turn = 0; turn <= turns; turn += 1)
    for (const [store, sum] of [
      [whole, one],
      [parted, several],
    ] as const) {
      const { seconds, logBytes } = await cost(() => work(store));
      if (turn === 0) continue;
      sum.seconds += seconds;
      sum.logBytes += logBytes;
    }
  report(`${name}, one table`, one, turns * count);
  report(`${name}, partitions`, several, turns * count);
}

async function repeated(read: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < reads; at += 1) await read();
}

async function open(name: string): Promise<Store> {
  await admin.unsafe(`CREATE DATABASE ${name}`);
  return openPostgres(`${url}/${name}`);
}

/** Creates an owner, a site, and a month of questions. */
async function prepare(store: Store, name: string): Promise<void> {
  await store.write(async (tx) => {
    await tx.run(sql`INSERT INTO owners (id, name, created_at) VALUES ('own', 'own', 0)`);
    await tx.run(sql`INSERT INTO sites (id, owner_id, status, plan, key, key_created_at, created_at, updated_at,
        version, gate, profile) VALUES ('shop', 'own', 'live', 'local', 'k', 0, 0, 0, 1, '{}', '{}')`);
  });
  const database = postgres(`${url}/${name}`, { max: 1, onnotice: () => {} });
  await database.unsafe(`CREATE FUNCTION idtime(ms bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * place)) & 31)::int + 1, 1), ''
      ORDER BY place DESC) FROM generate_series(0, 9) AS place $$`);
  // The upgrade is measured with past rows, which go into its first partition.
  const startMs = name === 'upgraded' ? Date.UTC(2026, 5) : monthMs;
  await database.unsafe(`INSERT INTO questions (site_id, id, asked_at, question, question_folded, language, mode,
      answered, answer, sources, conversation, status)
    SELECT 'shop', 'q_' || idtime(at) || substr(md5(n::text), 1, 16), at, 'Do you deliver to Westlands today?',
      'do you deliver to westlands today?', 'en', 'text', 1, repeat('We deliver in town. ', 8), '[]', 'c_' || n, 'new'
    FROM (SELECT n, ${startMs}::bigint + n * (${28 * dayMs}::bigint / ${total}) AS at
      FROM generate_series(0, ${total - 1}) AS n) AS times`);
  await database.unsafe('VACUUM ANALYZE questions');
  await database.unsafe('CHECKPOINT');
  await database.end();
}

async function insertMany(store: Store): Promise<void> {
  const makeId = createIdMaker(() => monthMs + 29 * dayMs);
  let left = inserts;
  const insert = async () => {
    while (left > 0) {
      left -= 1;
      const row = {
        site_id: 'shop',
        id: makeId('question'),
        asked_at: monthMs + 29 * dayMs,
        question: 'Do you deliver to Westlands today?',
        question_folded: 'do you deliver to westlands today?',
        language: 'en',
        mode: 'text',
        answered: 1,
        answer: 'We deliver in town. '.repeat(8),
        sources: '[]',
        conversation: `c_${left}`,
        status: 'new',
        feedback: null,
        page: null,
        other_language: 0,
        notified: 1,
      } as QuestionRow;
      await store.write((tx) => insertQuestion(tx, row), { mayBeLost: true });
    }
  };
  await Promise.all(Array.from({ length: insertersAtOnce }, insert));
}

interface Cost {
  seconds: number;
  logBytes: number;
}

function nothing(): Cost {
  return { seconds: 0, logBytes: 0 };
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const walPosition = async () =>
    String((await admin`SELECT pg_current_wal_insert_lsn() AS lsn`)[0]?.lsn);
  const from = await walPosition();
  const startedMs = performance.now();
  await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  const [found] =
    await admin`SELECT pg_wal_lsn_diff(${await walPosition()}::pg_lsn, ${from}::pg_lsn) AS bytes`;
  return { seconds, logBytes: Number(found?.bytes) };
}

function report(name: string, { seconds, logBytes }: Cost, count: number): void {
  console.log(
    `${name}: ${seconds.toFixed(2)} s, ${(logBytes / 1e6).toFixed(2)} MB of log ` +
      `(${((seconds * 1e6) / count).toFixed(1)} µs and ${Math.round(logBytes / count)} bytes a row)`,
  );
}

function never(): boolean {
  return false;
}
