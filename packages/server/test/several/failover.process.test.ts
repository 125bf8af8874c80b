/** Several hosts in one address: a primary and its synchronous standby, and a failover between them. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { openPostgres } from '../../src/store/postgres/postgres.ts';
import { type Store, sql } from '../../src/store/store.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import {
  createResource,
  eventually,
  firstKey,
  startProcess,
  temporaryFolder,
} from '../fixtures/server-process.ts';
import { controlPostgres, controlWhenUp } from '../postgres/control.ts';
import { createSeparateDatabase, freePort } from '../postgres/server.ts';
import { ask, resources } from '../sockets/requests.ts';

const writers = 4;
const closed = '127.0.0.1:1';

describe('an address with several hosts', () => {
  let primary: URL;
  let standby: URL;
  let ofPrimary: Awaited<ReturnType<typeof controlPostgres>>;
  let ofStandby: Awaited<ReturnType<typeof controlPostgres>>;
  before(async () => {
    primary = new URL(await createSeparateDatabase());
    ofPrimary = await controlPostgres(primary.href);
    const port = await freePort();
    standby = Object.assign(new URL(primary), { port: String(port) });
    await ofPrimary.stop();
    const stopStandby = ofPrimary.startStandby(port);
    // Before its folder is removed.
    process.prependOnceListener('exit', stopStandby);
    ofPrimary.start();
    ofPrimary = await controlWhenUp(primary.href);
    await ofPrimary.configure({ synchronous_standby_names: 'standby' });
    await eventually(async () => {
      const [row] = await ofPrimary.run('SELECT sync_state FROM pg_stat_replication');
      return row?.sync_state === 'sync';
    });
    ofStandby = await controlWhenUp(standby.href);
  });

  after(() => ofStandby.end());

  const naming = (hosts: readonly string[], target?: string) =>
    `postgres://postgres:hush@${hosts.join(',')}${primary.pathname}` +
    (target === undefined ? '' : `?target_session_attrs=${target}`);

  test('uses the first one that will do', async () => {
    const cases: readonly (readonly [string, string])[] = [
      [naming([closed, primary.host]), primary.host],
      [naming([standby.host, primary.host]), primary.host],
      [naming([standby.host, primary.host], 'read-write'), primary.host],
      [naming([standby.host, primary.host], 'primary'), primary.host],
      [naming([standby.host, primary.host], 'any'), standby.host],
      [naming([primary.host, standby.host], 'any'), primary.host],
      [naming([closed, standby.host, primary.host], 'any'), standby.host],
    ];
    for (const [url, host] of cases) assert.equal(await hostOf(url), host, url);
  });

  test('skips a host that takes no writes', async () => {
    await ofPrimary.configure({ default_transaction_read_only: 'on' });
    const url = naming([primary.host, standby.host], 'read-write');
    await assert.rejects(hostOf(url), ({ cause }: Error) => {
      const { message } = cause as Error;
      assert.match(
        message,
        /^no host can be used: .* \(it takes no writes\), .* \(it is a standby\)$/,
      );
      return true;
    });
    assert.equal(await hostOf(naming([primary.host, standby.host], 'primary')), primary.host);
    await ofPrimary.configure({ default_transaction_read_only: 'off' });
    assert.equal(await hostOf(url), primary.host);
  });

  test('leaves a host that stops taking writes, without a restart', async (t) => {
    const store = openPostgres(naming([primary.host, standby.host]), { connectionsMax: 1 });
    t.after(store.close);
    const pid = () => store.get<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    const write = () =>
      store.write((tx) => tx.run(sql`CREATE TABLE IF NOT EXISTS marks (n BIGINT)`));
    await write();
    const before = await pid();
    await ofPrimary.configure({ default_transaction_read_only: 'on' });
    await assert.rejects(write(), { code: '25006' });
    await assert.rejects(write(), { name: 'Problem', code: 'busy' });
    await ofPrimary.configure({ default_transaction_read_only: 'off' });
    await write();
    assert.notDeepEqual(await pid(), before);
  });

  test('does not wait each time for a host that never answers', async (t) => {
    let connections = 0;
    const silent = createServer(() => {
      connections += 1;
    });
    t.after(() => silent.close());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as { readonly port: number };
    const url = naming([`127.0.0.1:${port}`, primary.host]);
    const store = openPostgres(url, { connectionsMax: 3, connectMs: 300 });
    t.after(store.close);
    // Two pools, each with its connection.
    await store.write((tx) => tx.run(sql`SELECT 1`));
    await store.get(sql`SELECT 1 AS one`);
    assert.equal(store.link?.()?.host, primary.host);
    assert.equal(connections, 1);
  });

  test('of which none can be used is refused in one sentence that names them', async (t) => {
    const environment = {
      DATABASE_URL: naming([closed, '127.0.0.1:2'], 'read-write'),
      BARAZA_DATA: temporaryFolder(t),
    };
    const has =
      /^The database of DATABASE_URL cannot be used: no host can be used: 127\.0\.0\.1:1 \(.*\), 127\.0\.0\.1:2 \(/;
    assertRefused(await runCommand(['serve'], environment), has, /hush/);
    const doctor = await runCommand(['doctor'], environment);
    assert.match(
      doctor.out.join('\n'),
      /^FAILING +database +PostgreSQL at 127\.0\.0\.1:1,127\.0\.0\.1:2\//m,
    );
    assert.doesNotMatch(doctor.out.join('\n'), /hush/);
  });

  test('survives a failover: the server goes on with the new primary, and nothing acknowledged is lost', async (t) => {
    const server = await startProcess(t, temporaryFolder(t), {
      DATABASE_URL: naming([primary.host, standby.host], 'read-write'),
      BARAZA_ENCODER: '0',
    });
    const key = firstKey(server.folder);
    const id = await createResource(server, key, 'data');
    const kept = new Set<string>();
    const odd: string[] = [];
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const body = { action: 'add-record', record: {} };
        const reply = await ask(server, 'PATCH', `${resources}/${id}`, { key, body });
        if (reply.status === 200) kept.add(reply.json.recordId);
        else if (reply.status !== 503) odd.push(`${reply.status} ${reply.text}`);
      }
    };
    const writing = Array.from({ length: writers }, write);
    const more = (count: number) => {
      const wanted = kept.size + count;
      return eventually(() => kept.size >= wanted);
    };
    await more(40);
    await ofPrimary.stop();
    await ofStandby.run('SELECT pg_promote()');
    const goneMs = performance.now();
    await more(40);
    t.diagnostic(`40 more writes ${Math.round(performance.now() - goneMs)} ms after the promotion`);
    isOver = true;
    await Promise.all(writing);
    assert.deepEqual(odd, []);
    const found = await recordIds(server, key, id);
    const lost = [...kept].filter((recordId) => !found.has(recordId));
    assert.deepEqual(lost, [], `of ${kept.size} acknowledged records some are lost`);
    assert.doesNotMatch(`${server.stdout()}${server.stderr()}`, /hush/);
    assert.equal((await server.end('SIGTERM')).code, 0);
  });
});

async function recordIds(server: { readonly url: string }, key: string, id: string) {
  const found = new Set<string>();
  for (let next = ''; ; ) {
    const page = `${resources}/${id}/records?limit=1000${next}`;
    const { status, json, text } = await ask(server, 'GET', page, { key });
    assert.equal(status, 200, text);
    for (const { recordId } of json.records) found.add(recordId);
    if (typeof json.nextCursor !== 'string') return found;
    next = `&cursor=${encodeURIComponent(json.nextCursor)}`;
  }
}

async function hostOf(url: string): Promise<string | undefined> {
  const store: Store = openPostgres(url, { connectionsMax: 1 });
  try {
    await store.get(sql`SELECT 1 AS one`);
    return store.link?.()?.host;
  } finally {
    await store.close();
  }
}
