/** Corrupted and truncated files: the server reports them, unless nothing is affected. */
import assert from 'node:assert/strict';
import {
  closeSync,
  cpSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { Random } from '../../../packages/server/test/fixtures/random.ts';
import {
  form,
  type Reply,
  resources,
  storage,
} from '../../../packages/server/test/fixtures/server.ts';
import type { Installation } from '../installation.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

type Outcome =
  | 'refused to start'
  | 'refused to read'
  | 'intact'
  | 'served with another value from the database'
  | 'wrong content that was served';

interface Damage {
  readonly file: string;
  readonly at: number;
  readonly how: 'flipped' | 'cut off';
}

export const damagedFiles = scenario({
  name: 'damaged-files',
  what: `
    one byte flipped, or the end cut off, at random places of the database and of the objects. A flipped byte
    inside a stored value of the database is not detected, because SQLite has no checksums, and is counted
    separately: use a file system with checksums, and backups, which are verified`,
  guarantee: `
    a damaged object, and a database with inconsistent pages, are refused with a sentence; everything else that is
    read is what was written, except for values in the database`,
  provenAgainst: `
    a download that sends the bytes of an object without comparing them with their hash: objects with one flipped
    bit were served as if they were intact`,
  engines: ['sqlite'],
  short: { places: 4 },
  long: { places: 200 },
  run: async (context, { places }) => {
    const { random, figures } = context;
    const whole = context.folder();
    const written = await fillFolder(context, whole);
    const files = readdirSync(whole, { recursive: true, encoding: 'utf8' }).filter(
      (name) => statSync(path.join(whole, name)).size > 0,
    );
    const kinds = [/baraza\.db/, /blob_/].map((kind) => files.filter((name) => kind.test(name)));
    const outcomes: { [outcome in Outcome]: number } = {
      'refused to start': 0,
      'refused to read': 0,
      intact: 0,
      'served with another value from the database': 0,
      'wrong content that was served': 0,
    };
    for (let place = 0; place < places; place += 1) {
      const folder = path.join(context.folder(), 'data');
      cpSync(whole, folder, { recursive: true });
      const file = random.pick(kinds[place % 2] ?? files);
      const damage = damageFile(
        random,
        path.join(folder, file),
        place % 8 === 2 || place % 8 === 3,
      );
      const outcome = await outcomeOf(context, folder, { ...damage, file }, written);
      outcomes[outcome] += 1;
      if (/wrong|value/.test(outcome))
        figures.log(`${file} ${damage.how} at ${damage.at}: ${outcome}`);
      rmSync(folder, { recursive: true, force: true });
    }
    const { 'wrong content that was served': wrong, ...right } = outcomes;
    for (const [outcome, count] of Object.entries(right)) figures.note(outcome, count);
    figures.atMost('wrong content that was served', wrong, 0);
  },
});

interface Written {
  readonly collection: string;
  readonly records: readonly string[];
  readonly bucket: string;
  readonly objects: ReadonlyMap<string, Uint8Array>;
  readonly about: string;
}

async function fillFolder({ start, random }: ScenarioContext, folder: string): Promise<Written> {
  const server = await start({ folder });
  const collection = await server.newResource('data');
  const bucket = await server.newResource('storage');
  const records: string[] = [];
  for (let at = 0; at < 60; at += 1) {
    const text = `record ${at} ${random
      .below(2 ** 30)
      .toString(36)
      .repeat(50)}`;
    const body = { action: 'add-record', record: { text } };
    assert.equal(
      (await server.platform('PATCH', `${resources}/${collection}`, { body })).status,
      200,
    );
    records.push(text);
  }
  const objects = new Map<string, Uint8Array>();
  for (const name of ['a', 'b', 'c']) {
    const bytes = random.bytes(60_000);
    const target = `${storage}/${bucket}?key=${name}`;
    assert.equal((await server.platform('POST', target, { body: form({ bytes }) })).status, 201);
    objects.set(name, bytes);
  }
  const about = `about ${'z'.repeat(5_000)}`;
  await server.newSite('shop', { about });
  assert.equal((await server.end('SIGTERM')).code, 0);
  return { collection, records, bucket, objects, about };
}

function damageFile(random: Random, file: string, isCut: boolean): Omit<Damage, 'file'> {
  const handle = openSync(file, 'r+');
  const at = random.below(fstatSync(handle).size);
  if (isCut) ftruncateSync(handle, at);
  else {
    const byte = Buffer.alloc(1);
    readSync(handle, byte, 0, 1, at);
    byte[0] = (byte[0] ?? 0) ^ (1 << random.below(8));
    writeSync(handle, byte, 0, 1, at);
  }
  closeSync(handle);
  return { at, how: isCut ? 'cut off' : 'flipped' };
}

async function outcomeOf(
  context: ScenarioContext,
  folder: string,
  { file, at, how }: Damage,
  written: Written,
): Promise<Outcome> {
  const what = `${file.replace(/.*\//, '')} ${how} at ${at}`;
  // This is checked before the server changes anything.
  const isOnlyValue = how === 'flipped' && file === 'baraza.db' && isSound(path.join(folder, file));
  let server: Installation;
  try {
    server = await context.start({ folder });
  } catch (error) {
    const message = (error as Error).message.replace(/^it ended \(1\) before it printed \S+: /, '');
    assert.match(message, /^[^\n]{10,600}\.\n?$/, `${what}: ${message}`);
    assert.doesNotMatch(message, /Unexpected|\bat .*:\d+:\d+/, what);
    return 'refused to start';
  }
  const { refused, wrong } = await readAll(server, written);
  const { code, stderr } = await server.end('SIGTERM');
  assert.equal(code, 0, `${what}: ${stderr.slice(-300)}`);
  if (wrong > 0)
    return isOnlyValue
      ? 'served with another value from the database'
      : 'wrong content that was served';
  return refused > 0 ? 'refused to read' : 'intact';
}

/** Whether the pages are consistent, so that the wrong byte must be inside a value. */
function isSound(file: string): boolean {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { readonly: true });
    return database.pragma('quick_check(1)', { simple: true }) === 'ok';
  } catch {
    return false;
  } finally {
    database?.close();
    for (const beside of ['-wal', '-shm']) rmSync(`${file}${beside}`, { force: true });
  }
}

