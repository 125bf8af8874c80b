/** A rolling upgrade: the program before the newest migration serves beside this one, on one database. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { dataVersion } from '../../src/store/migrations/data-version.ts';
import {
  createResource,
  eventually,
  type ServerProcess,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { controlPostgres } from '../postgres/control.ts';
import { createDatabase } from '../postgres/server.ts';
import { ask, resources } from '../sockets/requests.ts';
import { type EarlierProgram, findEarlierProgram, unpackProgram } from './earlier-program.ts';
import { shareOf } from './servers.ts';

const earlier = findEarlierProgram();

test('a server of the version before serves on upgraded data beside a new one, and nothing is lost', {
  skip: earlier === undefined && 'the history of the repository has no earlier data version',
}, async (t) => {
  const { start, database, old } = await arrange(t, earlier as EarlierProgram);
  const version = async () =>
    Number((await database.run('SELECT version FROM baraza_version'))[0]?.version);
  const before = await start(old);
  assert.equal(await version(), earlier?.dataVersion);
  const load = await createLoad(before);
  const ofBefore = load.on(before);
  await load.more(before);

  const upgraded = await start();
  assert.equal(await version(), dataVersion);
  const ofUpgraded = load.on(upgraded);
  await load.more(before, upgraded);
  await ofBefore.stop();
  // Reads that were under way through the other one end first.
  await load.more(upgraded);
  assert.equal((await before.end('SIGTERM')).code, 0);
  await load.more(upgraded);
  await ofUpgraded.stop();
  await load.check(upgraded);
});

/** A database and a bucket on which programs of any version can be started. */
async function arrange(t: TestContext, program: EarlierProgram) {
  const url = await createDatabase();
  const database = await controlPostgres(url);
  t.after(database.end);
  const environment = await shareOf(t, url);
  return {
    database,
    old: unpackProgram(program, temporaryFolder(t)),
    start: (main?: string, folder = temporaryFolder(t)) =>
      startProcess(t, folder, environment, [], main),
  };
}

/** Records and questions, written through each server and read through the others. */
async function createLoad(first: ServerProcess) {
  const file = readFileSync(path.join(first.folder, 'bootstrap.json'), 'utf8');
  const { platform, site } = JSON.parse(file);
  const { key } = platform as { readonly key: string };
  const credential = site.owner_key as string;
  const id = await createResource(first, key, 'data');
  const faqs = [{ question: 'Do you deliver?', answer: 'Yes, in town.' }];
  const made = await ask(first.site, 'POST', '/v1/admin/sites', {
    key: credential,
    body: { id: 'shop', profile: { faqs } },
  });
  assert.equal(made.status, 201, made.text);
  const serving = new Map<ServerProcess, number>();
  const records = new Set<string>();
  let [answered, asked] = [0, 0];
  let failure: unknown;

  const useOnce = async (server: ServerProcess): Promise<void> => {
    const record = { action: 'add-record', record: { at: server.port } };
    const written = await ask(server, 'PATCH', `${resources}/${id}`, { key, body: record });
    assert.equal(written.status, 200, written.text);
    const { recordId } = written.json;
    records.add(recordId);
    for (const other of serving.keys()) {
      const read = await ask(other, 'GET', `${resources}/${id}/records/${recordId}`, { key });
      assert.equal(read.status, 200, read.text);
    }
    asked += 1;
    const reply = await ask(server.site, 'POST', '/v1/sites/shop/ask', {
      body: { question: 'Do you deliver?' },
    });
    assert.match(reply.text, /"answered":true/);
    answered += 1;
  };

  return {
    on: (server: ServerProcess) => {
      serving.set(server, 0);
      const work = (async () => {
        while (serving.has(server)) {
          await useOnce(server);
          if (serving.has(server)) serving.set(server, (serving.get(server) ?? 0) + 1);
        }
      })();
      work.catch((error: unknown) => {
        failure = error;
      });
      return {
        stop: async () => {
          serving.delete(server);
          await work;
        },
      };
    },
    more: async (...servers: readonly ServerProcess[]) => {
      const wanted = servers.map((server) => [server, (serving.get(server) ?? 0) + 10] as const);
      await eventually(() => {
        if (failure !== undefined) throw failure;
        return wanted.every(([server, count]) => (serving.get(server) ?? 0) >= count);
      });
    },
    check: async (server: ServerProcess) => {
      for (const recordId of records) {
        const read = await ask(server, 'GET', `${resources}/${id}/records/${recordId}`, { key });
        assert.equal(read.status, 200, read.text);
      }
      const { json } = await ask(server.site, 'GET', '/v1/admin/sites/shop/questions?limit=1', {
        key: credential,
      });
      assert.deepEqual([answered, json.total], [asked, asked]);
    },
  };
}
