/** Servers killed during writes: acknowledged writes are present, others leave nothing behind. */
import assert from 'node:assert/strict';
import { request } from 'node:http';
import { storage } from '../../../packages/server/test/fixtures/server.ts';
import { eventually } from '../../../packages/server/test/fixtures/server-process.ts';
import { assertCountsAreRows } from '../../../packages/server/test/platform/accounts.ts';
import { type Ledger, openLedger } from '../../../packages/server/test/process/ledger.ts';
import {
  assertDatabaseIsWhole,
  assertObjectsAreWhole,
  auditBooks,
  blobFiles,
  blobRows,
  incomingFiles,
} from '../books.ts';
import type { Installation } from '../installation.ts';
import { killAfter } from '../process-killer.ts';
import { scenario } from '../scenario.ts';
import { openSiteLedger, type SiteLedger } from '../site-ledger.ts';

export const kills = scenario({
  name: 'kills',
  what: `
    kill -9 during mixed writes of records, objects, keys, leads and profiles, with at least 8 acknowledged writes
    between two kills`,
  guarantee: `
    kills during writes lose no acknowledged write, corrupt nothing and leave no orphan`,
  provenAgainst: `
    \`store/sqlite/group-commit.ts\` answering 8 ms before it commits: an acknowledged record was lost`,
  engines: ['sqlite', 'postgres'],
  short: { kills: 3, acknowledgedMin: 8 },
  long: { kills: 200, acknowledgedMin: 8 },
  run: async (context, size) => {
    const { random, figures, engine } = context;
    const folder = context.folder();
    const startsMs: number[] = [];
    const start = async () => {
      const beganMs = performance.now();
      const server = await context.start({ folder });
      startsMs.push(performance.now() - beganMs);
      return server;
    };
    const ledgers = [0, 1, 2].map((index) => openLedger(random, `writer ${index}`));
    const sites: SiteLedger[] = [];
    let acknowledged = 0;
    let halves = 0;
    let bucket: Bucket | undefined;
    for (let kill = 0; kill < size.kills; kill += 1) {
      const server = await start();
      bucket ??= await openBucket(server);
      if (kill === 0)
        for (const slug of ['duka', 'shamba'])
          sites.push(await openSiteLedger(server, random, slug));
      await auditAll(server, ledgers, sites);
      await leaveUploadOpen(server, bucket);
      const target = size.acknowledgedMin + random.below(25);
      acknowledged += await writeUntilKilled(server, ledgers, sites, target);
      halves += incomingFiles(folder).length;
    }
    const server = await start();
    await auditAll(server, ledgers, sites);
    for (const ledger of ledgers) await ledger.drop(server);
    await auditAll(server, ledgers, sites);
    if (engine === 'sqlite')
      await eventually(
        () =>
          blobFiles(folder).join() ===
          blobRows(folder)
            .map(({ blob }) => blob)
            .join(),
      );
    assert.deepEqual(incomingFiles(folder), []);
    assert.equal((await server.end('SIGTERM')).code, 0);
    if (engine === 'sqlite') {
      assertCountsAreRows(folder);
      assertDatabaseIsWhole(folder);
      assertObjectsAreWhole(folder);
    }
    figures.note('kills', size.kills);
    figures.atLeast('acknowledged writes', acknowledged, size.kills * size.acknowledgedMin);
    figures.atLeast('uploads interrupted by a kill', halves, size.kills);
    figures.atMostWhenLong('longest start', Math.max(...startsMs.slice(1)), 2_000, 'ms');
  },
});

async function auditAll(
  server: Installation,
  ledgers: readonly Ledger[],
  sites: readonly SiteLedger[],
): Promise<void> {
  await auditBooks(server, ledgers);
  for (const site of sites) await site.audit(server);
}

async function writeUntilKilled(
  server: Installation,
  ledgers: readonly Ledger[],
  sites: readonly SiteLedger[],
  target: number,
): Promise<number> {
  const killer = killAfter(server, target);
  await Promise.all(
    [...ledgers, ...sites].map(async (ledger) => {
      while (await ledger.write(server)) killer.count();
    }),
  );
  await server.ended;
  return killer.counted();
}

/** Starts an upload that the kill will interrupt. */
async function leaveUploadOpen(server: Installation, bucket: Bucket): Promise<void> {
  const upload = request(`${server.url}${storage}/${bucket.id}?key=half`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bucket.key}`,
      'content-type': 'multipart/form-data; boundary=b',
    },
  });
  upload.on('error', () => {});
  upload.write('--b\r\ncontent-disposition: form-data; name="file"; filename="half"\r\n\r\n');
  upload.write(Buffer.alloc(200_000, 1));
  await eventually(() => incomingFiles(server.folder).length > 0);
}

/** A bucket of a separate owner that is not audited. */
interface Bucket {
  readonly id: string;
  readonly key: string;
}

async function openBucket(server: Installation): Promise<Bucket> {
  const { key } = await server.newOwner('half');
  return { id: await server.newResource('storage', {}, key), key };
}