/** Reads everything; counts what was refused and what differs from what was written. */
async function readAll(server: Installation, written: Written) {
  let refused = 0;
  let wrong = 0;
  const check = async (read: Promise<Reply>, isRight: (reply: Reply) => boolean) => {
    const reply = await read.catch(() => undefined);
    if (reply?.status === 503) assert.match(reply.json?.error, /^[^\n]{10,300}\.$/);
    if (reply === undefined || reply.status === 503) refused += 1;
    else if (reply.status !== 200 || !isRight(reply)) wrong += 1;
  };
  const records = JSON.stringify(written.records);
  await check(server.platform('GET', `${resources}/${written.collection}`), ({ json }) => {
    const texts = json?.records.map(({ record }: { record: { text: string } }) => record.text);
    return JSON.stringify(texts) === records;
  });
  await check(
    server.visit('GET', '/v1/admin/sites/shop', { key: server.credential }),
    ({ json }) => json.profile.about === written.about,
  );
  for (const [name, bytes] of written.objects) {
    const response = await fetch(`${server.url}${storage}/${written.bucket}?key=${name}`, {
      headers: { authorization: `Bearer ${server.key}` },
    });
    // A download whose hash is wrong is cut off before its end.
    const found = await response.bytes().catch(() => undefined);
    if (response.status === 503 || found === undefined) refused += 1;
    else if (response.status !== 200 || Buffer.compare(found, bytes) !== 0) wrong += 1;
  }
  return { refused, wrong };
}
