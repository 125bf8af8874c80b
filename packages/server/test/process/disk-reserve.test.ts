import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import Database from 'better-sqlite3';
import { runCommand } from '../fixtures/command-line.ts';
import { startHere } from '../fixtures/server-here.ts';
import { eventually, temporaryFolder } from '../fixtures/server-process.ts';
import { ask, form, type Reply, resources, storage } from '../sockets/requests.ts';
import { fill, freeBytesOf, leaveFree, mountSmall, noSmallDisk } from './small-disk.ts';

const MB = 1024 * 1024;
const skip = noSmallDisk();
// A quarter of the small disk.
const reserveBytes = 6 * MB;
const admin = '/v1/admin/sites/shop';

test('uploads fill a disk to its reserve and no further; small changes still work there', {
  skip,
}, async (t) => {
  const { place, ballast, shop } = await startSmall(t);
  leaveFree(ballast, reserveBytes + 8 * MB);
  let uploads = 0;
  let last = await shop.upload(`${uploads}`, 1.5 * MB);
  while (last.status === 201) last = await shop.upload(`${++uploads}`, 1.5 * MB);
  assertRefused(last, /nearly full/);
  assert.ok(uploads >= 4, `${uploads} uploads`);
  // The log of the database grows by what small changes beside them write.
  const free = freeBytesOf(place);
  assert.ok(free >= reserveBytes - MB, `${free} bytes are free`);

  leaveFree(ballast, reserveBytes - 0.5 * MB);
  for (const send of [
    () => shop.upload('x', 1),
    shop.importRecords,
    shop.importSite,
    shop.readFile,
  ])
    assertRefused(await eventual(send, 503), /nearly full/);
  const backup = await shop.backup(path.join(shop.folder, 'backup'));
  assert.match(backup.err.join(), /nearly full/);
  assert.equal((await shop.backup(path.join(temporaryFolder(t), 'backup'))).code, 0);
  for (const send of shop.changes) assert.ok((await send()).status < 300);
  assert.equal((await shop.ask()).status, 200);
  assert.equal((await shop.ready()).status, 200);
});

test('below half of the reserve every change is refused, and nothing is lost of those that were accepted', {
  skip,
}, async (t) => {
  const { place, ballast, shop } = await startSmall(t);
  leaveFree(ballast, reserveBytes / 2 + MB);
  const kept: string[] = [];
  let last = await shop.addRecord('x'.repeat(20_000));
  while (last.status === 201) {
    kept.push(last.json.recordId);
    last = await shop.addRecord('x'.repeat(20_000));
  }
  assertRefused(last, /only deletions/);
  const left = freeBytesOf(place);
  // A little that the log still owes the file is no reason to refuse: up to a quarter of the reserve (`disk-room.ts`).
  assert.ok(left >= reserveBytes / 4 && left < reserveBytes / 2 + MB / 2, `${left} bytes`);

  leaveFree(ballast, reserveBytes / 2 - 0.5 * MB);
  for (const send of [shop.addRecord, ...shop.changes])
    assertRefused(await eventual(send, 503), /only deletions/);
  const asked = await shop.ask();
  assert.deepEqual([asked.status, asked.json.code], [503, 'busy']);
  assert.match(asked.headers.get('retry-after') ?? '', /^\d+$/);
  const command = await shop.command('owners', 'create', '--name', 'Asha');
  assert.match(command.err.join(), /only deletions/);
  assert.equal((await shop.ready()).status, 503);
  assert.equal((await ask(shop.server, 'GET', '/healthz')).status, 200);
  const records = await shop.send('GET', `${resources}/${shop.collection}/records?limit=1000`);
  const found = records.json.records.map(({ recordId }: { recordId: string }) => recordId);
  for (const id of kept) assert.ok(found.includes(id), id);

  rmSync(ballast);
  await eventual(shop.addRecord, 201);
  await eventually(async () => (await shop.ready()).status === 200);
});

test('on a disk that is full to its last byte everything can be deleted, and then it goes on', {
  skip,
}, async (t) => {
  const { ballast, shop } = await startSmall(t);
  for (const name of ['a', 'b', 'c']) assert.equal((await shop.upload(name, MB)).status, 201);
  const deletions = await shop.makeThings();
  leaveFree(ballast, reserveBytes / 2);
  fill(ballast);
  assert.equal(freeBytesOf(path.dirname(ballast)), 0);
  for (const [name, remove] of Object.entries(deletions)) {
    const reply = await remove();
    assert.ok(reply.status < 300, `${name}: ${reply.status} ${reply.text}`);
  }
  // The objects alone were more than half of the reserve.
  await eventual(shop.addRecord, 201);
});

