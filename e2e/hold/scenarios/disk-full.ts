/** A disk that repeatedly fills up during writes and gets free space again. */
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
import { fill, mountSmall, noSmallDisk } from '../../../packages/server/test/process/small-disk.ts';
import { assertDatabaseIsWhole, incomingFiles } from '../books.ts';
import type { Installation } from '../installation.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

const MB = 1024 * 1024;

export const diskFull = scenario({
  name: 'disk-full',
  what: `
    a disk that is filled to its last byte during writes of records, objects, leads and profiles, and then gets
    free space again`,
  guarantee: `
    on a full disk writes are refused with 503, reads continue, and free space is enough to continue without a
    restart`,
  provenAgainst: `
    \`blobs/files.ts\` leaving the temporary file of a failed upload: seven were found in \`incoming\``,
  engines: ['sqlite'],
  short: { rounds: 1 },
  long: { rounds: 20 },
  skip: noSmallDisk,
  run: async (context, { rounds }) => {
    const { figures } = context;
    const workFolder = context.folder();
    const unmount = mountSmall(workFolder, 14 + rounds * 2);
    context.after(() => unmount?.());
    const folder = path.join(workFolder, 'data');
    const server = await context.start({ folder });
    const shop = await openShop(context, server);
    const ballast = path.join(workFolder, 'ballast');
    let refused = 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const write of shop.writes) assert.ok(await write(), 'there is free space');
      fill(ballast);
      refused += await writeUntilFull(shop);
      await shop.verify();
      assert.deepEqual(incomingFiles(folder), []);
      rmSync(ballast);
      for (const write of shop.writes) assert.ok(await write(), 'free space is enough');
      await shop.verify();
    }
    figures.atLeast('writes refused with 503', refused, rounds * 4);
    figures.note('times that the disk was filled', rounds);

    await server.end('SIGKILL');
    fill(ballast);
    const t = { after: context.after as never };
    const start = await runBaraza(t, ['serve'], path.join(workFolder, 'another'));
    assert.deepEqual([start.code, start.stdout], [1, '']);
    assert.match(start.stderr, /^[^\n]+ cannot be (?:used|written|locked): [^\n]+\.\n$/);
    rmSync(ballast);
    const again = await context.start({ folder });
    await shop.verify(again);
    const blobs = () =>
      readdirSync(path.join(folder, 'objects'), { recursive: true })
        .map(String)
        .filter((name) => name.includes('blob_'));
    await eventually(() => blobs().length === shop.objects());
    assert.equal((await again.end('SIGTERM')).code, 0);
    assertDatabaseIsWhole(folder);
  },
});

/** Writers of each kind, with their acknowledged writes. */
async function openShop({ random }: ScenarioContext, server: Installation) {
  const bucket = await server.newResource('storage');
  let collection = await server.newResource('data');
  const records = new Map<string, string>();
  const objects = new Map<string, Uint8Array>();
  const leads = new Set<string>();
  let about = '';
  let sent = 0;
  await server.newSite('shop');
  const admin = '/v1/admin/sites/shop';
  const isAccepted = (reply: Reply): boolean => {
    if (reply.status < 300) return true;
    assertFull(reply);
    return false;
  };
  const writes: readonly (() => Promise<boolean>)[] = [
    async () => {
      if (records.size > 900) {
        collection = await server.newResource('data');
        records.clear();
      }
      const text = `${records.size} ${'x'.repeat(3_000)}`;
      const body = { action: 'add-record', record: { text } };
      const reply = await server.platform('PATCH', `${resources}/${collection}`, { body });
      if (reply.status === 200) records.set(reply.json.recordId, text);
      return isAccepted(reply);
    },
    async () => {
      const name = random.pick(['first', 'second']);
      const bytes = random.bytes(MB);
      const target = `${storage}/${bucket}?key=${name}`;
      const reply = await server.platform('POST', target, { body: form({ bytes }) });
      if (reply.status < 300) objects.set(name, bytes);
      return isAccepted(reply);
    },
    async () => {
      sent += 1;
      const contact = `visitor-${sent}@example.com`;
      const body = { contact, message: 'x'.repeat(1_500) };
      const reply = await server.visit('POST', '/v1/sites/shop/leads', { body });
      if (reply.status === 201) leads.add(contact);
      return isAccepted(reply);
    },
    async () => {
      sent += 1;
      const wanted = `${sent} ${'y'.repeat(20_000)}`;
      const given = { key: server.credential, body: { about: wanted } };
      const reply = await server.visit('PUT', `${admin}/profile`, given);
      if (reply.status === 200) about = wanted;
      return isAccepted(reply);
    },
  ];
  return {
    writes,
    objects: () => objects.size,
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
      assert.deepEqual(new Set(contacts), leads);
      const site = await at.visit('GET', admin, { key: at.credential });
      assert.equal(site.json.profile.about ?? '', about);
      assert.equal((await at.platform('GET', '/api/platform/status')).status, 200);
    },
  };
}

/** Writes until each kind has been refused; returns the number of refusals. */
async function writeUntilFull({ writes }: Awaited<ReturnType<typeof openShop>>): Promise<number> {
  let refused = 0;
  for (const write of writes) while (await write());
  for (const write of writes) if (!(await write())) refused += 1;
  const many = await Promise.all(Array.from({ length: 20 }, (_, at) => writes[at % 4]?.()));
  return refused + many.filter((isTaken) => isTaken === false).length;
}

function assertFull({ status, headers, json }: Reply): void {
  assert.equal(status, 503, JSON.stringify(json));
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(json.error, /^[^\n]{10,120}\.$/);
}
