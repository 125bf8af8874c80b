/** A disk that repeatedly fills up and is emptied again. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  form,
  type Reply,
  resources,
  storage,
} from '../../../packages/server/test/fixtures/server.ts';
import { eventually, runBaraza } from '../../../packages/server/test/fixtures/server-process.ts';
import {
  fill,
  freeBytesOf,
  leaveFree,
  mountSmall,
  noSmallDisk,
} from '../../../packages/server/test/process/small-disk.ts';
import { assertDatabaseIsWhole, incomingFiles } from '../books.ts';
import type { Installation } from '../installation.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

const MB = 1024 * 1024;

export const diskFull = scenario({
  name: 'disk-full',
  what: `
    a disk that is filled to its reserve by uploads, to half of it by small writes, and to its last byte by another
    program, then emptied by deletions, and gets free space again; and a server that is killed and started on it`,
  guarantee: `
    below its reserve uploads are refused with 503, below half of it every change; reads and deletions continue, also
    after a start; no acknowledged write is lost, and free space is enough to continue without a restart`,
  provenAgainst: `
    \`blobs/files.ts\` leaving the temporary file of a failed upload: seven were found in \`incoming\`; a server that
    keeps no spare file: it did not start`,
  engines: ['sqlite', 'postgres'],
  short: { rounds: 1 },
  long: { rounds: 20 },
  skip: noSmallDisk,
  run: async (context, { rounds }) => {
    const { figures } = context;
    const workFolder = context.folder();
    const diskBytes = (24 + rounds * 2) * MB;
    const unmount = mountSmall(workFolder, diskBytes / MB);
    context.after(() => unmount?.());
    const reserve = diskBytes / 4;
    const folder = path.join(workFolder, 'data');
    const server = await context.start({ folder });
    const shop = await openShop(context, server);
    const ballast = path.join(workFolder, 'ballast');
    // With a database server only files are on this disk.
    const changes = context.engine === 'sqlite' ? shop.changes : [];
    const refused = { uploads: 0, changes: 0 };
    let deletions = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const write of shop.writes) assert.ok(await write(), 'there is free space');
      leaveFree(ballast, reserve + 4 * MB);
      refused.uploads += await writeUntilFull([shop.upload]);
      // The rows of the uploads are changes, which may use the reserve.
      const rowBytes = MB / 4;
      assert.ok(freeBytesOf(workFolder) >= reserve - rowBytes, 'uploads leave the reserve');
      for (const write of shop.changes) assert.ok(await write(), 'changes may use the reserve');
      leaveFree(ballast, reserve / 2 + MB);
      refused.changes += await writeUntilFull(changes);
      assert.ok(freeBytesOf(workFolder) >= reserve / 2 - MB, 'changes leave half of it');
      fill(ballast);
      for (const write of [shop.upload, ...changes]) assert.ok(!(await write()));
      await shop.verify();
      deletions += await shop.remove();
      assert.deepEqual(incomingFiles(folder), []);
      rmSync(ballast);
      for (const write of shop.writes) assert.ok(await write(), 'free space is enough');
      await shop.verify();
    }
    figures.atLeast('uploads refused with 503', refused.uploads, rounds);
    figures.atLeast('other changes refused with 503', refused.changes, rounds * changes.length);
    figures.atLeast('deletions on a full disk', deletions, rounds * 3);
    figures.note('times that the disk was filled', rounds);

    fill(ballast);
    const pending = Promise.allSettled(shop.writes.map((write) => write()));
    await server.end('SIGKILL');
    await pending;
    fill(ballast);
    const t = { after: context.after as never };
    const start = await runBaraza(t, ['serve'], path.join(workFolder, 'another'));
    assert.deepEqual([start.code, start.stdout], [1, '']);
    assert.match(start.stderr, /^[^\n]+ cannot be (?:used|written|locked): [^\n]+\.\n$/);
    const full = await context.start({ folder });
    await shop.verify(full);
    await shop.remove(full);
    await full.end('SIGTERM');
    fill(ballast);
    const again = await context.start({ folder });
    await shop.verify(again);
    await shop.remove(again);
    rmSync(ballast);
    await shop.verify(again);
    const blobs = () =>
      readdirSync(path.join(folder, 'objects'), { recursive: true })
        .map(String)
        .filter((name) => name.includes('blob_'));
    await eventually(() => blobs().length === shop.objects());
    assert.equal((await again.end('SIGTERM')).code, 0);
    if (context.engine === 'sqlite') assertDatabaseIsWhole(folder);
  },
});

/** Writers of each kind, with their acknowledged writes, and what deletes them. */
async function openShop({ random }: ScenarioContext, server: Installation) {
  const bucket = await server.newResource('storage');
  const collection = await server.newResource('data');
  const records = new Map<string, string>();
  const objects = new Map<string, Uint8Array>();
  const leads = new Map<string, string>();
  let about = '';
  let sent = 0;
  await server.newSite('shop');
  const admin = '/v1/admin/sites/shop';
  const isAccepted = (reply: Reply): boolean => {
    if (reply.status < 300) return true;
    assertFull(reply);
    return false;
  };
  const addRecord = async () => {
    const text = `${records.size} ${'x'.repeat(3_000)}`;
    const body = { action: 'add-record', record: { text } };
    const reply = await server.platform('PATCH', `${resources}/${collection}`, { body });
    if (reply.status === 200) records.set(reply.json.recordId, text);
    return isAccepted(reply);
  };
  const upload = async () => {
    sent += 1;
    const bytes = random.bytes(MB);
    const target = `${storage}/${bucket}?key=${sent}`;
    const reply = await server.platform('POST', target, { body: form({ bytes }) });
    if (reply.status < 300) objects.set(reply.json.key, bytes);
    return isAccepted(reply);
  };
  const addLead = async () => {
    sent += 1;
    const contact = `visitor-${sent}@example.com`;
    const body = { contact, message: 'x'.repeat(1_500) };
    const reply = await server.visit('POST', '/v1/sites/shop/leads', { body });
    if (reply.status === 201) leads.set(reply.json.id, contact);
    return isAccepted(reply);
  };
  const changeProfile = async () => {
    sent += 1;
    const wanted = `${sent} ${'y'.repeat(20_000)}`;
    const given = { key: server.credential, body: { about: wanted } };
    const reply = await server.visit('PUT', `${admin}/profile`, given);
    if (reply.status === 200) about = wanted;
    return isAccepted(reply);
  };
  const changes = [addRecord, addLead, changeProfile];
  return {
    upload,
    changes,
    writes: [upload, ...changes],
    objects: () => objects.size,
    /** Deletes nearly all; returns the number of deletions. */
    remove: async (at: Installation = server): Promise<number> => {
      const list = `${resources}/${collection}/records`;
      const deletions = [
        ...[...objects.keys()].slice(1).map((key) => async () => {
          const reply = await at.platform('DELETE', `${storage}/${bucket}?key=${key}`);
          objects.delete(key);
          return reply;
        }),
        ...[...records.keys()].slice(1).map((id) => async () => {
          const reply = await at.platform('DELETE', `${list}/${id}`);
          records.delete(id);
          return reply;
        }),
        ...[...leads.keys()].slice(1).map((id) => async () => {
          const reply = await at.visit('DELETE', `${admin}/leads/${id}`, { key: at.credential });
          leads.delete(id);
          return reply;
        }),
      ];
      for (const send of deletions) {
        const { status, text } = await send();
        assert.ok(status < 300, `${status} ${text}`);
      }
      return deletions.length;
    },
    /** Exactly the acknowledged writes can be read. */
    verify: async (at: Installation = server) => {
      const found = await at.platform('GET', `${resources}/${collection}`);
      assert.equal(found.status, 200);
      const listed = (found.json.records as { recordId: string; record: { text: string } }[]).map(
        ({ recordId, record }) => [recordId, record.text] as const,
      );
      assert.deepEqual(new Map(listed), records);
      for (const [name, bytes] of objects) {
        const download = await fetch(`${at.url}${storage}/${bucket}?key=${name}`, {
          headers: { authorization: `Bearer ${at.key}` },
        });
        assert.equal(Buffer.compare(await download.bytes(), bytes), 0, name);
      }
      const page = await at.visit('GET', `${admin}/leads?limit=1000`, { key: at.credential });
      const contacts = page.json.leads.map((lead: { contact: string }) => lead.contact);
      assert.deepEqual(new Set(contacts), new Set(leads.values()));
      const site = await at.visit('GET', admin, { key: at.credential });
      assert.equal(site.json.profile.about ?? '', about);
      assert.equal((await at.platform('GET', '/healthz')).status, 200);
    },
  };
}

/** Writes until each kind has been refused, then 20 at once; returns the number of refusals. */
async function writeUntilFull(writes: readonly (() => Promise<boolean>)[]): Promise<number> {
  for (const write of writes) while (await write());
  const many = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => writes[at % writes.length]?.()),
  );
  return writes.length + many.filter((isTaken) => isTaken === false).length;
}

function assertFull({ status, headers, json }: Reply): void {
  assert.equal(status, 503, JSON.stringify(json));
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(json.error, /^[^\n]{10,120}\.$/);
}
