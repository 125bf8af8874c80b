/** Backups of a server during writes and aborted transfers, and their restoration. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Random } from '../../../packages/server/test/fixtures/random.ts';
import { form, resources, storage } from '../../../packages/server/test/fixtures/server.ts';
import { eventually, runBaraza } from '../../../packages/server/test/fixtures/server-process.ts';
import {
  assertCountsAreRows,
  withDatabase,
} from '../../../packages/server/test/platform/accounts.ts';
import { digestsOf } from '../../../packages/server/test/process/backups.ts';
import { type Ledger, openLedger } from '../../../packages/server/test/process/ledger.ts';
import { assertDatabaseIsWhole, assertObjectsAreWhole } from '../books.ts';
import { isRunning } from '../descriptors.ts';
import type { Installation } from '../installation.ts';
import { attackerAddress, openSocket, requestHead } from '../load.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

export const backupUnderLoad = scenario({
  name: 'backup-under-load',
  what: `
    backups during writes of 8 writers and 100 clients that abort uploads and downloads, each restored and backed
    up again`,
  guarantee: `
    a backup during writes and aborted transfers restores to one point in time, with every write acknowledged
    before it`,
  provenAgainst: `
    \`backup/backup.ts\` removing blobs while a backup holds them: the backup lacked the bytes of an object`,
  engines: ['sqlite'],
  short: { backups: 1, writers: 4, abortingClients: 6 },
  long: { backups: 20, writers: 8, abortingClients: 100 },
  run: async (context, { backups, writers, abortingClients }) => {
    const { figures, random } = context;
    const workFolder = context.folder();
    const folder = path.join(workFolder, 'data');
    const server = await context.start({ folder });
    const ledgers = Array.from({ length: writers / 2 }, (_, at) => openLedger(random, `w ${at}`));
    const appenders = await Promise.all(ledgers.map(() => openAppender(server)));
    let isOver = false;
    let aborted = 0;
    const until = async (job: () => Promise<unknown>) => {
      while (!isOver) await job();
    };
    const aborting = await openAborting(server);
    const working = Promise.all([
      ...ledgers.map((ledger) => until(() => writeOrDrop(ledger, random, server))),
      ...appenders.map(({ append }) => until(append)),
      ...Array.from({ length: abortingClients }, (_, at) =>
        until(async () => {
          await aborting(at + aborted, random.below(20));
          aborted += 1;
        }),
      ),
    ]).catch((error: unknown) => {
      assert.ok(isRunning(server.pid), `the process has ended\n${server.stderr().slice(-500)}`);
      throw error;
    });
    // If a backup fails, the server stops while the clients are still running.
    working.catch(() => {});
    const taken: Taken[] = [];
    const acknowledged = () => appenders.map((appender) => appender.acknowledged());
    let longestMs = 0;
    try {
      for (let round = 0; round < backups; round += 1) {
        const last = taken.at(-1)?.after ?? appenders.map(() => 0);
        const hasEachWritten = () => acknowledged().every((count, at) => count > (last[at] ?? 0));
        // A failed writer rejects `working`.
        await Promise.race([working, eventually(hasEachWritten)]);
        const before = acknowledged();
        const file = path.join(workFolder, `${round}.backup`);
        const startedMs = performance.now();
        await done(context, ['backup', file], folder);
        longestMs = Math.max(longestMs, performance.now() - startedMs);
        taken.push({ file, before, after: appenders.map(({ sent }) => sent()) });
      }
    } finally {
      isOver = true;
    }
    await working;
    assert.equal((await server.end('SIGTERM')).code, 0);
    figures.note('clients that aborted', aborted);
    figures.note('writes acknowledged', sumOf(acknowledged()));
    figures.note('longest backup', longestMs, 'ms');
    const during = taken.map(({ before, after }) => sumOf(after) - sumOf(before));
    figures.atLeast('fewest writes during a backup', Math.min(...during), 1);
    let objects = 0;
    for (const [round, { file, before, after }] of taken.entries()) {
      const restored = path.join(workFolder, `restored ${round}`);
      await done(context, ['restore', file], restored);
      assertCountsAreRows(restored);
      assertDatabaseIsWhole(restored);
      objects += assertObjectsAreWhole(restored);
      for (const [at, appender] of appenders.entries())
        appender.assertRun(restored, before[at] ?? 0, after[at] ?? 0);
      const again = path.join(workFolder, `again ${round}`);
      await done(context, ['backup', again], restored);
      assert.deepEqual(await digestsOf(again), await digestsOf(file));
    }
    figures.atLeast('backups restored and equal', taken.length, backups);
    figures.atLeast('objects with the right hash', objects, backups);
  },
});

interface Taken {
  readonly file: string;
  /** For each appender, the number of writes acknowledged before the backup began. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Writes, and sometimes deletes a resource with its content. Without deletions the data, and with it the duration of a
 * backup, would double with each round.
 */
