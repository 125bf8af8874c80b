import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { temporaryFolder } from '../../../test/fixtures/server-process.ts';
import type { Problem } from '../problem.ts';
import { createDiskRoom, type DatabaseRoom, type DiskUse, usualReserve } from './disk-room.ts';
import { createSpareFile, type SpareFile } from './spare-file.ts';

const MB = 1024 * 1024;
const GB = 1024 * MB;

/** A disk of 1,000 MB with a reserve of 100 MB; what is free is set in MB. */
function openRoom(
  options: {
    readonly database?: (() => DatabaseRoom | undefined) | undefined;
    readonly objects?: { freeBytes: number };
    readonly spare?: SpareFile;
  } = {},
) {
  const disk: { freeBytes: number; readings: number; files?: { free: number; total: number } } = {
    freeBytes: 500 * MB,
    readings: 0,
  };
  let nowMs = 0;
  const room = createDiskRoom({
    folder: 'own',
    objects: 'objects',
    reserveOf: () => 100 * MB,
    database: 'database' in options ? options.database : () => undefined,
    ...(options.spare && { spare: options.spare }),
    readDisk: (folder) => {
      if (folder === 'objects') return options.objects && { ...options.objects, totalBytes: 0 };
      disk.readings += 1;
      return { freeBytes: disk.freeBytes, totalBytes: 1_000 * MB, files: disk.files };
    },
    monotonicMs: () => nowMs,
  });
  const accepts = (use: DiskUse, bytes = 0): boolean => {
    try {
      room.assertRoom(use, bytes);
      return true;
    } catch (error) {
      const { code, retryAfterSeconds } = error as Problem;
      assert.deepEqual([code, retryAfterSeconds], ['busy', 60]);
      return false;
    }
  };
  return {
    room,
    disk,
    accepts,
    setFree: (megabytes: number) => {
      disk.freeBytes = megabytes * MB;
    },
    wait: () => {
      nowMs += 11;
    },
  };
}

test('the usual reserve is the larger of 64 MB and 2 %, at most 1 GB and a quarter of the disk', () => {
  for (const [disk, reserve] of [
    [24 * MB, 6 * MB],
    [256 * MB, 64 * MB],
    [2 * GB, 64 * MB],
    [10 * GB, 0.2 * GB],
    [1_000 * GB, GB],
  ] as const)
    assert.equal(usualReserve(disk), Math.floor(reserve));
});

test('files are refused below the reserve, other changes below half of it, deletions never', () => {
  const { accepts, setFree, wait } = openRoom();
  const uses = (['fills', 'writes', 'frees'] as const).map((use) => [use, use] as const);
  for (const [free, accepted] of [
    [100, ['fills', 'writes', 'frees']],
    [99, ['writes', 'frees']],
    [50, ['writes', 'frees']],
    [49, ['frees']],
    [0, ['frees']],
    // Without a restart it goes on when there is room.
    [100, ['fills', 'writes', 'frees']],
  ] as const) {
    setFree(free);
    wait();
    assert.deepEqual(
      uses.flatMap(([use, name]) => (accepts(use) ? [name] : [])),
      accepted,
      `${free} MB`,
    );
  }
});

test('files are refused while the disk takes few more of them, however many bytes are free', () => {
  const { disk, accepts, wait } = openRoom();
  for (const [free, total, fills] of [
    [1_000, 1_000_000, true],
    [999, 1_000_000, false],
    [50, 200, true],
    [49, 200, false],
  ] as const) {
    disk.files = { free, total };
    wait();
    assert.deepEqual([accepts('fills'), accepts('writes'), accepts('frees')], [fills, true, true]);
  }
});

test('a burst between two looks at the disk does not pass the reserve, and does not look each time', () => {
  const { accepts, disk, setFree } = openRoom();
  setFree(110);
  assert.ok(accepts('fills'));
  for (let n = 0; n < 10; n += 1) assert.ok(accepts('fills', MB));
  assert.equal(disk.readings, 1);
  setFree(100);
  assert.equal(accepts('fills', MB), false, 'it was written');
  setFree(105);
  assert.ok(accepts('fills', 2 * MB), 'what was counted took less');
  const { readings } = disk;
  for (let n = 0; n < 11; n += 1) assert.ok(accepts('writes', MB));
  assert.equal(disk.readings, readings);
  setFree(40);
  assert.equal(
    accepts('writes', MB),
    false,
    'others that fill it are seen after an eighth of the reserve',
  );
});

