/**
 * `node e2e/recorder/record.ts OUT [--only KINDS] [--of CHECKOUT] [--gzip]`: records what a checkout does, this one
 * unless `--of` names another. `--case NAME` prints the requests and replies of one case of the corpus instead.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { defaultNow } from '../../evals/own/own.ts';
import { createSeparateDatabase } from '../../packages/server/test/postgres/server.ts';
import { recordAnswers } from './answers.ts';
import { recordConformance } from './conformance.ts';
import { corpus } from './corpus/corpus.ts';
import { type Outcome, playCorpus } from './corpus/play.ts';
import { type House, type HouseOptions, startHouse } from './house.ts';
import { findPending } from './pending/found.ts';
import { artefact, type Database, databases, load, unpack } from './pending/parts.ts';
import { recordSites } from './sites.ts';
import { recordedDay } from './stable.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    of: { type: 'string' },
    case: { type: 'string' },
    gzip: { type: 'boolean', default: false },
  },
});
const wanted = values.only?.split(',');
const [out] = positionals;
const folder = mkdtempSync(path.join(tmpdir(), 'baraza-recorder-'));
const now = `${recordedDay}T06:00:00Z`;

// Longer pages, and the network of each world from a header.
const forCorpus = { BARAZA_RECORDS_MAX: '10000', BARAZA_TRUST_PROXY: '1', BARAZA_ENCODER: '0' };

try {
  if (values.case !== undefined) await showCase(values.case);
  else if (out === undefined) throw new Error('node e2e/recorder/record.ts OUT');
  else await recordAll(out);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
// The PostgreSQL ends with this process.
process.exit();

async function recordAll(target: string): Promise<void> {
  mkdirSync(target, { recursive: true });
  const sqlite = await record(target, 'corpus-sqlite', { now, environment: forCorpus }, playAll);
  const database = isWanted('corpus-postgres')
    ? { DATABASE_URL: await createSeparateDatabase() }
    : {};
  const environment = { ...forCorpus, ...database };
  const postgres = await record(target, 'corpus-postgres', { now, environment }, playAll);
  if (sqlite && postgres) write(target, 'databases', databaseDifferences(sqlite, postgres));
  const withDemo = { now, environment: { BARAZA_DEMO: '1' } };
  const withSpeech = { now, environment: { BARAZA_DEMO: '1', BARAZA_SPEECH: '1' } };
  await record(target, 'conformance', withSpeech, recordConformance);
  await record(target, 'sites', withDemo, recordSites);
  await record(target, 'answers', { now: defaultNow }, recordAnswers);
  for (const database of databases)
    await recordKind(target, `pending-${database}`, () => pendingIn(database));
}

async function pendingIn(database: Database): Promise<Outcome[]> {
  const unpacked = path.join(folder, `pending-${database}`);
  const data = unpack(artefact(database), unpacked);
  const checkout = values.of === undefined ? {} : { checkout: values.of };
  if (database === 'sqlite') return findPending(data, checkout);
  const url = await createSeparateDatabase();
  await load(path.join(unpacked, 'dump.sql'), url);
  return findPending(data, { ...checkout, database: url });
}

function playAll(house: House): Promise<Outcome[]> {
  return playCorpus(house, corpus());
}

function isWanted(kind: string): boolean {
  return wanted?.some((one) => kind.startsWith(one)) ?? true;
}

function record(
  target: string,
  kind: string,
  options: Omit<HouseOptions, 'folder'>,
  play: (house: House) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[] | undefined> {
  return recordKind(target, kind, () =>
    withHouse({ ...options, folder: path.join(folder, kind) }, play),
  );
}

async function recordKind(
  target: string,
  kind: string,
  play: () => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[] | undefined> {
  if (!isWanted(kind)) return undefined;
  const startedMs = performance.now();
  const outcomes = await play();
  write(target, kind, outcomes);
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  console.log(`${kind}: ${outcomes.length} cases, ${seconds} s`);
  return outcomes;
}

async function withHouse<Result>(
  options: HouseOptions,
  use: (house: House) => Promise<Result>,
): Promise<Result> {
  const house = await startHouse({
    ...options,
    ...(values.of !== undefined && { checkout: values.of }),
  });
  try {
    return await use(house);
  } finally {
    await house.stop();
  }
}

function write(target: string, kind: string, outcomes: readonly Outcome[]): void {
  const text = outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join('');
  const file = path.join(target, `${kind}.ndjson`);
  if (values.gzip) writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
  else writeFileSync(file, text);
}

/** Both databases give the same outcome; the cases where they do not are listed, so that a new one is a difference. */
function databaseDifferences(sqlite: readonly Outcome[], postgres: readonly Outcome[]): Outcome[] {
  return sqlite.flatMap(({ case: name, saw }, index) => {
    const other = postgres[index]?.saw ?? [];
    const at = saw.findIndex((one, place) => one !== other[place]);
    return at < 0 ? [] : [{ case: name, saw: [`SQLite: ${saw[at]}`, `PostgreSQL: ${other[at]}`] }];
  });
}

async function showCase(name: string): Promise<void> {
  const [world, one] = name.split('/');
  const chosen = corpus().filter((each) => each.name === world);
  if (chosen.length === 0) throw new Error(`there is no ${world}`);
  const worlds = chosen.map((each) => {
    const last = each.cases.findIndex((each) => each.name === one);
    // Earlier cases change what this one finds.
    return { ...each, cases: each.cases.slice(0, last + 1) };
  });
  await withHouse({ folder: path.join(folder, 'case'), now, environment: forCorpus }, (house) =>
    playCorpus(house, worlds, {
      onReply: ({ method, path: target, as = 'owner', headers, body }, { status, text }) =>
        console.log(
          `${as}: ${method} ${target} ${headers ? JSON.stringify(headers) : ''}\n` +
            `${body === undefined ? '' : `  ${JSON.stringify(body)}\n`}  → ${status} ${text}\n`,
        ),
    }),
  );
}
