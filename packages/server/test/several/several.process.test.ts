/** Three servers on one PostgreSQL keep together what one server keeps alone. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { openEvents } from '../fixtures/event-stream.ts';
import {
  createResource,
  eventually,
  scopeOfSuite,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { controlPostgres } from '../postgres/control.ts';
import { createDatabase } from '../postgres/server.ts';
import { ask, type Reply, resources } from '../sockets/requests.ts';
import { type SeveralServers, startSeveral } from './servers.ts';

const allowance = 40;
const plans = {
  forty: {
    questions: allowance,
    rates: { ask_visitor: null, ask_network: null, transcribe: null, speak: null, leads: null },
  },
};

describe('three servers on one PostgreSQL', () => {
  const scope = scopeOfSuite();
  let cluster: SeveralServers;
  let database: Awaited<ReturnType<typeof controlPostgres>>;

  before(async () => {
    const url = await createDatabase();
    const file = path.join(temporaryFolder(scope), 'plans.json');
    writeFileSync(file, JSON.stringify(plans));
    cluster = await startSeveral(scope, 3, url, { BARAZA_PLANS: file, BARAZA_LOG: 'debug' });
    database = await controlPostgres(url);
    scope.after(database.end);
  });

  const server = (at: number) => cluster.servers[at % 3] as SeveralServers['servers'][number];
  const admin = (at: number, method: string, target: string, body?: unknown) =>
    ask(server(at).site, method, `/v1/admin/sites${target}`, { key: cluster.credential, body });
  const newSite = async (id: string, profile: object = {}): Promise<string> => {
    const made = await admin(0, 'POST', '', { id, profile });
    assert.equal(made.status, 201, made.text);
    return made.json.site.key;
  };
  const question = (at: number, site: string, body: object, signal?: AbortSignal) =>
    fetch(`${server(at).site.url}/v1/sites/${site}/ask`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const count = async (query: string): Promise<number> =>
    Number((await database.run(`SELECT (${query}) AS n`))[0]?.n);

  test('that start together migrate once, make one set of credentials and do each hourly job once', async () => {
    assert.equal(cluster.servers.filter(({ stdout }) => /first start/.test(stdout())).length, 1);
    for (const each of cluster.servers)
      assert.equal((await ask(each, 'GET', resources, { key: cluster.key })).status, 200);
    assert.equal(await count('SELECT count(*) FROM baraza_version'), 1);
    assert.equal(await count('SELECT count(*) FROM processes'), 3);
    for (const { stdout } of cluster.servers) assert.match(stdout(), /\(PostgreSQL 1\d\.\d+\)/);
    const isDone = async () =>
      (await count('SELECT count(*) FROM leases WHERE next_at > 0 AND holder IS NULL')) === 4;
    await eventually(isDone);
    const done = () =>
      cluster.servers.flatMap(({ stderr }) =>
        [...stderr().matchAll(/"a shared job was done here","job":"(\w+)"/g)].map(
          ([, name]) => name,
        ),
      );
    // The store knows it before the log has arrived here.
    await eventually(() => done().length >= 4);
    assert.deepEqual(done().sort(), ['blobs', 'housekeeping', 'months', 'retention']);
  });

  test('keep the limit of records together', async () => {
    const id = await createResource(server(0), cluster.key, 'data');
    const lines = Array.from({ length: 990 }, (_, n) => JSON.stringify({ n })).join('\n');
    const imported = await ask(server(0), 'POST', `${resources}/${id}/records`, {
      key: cluster.key,
      body: lines,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.ok(imported.status < 300, imported.text);
    const body = { action: 'add-record', record: {} };
    const add = (at: number) =>
      ask(server(at), 'PATCH', `${resources}/${id}`, { key: cluster.key, body });
    const replies = await Promise.all(Array.from({ length: 120 }, (_, at) => add(at)));
    const of = (wanted: number) => replies.filter(({ status }) => status === wanted).length;
    assert.deepEqual([of(200), of(409)], [10, 110]);
    const { json } = await ask(server(1), 'GET', `${resources}/${id}?limit=1`, {
      key: cluster.key,
    });
    assert.equal(json.recordCount, 1_000);
  });

  test('do once what is sent to all of them with one Idempotency-Key', async () => {
    const id = await createResource(server(0), cluster.key, 'data');
    const added = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        ask(server(at), 'PATCH', `${resources}/${id}`, {
          key: cluster.key,
          body: { action: 'add-record', record: {} },
          headers: { 'idempotency-key': 'once' },
        }),
      ),
    );
    assert.deepEqual(new Set(added.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(added.map(({ json }) => json.recordId)).size, 1);
  });

  test('notify each other at once of changes and of the end of a key', async () => {
    const id = await createResource(server(0), cluster.key, 'data');
    for (const at of [0, 1, 2]) {
      const given = { owner: 'local', name: 'n', scopes: ['*'], expiresInMs: null };
      const made = await cluster.command(at, 'keys create', given);
      const streams = await Promise.all(cluster.servers.map((one) => openEvents(one, made.key)));
      const startedMs = performance.now();
      const body = { action: 'rename', name: `renamed by ${at}` };
      assert.equal(
        (await ask(server(at), 'PATCH', `${resources}/${id}`, { key: cluster.key, body })).status,
        200,
      );
      await Promise.all(streams.map((stream) => stream.until(() => stream.events().length > 0)));
      await cluster.command(at, 'keys revoke', { key: made.id });
      await Promise.all(streams.map(({ ended }) => ended));
      // Without a notification they poll after 15 seconds.
      assert.ok(performance.now() - startedMs < 10_000);
    }
  });

  test('have the same plans as soon as one of them was changed', async () => {
    await newSite('plan-everywhere');
    await cluster.command(0, 'plans set', { name: 'new', change: { questions: 5 } });
    const limitAt = async (at: number) => {
      const sites = await cluster.command(at, 'sites list');
      return sites.find(({ id }: { id: string }) => id === 'plan-everywhere').usage.questions.limit;
    };
    const names = async (at: number) =>
      (await cluster.command(at, 'plans list')).map(({ name }: { name: string }) => name);
    for (const at of [0, 1, 2]) await eventually(async () => (await names(at)).includes('new'));
    await cluster.command(1, 'sites plan', { id: 'plan-everywhere', plan: 'new' });
    await cluster.command(2, 'plans set', { name: 'new', change: { questions: 6 } });
    for (const at of [0, 1, 2]) await eventually(async () => (await limitAt(at)) === 6);
    await cluster.command(1, 'sites plan', { id: 'plan-everywhere', plan: 'free' });
    await cluster.command(1, 'plans remove', { name: 'new' });
    for (const at of [0, 1, 2]) await eventually(async () => !(await names(at)).includes('new'));
  });

  test('refuse a site key everywhere from the moment it was rotated anywhere', async () => {
    let key = await newSite('turning');
    const config = async (at: number, sent: string) =>
      (await ask(server(at).site, 'GET', `/v1/sites/turning/config?key=${sent}`)).status;
    for (const round of [0, 1, 2]) {
      const rotated = await admin(round, 'POST', '/turning/rotate-key');
      assert.equal(rotated.status, 200, rotated.text);
      const old = await Promise.all([0, 1, 2].map((at) => config(at, key)));
      key = rotated.json.key;
      const now = await Promise.all([0, 1, 2].map((at) => config(at, key)));
      assert.deepEqual([...old, ...now], [401, 401, 401, 200, 200, 200], `round ${round}`);
    }
  });

  test('recover after every database connection was cut, and lose nothing that was acknowledged', async () => {
    const id = await createResource(server(0), cluster.key, 'data');
    const kept = new Set<string>();
    const add = async (at: number): Promise<Reply> => {
      const body = { action: 'add-record', record: {} };
      const reply = await ask(server(at), 'PATCH', `${resources}/${id}`, {
        key: cluster.key,
        body,
      });
      if (reply.status === 200) kept.add(reply.json.recordId);
      return reply;
    };
    const burst = Array.from({ length: 150 }, (_, at) => add(at));
    await Promise.race(burst);
    for (let cut = 0; cut < 3; cut += 1)
      await database.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`);
    for (const { status, text } of await Promise.all(burst))
      assert.ok(status === 200 || status === 503, text);
    for (const at of [0, 1, 2]) await eventually(async () => (await add(at)).status === 200);
    const { json } = await ask(server(0), 'GET', `${resources}/${id}`, { key: cluster.key });
    const found = new Set((json.records as { recordId: string }[]).map(({ recordId }) => recordId));
    for (const recordId of kept) assert.ok(found.has(recordId), 'an acknowledged record is lost');
  });

  // Runs last: it kills a server.
  test('give out an allowance exactly, though asks fail, visitors leave and a server is killed', async () => {
    const site = 'allowed';
    await cluster.command(0, 'sites create', { id: site, owner: 'local', plan: 'forty' });
    await database.run(`CREATE FUNCTION fail_some() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF NEW.question LIKE '%fails%' THEN RAISE 'planted'; END IF; RETURN NEW; END $$`);
    await database.run(`CREATE TRIGGER fails_some BEFORE INSERT ON questions
      FOR EACH ROW EXECUTE FUNCTION fail_some()`);
    let successes = 0;
    const one = async (at: number): Promise<void> => {
      const words = at % 5 === 0 ? 'This one fails?' : 'Where are you?';
      const left = new AbortController();
      const response = await question(at, site, { question: words }, left.signal);
      if (at % 7 === 0) return left.abort();
      const text = await response.text();
      if (response.status === 200 && !text.includes('"error"')) successes += 1;
    };
    const asks = Array.from({ length: 150 }, (_, at) => one(at).catch(() => {}));
    const victim = server(2);
    await eventually(() => successes >= 10);
    process.kill(victim.pid, 'SIGKILL');
    await Promise.all([...asks, victim.ended]);
    // The reservations of the killed server have expired.
    await database.run('UPDATE reservations SET until = 0');
    for (let at = 0; ; at += 1) {
      const reply = await question(at % 2, site, { question: 'Where are you?' });
      await reply.text();
      if (reply.status === 429) break;
      assert.equal(reply.status, 200);
      assert.ok(at <= allowance);
    }
    const stored = `SELECT count(*) FROM questions WHERE site_id = '${site}'`;
    const used = `SELECT questions FROM site_usage WHERE site_id = '${site}'`;
    assert.deepEqual([await count(stored), await count(used)], [allowance, allowance]);
    assert.equal(await count('SELECT count(*) FROM reservations'), 0);
    assert.ok(successes <= allowance);
  });
});
