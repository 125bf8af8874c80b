/** Three servers with a shared bucket, killed during uploads. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { openFakeS3 } from '../../../packages/server/test/fakes/s3-server.ts';
import { ask, form, storage } from '../../../packages/server/test/fixtures/server.ts';
import {
  createResource,
  eventually,
  firstKey,
  runBaraza,
  type ServerProcess,
  startProcess,
} from '../../../packages/server/test/fixtures/server-process.ts';
import { controlPostgres } from '../../../packages/server/test/postgres/control.ts';
import { createDatabase } from '../../../packages/server/test/postgres/server.ts';
import { type ScenarioContext, scenario } from '../scenario.ts';

export const killedUploads = scenario({
  name: 'killed-uploads',
  what: `
    three servers with one PostgreSQL database and one bucket, killed in turn while they store, replace and delete
    objects of up to 9 MB; then leftovers are swept`,
  guarantee: `
    objects that killed servers had acknowledged are intact on all servers, and after a sweep the bucket contains
    only the bytes of objects`,
  isLongOnly: true,
  provenAgainst: `
    \`platform/objects/upload.request.ts\` not registering a blob in the store before its first byte: 2 blobs stayed
    forever`,
  engines: ['postgres'],
  short: { kills: 2, writers: 4 },
  long: { kills: 60, writers: 8 },
  run: async (context, { kills, writers }) => {
    const cluster = await openThree(context);
    const ledger = new Map<string, string | undefined>();
    const unsure = new Set<string>();
    let isOver = false;
    let acknowledged = 0;
    const write = async (writer: number): Promise<void> => {
      while (!isOver) {
        const name = `${writer}-${context.random.below(4)}`;
        const answer = await cluster.change(name, unsure.has(name) ? undefined : ledger.get(name));
        if (answer === 'unknown') unsure.add(name);
        else {
          acknowledged += 1;
          unsure.delete(name);
          ledger.set(name, answer.hash);
        }
      }
    };
    const writing = Array.from({ length: writers }, (_, writer) => write(writer));
    for (let kill = 0; kill < kills; kill += 1) {
      const before = acknowledged;
      await eventually(() => acknowledged >= before + writers);
      await cluster.killAndStart(kill % 3);
    }
    isOver = true;
    await Promise.all(writing);
    const wrong: string[] = [];
    for (const [name, hash] of ledger)
      for (const found of await cluster.read(name))
        if (!unsure.has(name) && found !== hash) wrong.push(`${name}: ${found}, not ${hash}`);
    context.figures.none('acknowledged objects with wrong content', wrong);
    context.figures.atLeast('acknowledged changes', acknowledged, kills * writers);
    context.figures.note('uploads interrupted by a kill', await cluster.looseUploads());
    await cluster.sweep();
    context.figures.none(
      'bytes that belong to no object, or are missing',
      await cluster.difference(),
    );
    await cluster.end();
  },
});

async function openThree(context: ScenarioContext) {
  const { random } = context;
  const scope = { after: context.after as never };
  const objects = await openFakeS3();
  context.after(objects.close);
  const url = await createDatabase();
  const database = await controlPostgres(url);
  context.after(database.end);
  const folders = [context.folder(), context.folder(), context.folder()] as const;
  const pepper = `${context.folder()}/pepper`;
  writeFileSync(pepper, randomBytes(32).toString('hex'), { mode: 0o600 });
  const environment = {
    ...objects.environment,
    DATABASE_URL: url,
    BARAZA_PEPPER_FILE: pepper,
    BARAZA_ENCODER: '0',
  };
  const start = (at: number) => startProcess(scope, folders[at] ?? '', environment);
  const servers = new Map<number, ServerProcess>();
  for (const at of [0, 1, 2]) servers.set(at, await start(at));
  const one = () => [...servers.values()][random.below(servers.size)] as ServerProcess;
  const key = firstKey(folders[0]);
  const bucket = await createResource(one(), key, 'storage');
  const target = (name: string) => `${storage}/${bucket}?key=${name}`;
  const rows = async (query: string) =>
    (await database.run(query)).map((row) => String(Object.values(row)[0]));
  return {
    /** Stores or deletes an object; returns its new hash, if any. */
    change: async (name: string, current: string | undefined) => {
      try {
        if (current !== undefined && random.below(4) === 0) {
          const gone = await ask(one(), 'DELETE', target(name), { key });
          return gone.status === 200 ? { hash: undefined } : 'unknown';
        }
        const bytes = random.bytes(random.below(8) === 0 ? 9_000_000 : random.below(60_000));
        const sent = { key, body: form({ bytes }) };
        const { status } = await ask(one(), 'POST', target(name), sent);
        return status < 300 ? { hash: hashOf(bytes) } : 'unknown';
      } catch {
        // The server was killed.
        return 'unknown';
      }
    },
    killAndStart: async (at: number) => {
      const killed = servers.get(at)?.end('SIGKILL');
      servers.delete(at);
      await killed;
      servers.set(at, await start(at));
    },
    /** The hash of the object on each server. */
    read: (name: string) =>
      Promise.all(
        [...servers.values()].map(async (server) => {
          const headers = { authorization: `Bearer ${key}` };
          const answer = await fetch(server.url + target(name), { headers });
          const bytes = await answer.bytes();
          return answer.status === 404 ? undefined : hashOf(bytes);
        }),
      ),
    looseUploads: async () => (await rows('SELECT blob FROM loose_blobs')).length,
    /** Makes all leftovers due for deletion and waits for it; the end of a backup also triggers it. */
    sweep: async () => {
      await database.run('UPDATE loose_blobs SET due_at = 0');
      const words = ['backup', `${context.folder()}/x.backup`];
      const { code, stderr } = await runBaraza(scope, words, folders[1], environment);
      assert.equal(code, 0, stderr);
      await eventually(async () => (await rows('SELECT blob FROM loose_blobs')).length === 0);
    },
    difference: async () => {
      const wanted = new Set(await rows('SELECT blob FROM objects'));
      const found = new Set(
        [...objects.objects.keys()].map((name) => name.split('/').at(-1) ?? '').filter(isBlob),
      );
      const inParts = [...objects.uploads.values()].map(({ key: name }) => `in parts: ${name}`);
      return [...wanted.symmetricDifference(found), ...inParts];
    },
    end: async () => {
      for (const server of servers.values()) assert.equal((await server.end('SIGTERM')).code, 0);
    },
  };
}

function isBlob(name: string): boolean {
  return name.startsWith('blob_');
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