test('deletions still work after another program took what the server had set aside for them', {
  skip,
}, async (t) => {
  const { ballast, shop } = await startSmall(t);
  const names = Array.from({ length: 30 }, (_, n) => `object ${n}`);
  for (const name of names) assert.equal((await shop.upload(name, 10_000)).status, 201);
  leaveFree(ballast, reserveBytes / 2);
  // A disk fills in seconds, and each call lets the server look at it.
  const large = 'x'.repeat(20_000);
  await eventually(async () => (await shop.addRecord(large)).status === 503 && !owes(shop.folder));
  fill(ballast);
  const target = (name: string) => `${storage}/${shop.bucket}?key=${encodeURIComponent(name)}`;
  const [first = '', ...others] = names;
  await eventual(() => shop.send('DELETE', target(first)), 200);
  fill(ballast);
  for (const name of others) await eventual(() => shop.send('DELETE', target(name)), 200);
});

/** Whether the file of the database has yet to grow by pages that are in its log. */
function owes(folder: string): boolean {
  const file = path.join(folder, 'baraza.db');
  const database = new Database(file, { readonly: true });
  const pages = Number(database.pragma('page_count', { simple: true }));
  const bytes = Number(database.pragma('page_size', { simple: true }));
  database.close();
  return pages * bytes > statSync(file).size;
}

test('records that were deleted make room for others, though the file of the database stays as large', {
  skip,
}, async (t) => {
  const { ballast, shop } = await startSmall(t);
  const collection = await shop.newCollection();
  const text = 'x'.repeat(20_000);
  for (let n = 0; n < 150; n += 1) await shop.addRecord(text, collection);
  const addToFull = () => {
    leaveFree(ballast, reserveBytes / 2 - MB);
    return shop.addRecord();
  };
  assertRefused(await eventual(addToFull, 503), /only deletions/);
  assert.equal((await shop.send('DELETE', `${resources}/${collection}`)).status, 200);
  await eventual(addToFull, 201);
});

test('a server that starts on a full disk serves reads and deletions, and goes on when there is room', {
  skip,
}, async (t) => {
  const { ballast, folder, shop } = await startSmall(t);
  assert.equal((await shop.upload('a', MB)).status, 201);
  assert.equal((await shop.addRecord()).status, 201);
  await shop.server.stop();
  fill(ballast);
  assert.equal(freeBytesOf(path.dirname(ballast)), 0);
  const again = openRequests(await startHere(t, folder), folder);
  const view = await again.send('GET', `${resources}/${shop.collection}`);
  assert.deepEqual([view.status, view.json.recordCount], [200, 1]);
  assert.equal((await again.send('GET', `${storage}/${shop.bucket}?key=a`)).status, 200);
  assertRefused(await again.addRecord('x', shop.collection), /only deletions/);
  assert.equal((await again.send('DELETE', `${storage}/${shop.bucket}?key=a`)).status, 200);
  rmSync(ballast);
  await eventual(() => again.addRecord('x', shop.collection), 201);
  await eventually(() => existsSync(path.join(folder, 'spare')));
});

test('the reserve is a setting, and a first start below it serves what it has', async (t) => {
  const folder = path.join(temporaryFolder(t), 'data');
  const server = await startHere(t, folder, { BARAZA_DISK_RESERVE: '100%', BARAZA_DEMO: '1' });
  const { send } = openRequests(server, folder);
  assert.ok((await send('GET', resources)).json.resources.length > 2);
  assertRefused(await send('POST', resources, { service: 'data', kind: 'x', name: 'x' }), /only/);
  assert.equal((await ask(server.site, 'GET', '/v1/sites/demo/config')).status, 200);
});

/** A server on a disk of 24 MB, and a file that takes what a test leaves. */
async function startSmall(t: TestContext) {
  let unmount: (() => boolean) | undefined;
  t.after(() => unmount?.());
  const place = temporaryFolder(t);
  unmount = mountSmall(place, 24);
  const folder = path.join(place, 'data');
  const server = await startHere(t, folder);
  return {
    place,
    folder,
    ballast: path.join(place, 'ballast'),
    shop: await openShop(server, folder),
  };
}

type Server = Awaited<ReturnType<typeof startHere>>;

function openRequests(server: Server, folder: string) {
  const { platform, site } = JSON.parse(readFileSync(path.join(folder, 'bootstrap.json'), 'utf8'));
  const send = (method: string, target: string, body?: unknown, key = platform.key) =>
    ask(server, method, target, { key, body });
  return {
    send,
    visit: (method: string, target: string, body?: unknown) =>
      ask(server.site, method, target, { body }),
    own: (method: string, target: string, body?: unknown) =>
      ask(server.site, method, target, { key: site.owner_key, body }),
    addRecord: (text: string, collection: string) =>
      send('POST', `${resources}/${collection}/records`, { text }),
    ownerKey: site.owner_key as string,
    platformKey: platform.key as string,
  };
}

