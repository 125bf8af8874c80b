/** Copies between SQLite with files and PostgreSQL with S3, killed at random times. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { versionOf } from '../../../packages/server/src/store/migrations/data-version.ts';
import { openPostgres } from '../../../packages/server/src/store/postgres/postgres.ts';
import { readCopying } from '../../../packages/server/src/store/processes/installation.ts';
import { openSqlite } from '../../../packages/server/src/store/sqlite/sqlite.ts';
import type { Store } from '../../../packages/server/src/store/store.ts';
import { type FakeS3, openFakeS3 } from '../../../packages/server/test/fakes/s3-server.ts';
import { createRandom } from '../../../packages/server/test/fixtures/random.ts';
import { ask, form, storage } from '../../../packages/server/test/fixtures/server.ts';
import {
  createResource,
  firstKey,
  runBaraza,
  spawnBaraza,
  startProcess,
} from '../../../packages/server/test/fixtures/server-process.ts';
import { createDatabase } from '../../../packages/server/test/postgres/server.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

interface Target {
  /** The options for one side of a copy. */
  readonly words: (option: 'from' | 'to') => readonly string[];
  /** Undefined if there is no file yet. */
  readonly openStore: () => Store | undefined;
}

interface Report {
  readonly tables: readonly { readonly name: string; readonly sha256: string }[];
  readonly objects: { readonly count: number; readonly bytes: number };
}

export const killedCopies = scenario({
  name: 'killed-copies',
  what: `
    \`baraza copy\` from a data folder to PostgreSQL with S3 and to another folder, killed at random times,
    repeatedly for one target, then run to its end`,
  guarantee: `
    a killed copy leaves a target that is untouched, complete, or refused until the copy is repeated, after which
    every table and object is present`,
  isLongOnly: true,
  provenAgainst: `
    \`backup/copy.ts\` not marking the target: a server would have started on a store without its pepper and objects`,
  engines: ['postgres'],
  short: { targets: 2, killsEach: 2 },
  long: { targets: 30, killsEach: 4 },
  run: async (context, size) => {
    const scope = { after: context.after as never };
    const folder = await furnish(context);
    const objects = await openFakeS3();
    context.after(objects.close);
    const first = await newTarget(context, objects, 0);
    const beganMs = performance.now();
    const wanted = await copyWhole(context, objects, ['--from', folder], first);
    const wholeMs = performance.now() - beganMs;
    const seen = { untouched: 0, refused: 0, whole: 0 };
    for (let at = 1; at <= size.targets; at += 1) {
      const target = await newTarget(context, objects, at);
      let state: keyof typeof seen = 'untouched';
      for (let kill = 0; kill < size.killsEach && state !== 'whole'; kill += 1) {
        const words = ['copy', '--from', folder, ...target.words('to')];
        const copy = spawnBaraza(scope, words, context.folder(), objects.environment);
        const stop = () => copy.child.kill('SIGKILL');
        // Alternately after a printed line (one for each table) and after a random time.
        const lines = context.random.below(30);
        const timer =
          kill % 2 === 1 ? setTimeout(stop, context.random.below(Math.ceil(wholeMs))) : undefined;
        copy.child.stdout?.on('data', () => {
          if (timer === undefined && copy.stdout().split('\n').length > lines) stop();
        });
        await copy.ended;
        clearTimeout(timer);
        state = await stateOf(target);
        seen[state] += 1;
        if (state !== 'whole') continue;
        // A server would start on it, so it must be complete.
        const elsewhere = await newTarget(context, objects, 1);
        const again = await copyWhole(context, objects, target.words('from'), elsewhere);
        assert.deepEqual(again, wanted);
      }
      if (state === 'whole') continue;
      assert.deepEqual(await copyWhole(context, objects, ['--from', folder], target), wanted);
      assert.equal(await stateOf(target), 'whole');
    }
    context.figures.note('copies killed before their first table', seen.untouched);
    context.figures.atLeast('refused targets', seen.refused, 1);
    context.figures.note('copies completed before the kill', seen.whole);
  },
});

async function stateOf({ openStore }: Target) {
  const store = openStore();
  if (store === undefined) return 'untouched';
  try {
    if ((await versionOf(store)) === 0) return 'untouched';
    return (await readCopying(store)) === undefined ? 'whole' : 'refused';
  } finally {
    await store.close();
  }
}

async function copyWhole(
  context: ScenarioContext,
  { environment }: FakeS3,
  from: readonly string[],
  to: Target,
): Promise<Report> {
  const scope = { after: context.after as never };
  const words = ['copy', ...from, ...to.words('to'), '--json'];
  const { code, stdout, stderr } = await runBaraza(scope, words, context.folder(), environment);
  assert.equal(code, 0, stderr);
  const { tables, objects } = JSON.parse(stdout) as Report;
  return { tables, objects };
}

/** Alternately a database with a bucket, and a folder. */
async function newTarget(context: ScenarioContext, objects: FakeS3, at: number): Promise<Target> {
  const home = path.join(context.folder(), 'home');
  if (at % 2 === 1) {
    const database = path.join(home, 'baraza.db');
    return {
      words: (option) => [`--${option}`, home],
      openStore: () => (existsSync(database) ? openSqlite(database) : undefined),
    };
  }
  const database = await createDatabase();
  const place = objects.url.replace('/objects', `/target-${at}`);
  return {
    words: (option) => [
      `--${option}`,
      database,
      `--${option}-blobs`,
      place,
      `--${option}-pepper`,
      `${home}-pepper`,
    ],
    openStore: () => openPostgres(database, { connectionsMax: 2 }),
  };
}

/** A data folder with a few objects, one of them large enough for a multipart upload. */
async function furnish(context: ScenarioContext): Promise<string> {
  const folder = context.folder();
  const server = await startProcess({ after: context.after as never }, folder);
  const key = firstKey(folder);
  const bucket = await createResource(server, key, 'storage');
  for (const [n, size] of [9_000_000, 1, 0, 200_000, 70_000, 400_000].entries()) {
    const body = form({ bytes: createRandom(n).bytes(size) });
    const stored = await ask(server, 'POST', `${storage}/${bucket}?key=${n}`, { key, body });
    assert.equal(stored.status, 201, stored.text);
  }
  assert.equal((await server.end('SIGTERM')).code, 0);
  return folder;
}
