/** Backups of a server that is written to and left by clients all the while, and what is restored of them. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { form, resources, storage } from '../../../packages/server/test/houses/house.ts';
import { runBaraza } from '../../../packages/server/test/houses/server-process.ts';
import {
  assertCountsAreRows,
  withDatabase,
} from '../../../packages/server/test/platform/accounts.ts';
import { digestsOf } from '../../../packages/server/test/process/backups.ts';
import { openLedger } from '../../../packages/server/test/process/ledger.ts';
import { assertDatabaseIsWhole, assertObjectsAreWhole } from '../books.ts';
import { isRunning } from '../descriptors.ts';
import type { Installation } from '../installation.ts';
import { attackerAddress, openSocket, requestHead } from '../load.ts';
import { type Stage, scenario } from '../scenario.ts';

interface Size {
  readonly backups: number;
  readonly writers: number;
  readonly abortingClients: number;
}

export const backupUnderLoad = scenario<Size>({
  name: 'backup-under-load',
  what: `
    backups under 8 writers and 100 clients that abort uploads and downloads, each restored and backed up again`,
  promise: `
    a backup under writers and aborting clients restores to one moment, with every write acknowledged before it`,
  provenAgainst: `
    \`blobs/hold.ts\` removing blobs while a backup holds them: the backup missed the bytes of an object`,
  engines: ['sqlite'],
  short: { backups: 1, writers: 4, abortingClients: 6 },
  long: { backups: 20, writers: 8, abortingClients: 100 },
  play: async (stage, { backups, writers, abortingClients }) => {
    const { figures, random } = stage;
    const place = stage.folder();
    const folder = path.join(place, 'data');
    const server = await stage.start({ folder });
    const ledgers = Array.from({ length: writers / 2 }, (_, at) => openLedger(random, `w ${at}`));
    const appenders = await Promise.all(ledgers.map(() => openAppender(server)));
    let isOver = false;
    let aborted = 0;
    const until = async (job: () => Promise<unknown>) => {
      while (!isOver) await job();
    };
    const aborting = await openAborting(server);
    const working = Promise.all([
      ...ledgers.map((ledger) => until(() => ledger.write(server))),
      ...appenders.map(({ append }) => until(append)),
      ...Array.from({ length: abortingClients }, (_, at) =>
        until(async () => {
          await aborting(at + aborted, random.below(20));
          aborted += 1;
        }),
      ),
    ]);
    // Where a backup fails, the server ends under those who are still at work.
    working.catch(() => {});
    const taken: Taken[] = [];
    for (let round = 0; round < backups; round += 1) {
      // Something was written since the last one.
      const goal = (round + 1) * 3;
      while (Math.min(...appenders.map(({ acknowledged }) => acknowledged())) < goal)
        await server.platform('GET', '/api/platform/status').catch((error: unknown) => {
          assert.ok(isRunning(server.pid), `the process has ended\n${server.stderr().slice(-500)}`);
          throw error;
        });
      const before = appenders.map(({ acknowledged }) => acknowledged());
      const file = path.join(place, `${round}.backup`);
      await done(stage, ['backup', file], folder);
      taken.push({ file, before, after: appenders.map(({ sent }) => sent()) });
    }
    isOver = true;
    await working;
    assert.equal((await server.end('SIGTERM')).code, 0);
    figures.note('clients that aborted', aborted);
    let objects = 0;
    for (const [round, { file, before, after }] of taken.entries()) {
      const restored = path.join(place, `restored ${round}`);
      await done(stage, ['restore', file], restored);
      assertCountsAreRows(restored);
      assertDatabaseIsWhole(restored);
      objects += assertObjectsAreWhole(restored);
      for (const [at, appender] of appenders.entries())
        appender.assertPrefix(restored, before[at] ?? 0, after[at] ?? 0);
      const again = path.join(place, `again ${round}`);
      await done(stage, ['backup', again], restored);
      assert.deepEqual(await digestsOf(again), await digestsOf(file));
    }
    figures.atLeast('backups restored and equal', taken.length, backups);
    figures.atLeast('objects whose hash is right', objects, backups);
  },
});

interface Taken {
  readonly file: string;
  /** By appender: what was acknowledged before it began, and sent before it ended. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** A writer that only adds, one after the other: what a moment shows of it is a beginning. */
async function openAppender(server: Installation) {
  const collection = await server.newResource('data');
  const bucket = await server.newResource('storage');
  let acknowledged = 0;
  let sent = 0;
  return {
    acknowledged: () => acknowledged,
    sent: () => sent,
    append: async () => {
      sent += 1;
      const body = { action: 'add-record', record: { n: sent } };
      const added = await server.platform('PATCH', `${resources}/${collection}`, { body });
      const target = `${storage}/${bucket}?key=${String(sent).padStart(6, '0')}`;
      const bytes = `object ${sent} ${'x'.repeat(sent * 100)}`;
      const put = await server.platform('POST', target, { body: form({ bytes }) });
      // A collection that is full takes no more; then there is enough of it.
      if (added.status === 409) return;
      assert.deepEqual([added.status, put.status], [200, 201]);
      acknowledged = sent;
    },
    assertPrefix: (folder: string, min: number, max: number) => {
      const { records, objects } = withDatabase(folder, (database) => ({
        records: database
          .prepare<[string], { record: string }>(
            'SELECT record FROM records WHERE resource_id = ? ORDER BY id',
          )
          .all(collection)
          .map(({ record }) => JSON.parse(record).n as number),
        objects: database
          .prepare<[string], { key: string }>(
            'SELECT key FROM objects WHERE resource_id = ? ORDER BY key',
          )
          .all(bucket)
          .map(({ key }) => Number(key)),
      }));
      for (const numbers of [records, objects])
        assert.deepEqual(
          numbers,
          numbers.map((_, index) => index + 1),
        );
      assert.ok(objects.length >= min, `${min} were acknowledged, ${objects.length} are there`);
      assert.ok(records.length <= max, `${max} were sent, ${records.length} are there`);
    },
  };
}

/** A client that begins an upload or a download, and leaves; in a bucket of another owner. */
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

async function done(stage: Stage, words: readonly string[], folder: string): Promise<void> {
  const { code, stderr } = await runBaraza({ after: stage.after as never }, words, folder);
  assert.deepEqual([code, stderr], [0, ''], words.join(' '));
}