/** Things of each kind, and the calls that change and delete them. */
async function openShop(server: Server, folder: string) {
  const requests = openRequests(server, folder);
  const { send, visit, own } = requests;
  const make = async (service: string, kind: string, config: object = {}): Promise<string> =>
    created(await send('POST', resources, { service, kind, name: kind, config })).id;
  const bucket = await make('storage', 'Bucket');
  const collection = await make('data', 'Collection');
  const people = await make('data', 'Users', { signUp: true });
  created(await own('POST', '/v1/admin/sites', { id: 'shop', profile: { name: 'Shop' } }));
  let made = 0;
  const signUp = () => {
    made += 1;
    const body = { email: `user${made}@example.com`, password: 'long enough' };
    return ask(server, 'POST', `/api/platform/users/${people}/sign-up`, { body });
  };
  const addLead = () => visit('POST', '/v1/sites/shop/leads', { contact: '+255 700 000 000' });
  const addRecord = (text = 'x', to = collection) => requests.addRecord(text, to);
  const addFaq = () =>
    own('POST', `${admin}/profile/faqs`, { question: `Open ${++made}?`, answer: 'Yes.' });
  const command = (...words: string[]) => runCommand(words, { BARAZA_DATA: folder });
  return {
    ...requests,
    server,
    folder,
    bucket,
    collection,
    addRecord,
    command,
    backup: (file: string) => command('backup', file),
    newCollection: () => make('data', 'Collection'),
    ready: () => ask(server, 'GET', '/readyz'),
    ask: () => visit('POST', '/v1/sites/shop/ask', { question: 'Are you open on Sunday?' }),
    upload: (name: string, bytes: number) =>
      send('POST', `${storage}/${bucket}?key=${name}`, form({ bytes: new Uint8Array(bytes) })),
    importRecords: () =>
      ask(server, 'POST', `${resources}/${collection}/records`, {
        key: requests.platformKey,
        body: '{"text":"x"}\n',
        headers: { 'content-type': 'application/x-ndjson' },
      }),
    importSite: async () =>
      own('POST', `${admin}/import`, (await own('GET', `${admin}/export`)).json),
    readFile: () =>
      ask(server.site, 'POST', `${admin}/sources`, {
        key: requests.ownerKey,
        body: 'Pen 500',
        headers: { 'content-type': 'text/plain' },
      }),
    /** One change of each kind. */
    changes: [
      signUp,
      addLead,
      addFaq,
      () => send('PATCH', `${resources}/${bucket}`, { action: 'rename', name: 'Files' }),
      () => send('POST', '/api/platform/batch', { calls: [callTo(collection, 'POST')] }),
    ],
    /** Makes one of each kind; returns what deletes it. */
    makeThings: async () => {
      const records = await Promise.all(
        [1, 2, 3].map(async () => created(await addRecord()).recordId),
      );
      const { token } = created(await signUp());
      const lead = created(await addLead()).id;
      const faq = created(await addFaq()).id;
      const newKey = '--owner local --name x --scopes data --json'.split(' ');
      const key = JSON.parse((await command('keys', 'create', ...newKey)).out.join('')).id;
      return {
        object: () => send('DELETE', `${storage}/${bucket}?key=a`),
        record: () => send('DELETE', `${resources}/${collection}/records/${records[0]}`),
        'record by its action': () =>
          send('PATCH', `${resources}/${collection}`, {
            action: 'delete-record',
            recordId: records[1],
          }),
        'record in a batch': () =>
          send('POST', '/api/platform/batch', {
            calls: [callTo(collection, 'DELETE', records[2])],
          }),
        lead: () => own('DELETE', `${admin}/leads/${lead}`),
        entry: () => own('DELETE', `${admin}/profile/faqs/${faq}`),
        session: () =>
          ask(server, 'POST', `/api/platform/users/${people}/sign-out`, { key: token }),
        key: async () => {
          const { code } = await command('keys', 'revoke', key);
          return { status: code === 0 ? 200 : 500, text: '' };
        },
        site: () => own('DELETE', admin),
        bucket: () => send('DELETE', `${resources}/${bucket}`),
      };
    },
  };
}

function callTo(collection: string, method: 'POST' | 'DELETE', record?: string) {
  const list = `${resources}/${collection}/records`;
  return method === 'POST'
    ? { method, path: list, body: { text: 'x' } }
    : { method, path: `${list}/${record}` };
}

function created({ status, text, json }: Reply) {
  assert.equal(status, 201, text);
  return json;
}

/** The answer once it has this status: what others do to the disk is seen within a second. */
async function eventual(send: () => Promise<Reply>, status: number): Promise<Reply> {
  let reply = await send();
  await eventually(async () => {
    if (reply.status !== status) reply = await send();
    return reply.status === status;
  });
  return reply;
}

function assertRefused({ status, headers, json }: Reply, sentence: RegExp): void {
  assert.equal(status, 503, JSON.stringify(json));
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
  assert.match(json.error, sentence);
}