async function writeOrDrop(ledger: Ledger, random: Random, server: Installation): Promise<void> {
  if (ledger.ids().length > 1 && random.below(30) === 0) await ledger.drop(server);
  else await ledger.write(server);
}

// After this many writes a new collection and bucket replace the old ones.
const generationSize = 20;

/** Writes consecutive numbers, so that every snapshot must have a range without gaps. */
async function openAppender(server: Installation) {
  const newGeneration = async () => ({
    collection: await server.newResource('data'),
    bucket: await server.newResource('storage'),
  });
  let generation = await newGeneration();
  const generations = [generation];
  let acknowledged = 0;
  let sent = 0;
  const add = async () => {
    const body = { action: 'add-record', record: { n: sent } };
    const { collection, bucket } = generation;
    const added = await server.platform('PATCH', `${resources}/${collection}`, { body });
    const target = `${storage}/${bucket}?key=${String(sent).padStart(6, '0')}`;
    const bytes = `object ${sent} ${'x'.repeat((sent % generationSize) * 1_000)}`;
    const put = await server.platform('POST', target, { body: form({ bytes }) });
    assert.deepEqual([added.status, put.status], [200, 201]);
    acknowledged = sent;
  };
  return {
    acknowledged: () => acknowledged,
    sent: () => sent,
    append: async () => {
      const old = generation;
      const isFull = sent > 0 && sent % generationSize === 0;
      if (isFull) {
        generation = await newGeneration();
        generations.push(generation);
      }
      sent += 1;
      await add();
      if (!isFull) return;
      for (const id of [old.collection, old.bucket])
        assert.equal((await server.platform('DELETE', `${resources}/${id}`)).status, 200);
    },
    assertRun: (folder: string, min: number, max: number) => {
      const records = numbersIn(
        folder,
        "SELECT record ->> 'n' AS n FROM records WHERE resource_id = ? ORDER BY id",
        generations.map(({ collection }) => collection),
      );
      const objects = numbersIn(
        folder,
        'SELECT CAST(key AS INTEGER) AS n FROM objects WHERE resource_id = ? ORDER BY key',
        generations.map(({ bucket }) => bucket),
      );
      for (const numbers of [records, objects]) {
        const first = numbers[0] ?? 1;
        assert.equal(first % generationSize, 1, `${first} is not the first of its generation`);
        assert.deepEqual(
          numbers,
          numbers.map((_, index) => first + index),
        );
      }
      const lastObject = objects.at(-1) ?? 0;
      const lastRecord = records.at(-1) ?? 0;
      assert.ok(lastObject >= min, `${min} were acknowledged, ${lastObject} is the last there`);
      assert.ok(lastRecord <= max, `${max} were sent, ${lastRecord} is there`);
      assert.ok(
        lastRecord - lastObject <= 1 && lastObject <= lastRecord,
        'not a single point in time',
      );
    },
  };
}

function numbersIn(folder: string, query: string, ids: readonly string[]): readonly number[] {
  return withDatabase(folder, (database) => {
    const rows = database.prepare<[string], { n: number }>(query);
    return ids.flatMap((id) => rows.all(id).map(({ n }) => n));
  });
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A client that aborts an upload or a download, in a bucket of another owner. */
async function openAborting(server: Installation) {
  const { key } = await server.newOwner('aborting');
  const bucket = await server.newResource('storage', {}, key);
  const target = `${storage}/${bucket}?key=left`;
  const bytes = 'y'.repeat(300_000);
  const put = await server.platform('POST', target, { key, body: form({ bytes }) });
  assert.equal(put.status, 201);
  const authorization = `Bearer ${key}`;
  const download = requestHead('GET', target, { authorization });
  const upload = requestHead('POST', target, {
    authorization,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': 400_000,
  });
  const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
  return async (index: number, delayMs: number) => {
    const socket = await openSocket(server.port, attackerAddress(index));
    if (socket === undefined) return;
    socket.resume();
    socket.write(index % 2 === 0 ? download : `${upload}${part}${bytes.slice(0, 100_000)}`);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (index % 4 < 2) socket.destroy();
    else socket.resetAndDestroy();
  };
}

async function done(
  context: ScenarioContext,
  words: readonly string[],
  folder: string,
): Promise<void> {
  const { code, stderr } = await runBaraza({ after: context.after as never }, words, folder);
  assert.deepEqual([code, stderr], [0, ''], words.join(' '));
}