test('what is still being written counts until it has ended', () => {
  const { room, accepts, setFree } = openRoom();
  setFree(110);
  const ends = [room.hold('fills', 4 * MB), room.hold('fills', 4 * MB)];
  assert.equal(accepts('fills', 4 * MB), false);
  assert.ok(accepts('writes', 4 * MB));
  assert.throws(() => room.hold('fills', 4 * MB));
  ends[0]?.();
  assert.ok(accepts('fills', 4 * MB));
});

test('a deletion that is under way takes no room from others', () => {
  const { room, accepts, setFree } = openRoom();
  setFree(51);
  room.hold('frees', 10 * MB);
  assert.ok(accepts('writes'));
});

test('much that the file of the database still grows by is not free, and free pages in it count a little', () => {
  const database = { owedBytes: 0, spareBytes: 0, settle: () => {} };
  const { accepts, setFree, wait } = openRoom({ database: () => database });
  const cases = [
    { free: 100, owed: 25, spare: 0, fills: true, writes: true },
    { free: 120, owed: 46, spare: 0, fills: false, writes: true },
    { free: 60, owed: 36, spare: 0, fills: false, writes: false },
    { free: 40, owed: 0, spare: 11, fills: false, writes: true },
    // The log of the database needs room of its own.
    { free: 24, owed: 0, spare: 900, fills: false, writes: false },
  ];
  for (const { free, owed, spare, ...accepted } of cases) {
    setFree(free);
    Object.assign(database, { owedBytes: owed * MB, spareBytes: spare * MB });
    wait();
    assert.deepEqual({ fills: accepts('fills'), writes: accepts('writes') }, accepted);
  }
});

test('with a database server changes are not refused, and files are by their own disk', () => {
  const objects = { freeBytes: 99 * MB };
  const { room, accepts, setFree, wait } = openRoom({ database: undefined, objects });
  assert.deepEqual([accepts('fills'), accepts('writes')], [false, true]);
  room.assertObjects();
  objects.freeBytes = 49 * MB;
  assert.throws(room.assertObjects, { code: 'busy' });
  objects.freeBytes = 500 * MB;
  setFree(10);
  wait();
  assert.deepEqual([accepts('fills'), accepts('writes')], [false, true]);
});

test('a folder that cannot be looked at refuses nothing', () => {
  const room = createDiskRoom({
    folder: 'own',
    objects: 'objects',
    reserveOf: usualReserve,
    database: () => undefined,
    readDisk: () => undefined,
  });
  room.assertRoom('fills', GB);
});

test('the spare file is there once it has room, and gone when the disk is full', async () => {
  const file = path.join(temporaryFolder({ after }), 'spare');
  const { room, accepts, setFree, wait } = openRoom({ spare: createSpareFile(file) });
  setFree(101);
  await room.keepSpare();
  assert.equal(existsSync(file), false);
  setFree(102);
  await room.keepSpare();
  const { size, mode } = statSync(file);
  assert.deepEqual([size, mode & 0o777], [2 * MB, 0o600]);
  setFree(24);
  wait();
  assert.ok(accepts('frees'));
  assert.equal(existsSync(file), false);
});

test('a server that stops on a full disk leaves its last room to the next start', async () => {
  const file = path.join(temporaryFolder({ after }), 'spare');
  const { room, setFree } = openRoom({ spare: createSpareFile(file) });
  setFree(1);
  await room.close();
  assert.equal(existsSync(file), false, 'a command is no server');
  await room.keepSpare();
  assert.equal(existsSync(file), false);
  await room.close();
  assert.equal(statSync(file).size, MB);
});

test('a spare file is not begun again while it is there, and leaves nothing when it cannot be made', async () => {
  const folder = temporaryFolder({ after });
  const file = path.join(folder, 'spare');
  const spare = createSpareFile(file);
  await spare.make(10);
  writeFileSync(file, 'marked');
  await spare.make(10);
  assert.equal(statSync(file).size, 6);
  await assert.rejects(createSpareFile(path.join(folder, 'absent', 'spare')).make(10));
  assert.deepEqual([spare.remove(), spare.remove()], [true, false]);
});
