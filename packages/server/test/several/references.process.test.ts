/** References hold with three servers on one PostgreSQL, and when one of them is killed. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { scopeOfSuite } from '../fixtures/server-process.ts';
import { controlPostgres } from '../postgres/control.ts';
import { createDatabase } from '../postgres/server.ts';
import { times, to } from '../records/references/reference-calls.ts';
import { ask, resources } from '../sockets/requests.ts';
import { type SeveralServers, startSeveral } from './servers.ts';

describe('with three servers', () => {
  const scope = scopeOfSuite();
  let cluster: SeveralServers;
  let database: Awaited<ReturnType<typeof controlPostgres>>;

  before(async () => {
    const url = await createDatabase();
    cluster = await startSeveral(scope, 3, url, { BARAZA_RECORDS_MAX: '10000' });
    database = await controlPostgres(url);
    scope.after(database.end);
  });

  const call = (at: number, method: string, path: string, body?: unknown, headers = {}) => {
    const server = cluster.servers[at % 3] as SeveralServers['servers'][number];
    return ask(server, method, `${resources}${path === '' ? '' : `/${path}`}`, {
      key: cluster.key,
      body,
      headers,
    });
  };
  const collection = async (config: object = {}): Promise<string> => {
    const body = { service: 'data', kind: 'Collection', name: 'some', config };
    const { status, json, text } = await call(0, 'POST', '', body);
    assert.equal(status, 201, text);
    return json.id;
  };
  const put = async (id: string, recordId: string, record: object = {}) => {
    const { status, text } = await call(0, 'PUT', `${id}/records/${recordId}`, record);
    assert.ok(status < 300, text);
  };
  const count = async (query: string): Promise<number> =>
    Number((await database.run(`SELECT (${query}) AS n`))[0]?.n);
  const recordsIn = (id: string) =>
    count(`SELECT count(*) FROM records WHERE resource_id = '${id}'`);
  /** Records of one collection whose field names none of the other. */
  const dangling = (id: string, field: string, target: string) =>
    count(`SELECT count(*) FROM records r WHERE resource_id = '${id}'
      AND r.record::json->>'${field}' IS NOT NULL AND NOT EXISTS (SELECT 1 FROM records o
        WHERE o.resource_id = '${target}' AND o.client_id = r.record::json->>'${field}')`);
  const deadlocks = () =>
    count('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');

  test('a deletion against 100 records that refer to it leaves none dangling', async () => {
    const outcomes = new Set<string>();
    for (const onDelete of ['restrict', 'cascade', 'clear', 'restrict', 'cascade', 'clear']) {
      const orders = await collection();
      const items = await collection({ references: { order: to(orders, onDelete) } });
      await put(orders, 'o1');
      const post = (n: number) => call(n, 'POST', `${items}/records`, { order: 'o1' });
      const [made, deleted] = await Promise.all([
        Promise.all(times(100, post)),
        call(1, 'DELETE', `${orders}/records/o1`),
      ]);
      for (const { status, json, text } of made)
        assert.ok(status === 201 || json.code === 'reference', text);
      assert.ok(deleted.status === 200 || deleted.json.code === 'reference', deleted.text);
      const stored = made.filter(({ status }) => status === 201).length;
      outcomes.add(`${onDelete} ${deleted.status} ${stored > 0} ${stored < 100}`);
      assert.equal(await dangling(items, 'order', orders), 0, onDelete);
      const { json } = await call(2, 'GET', `${items}?limit=1`);
      assert.equal(json.recordCount, await recordsIn(items));
    }
    assert.ok(outcomes.size > 2, [...outcomes].join());
  });

  test('cascades that meet, batches and writes among them wait in one order', async () => {
    const newest = await collection();
    const one = await collection();
    const items = await collection();
    const other = await collection({ references: { one: to(one, 'cascade') } });
    const references = { one: to(one, 'cascade'), other: to(other, 'cascade') };
    assert.equal(
      (await call(0, 'PATCH', items, { action: 'configure', config: { references } })).status,
      200,
    );
    const back = { references: { item: to(items, 'clear'), other: to(other, 'cascade') } };
    assert.equal(
      (await call(0, 'PATCH', newest, { action: 'configure', config: back })).status,
      200,
    );
    const names = times(12, (n) => `r${n}`);
    for (const name of names) {
      await put(one, name);
      await put(other, name, { one: name });
      await put(items, name, { one: name, other: 'r0' });
      await put(newest, name, { item: name, other: name });
    }
    const before = await deadlocks();
    const batch = (at: number, name: string) =>
      ask(
        cluster.servers[at % 3] as SeveralServers['servers'][number],
        'POST',
        '/api/platform/batch',
        {
          key: cluster.key,
          body: {
            calls: [newest, one, items]
              .map((id) => ({
                method: 'PUT',
                path: `${resources}/${id}/records/new-${name}`,
                body: {},
              }))
              .concat([
                { method: 'DELETE', path: `${resources}/${other}/records/${name}`, body: {} },
              ]),
          },
        },
      );
    const replies = await Promise.all(
      names.flatMap((name, at) => [
        call(at, 'DELETE', `${one}/records/${name}`),
        batch(at + 1, name),
        call(at + 2, 'DELETE', `${items}/records/${name}`),
        call(at, 'POST', `${newest}/records`, { other: name }),
      ]),
    );
    for (const { status, json, text } of replies)
      assert.ok([200, 201, 404].includes(status) || json.code === 'reference', text);
    for (const [id, field, target] of [
      [other, 'one', one],
      [items, 'other', other],
      [newest, 'other', other],
      [newest, 'item', items],
    ] as const)
      assert.equal(await dangling(id, field, target), 0, field);
    assert.equal((await deadlocks()) - before, 0);
  });

  test('a server that is killed while it fills a reference, or deletes, leaves all or nothing', async () => {
    const orders = await collection();
    const items = await collection();
    await put(orders, 'o1');
    const lines = times(8_000, (n) => JSON.stringify({ n, order: 'o1' })).join('\n');
    const sent = await call(0, 'POST', `${items}/records`, lines, {
      'content-type': 'application/x-ndjson',
    });
    assert.equal(sent.status, 201, sent.text);
    const action = { action: 'configure', config: { references: { order: to(orders) } } };
    const filling = call(2, 'PATCH', items, action).catch(() => undefined);
    const filled = () => count(`SELECT count(*) FROM record_refs WHERE resource_id = '${items}'`);
    while ((await filled()) < 500);
    await cluster.servers[2]?.end('SIGKILL');
    await filling;
    assert.deepEqual((await call(0, 'GET', `${items}?limit=1`)).json.config, {});
    // Nothing is in force yet.
    assert.equal((await call(0, 'POST', `${items}/records`, { order: 'gone' })).status, 201);
    assert.equal((await call(1, 'DELETE', `${orders}/records/o1`)).status, 200);
    assert.equal((await call(0, 'PATCH', items, action)).status, 409);
    await put(orders, 'o1');
    await put(orders, 'gone');
    assert.equal((await call(0, 'PATCH', items, action)).status, 200);
    assert.equal(await filled(), 8_001);
    const chain = await collection();
    const last = await collection({ references: { up: to(chain, 'cascade') } });
    await put(chain, 'a');
    const many = times(1_000, () => JSON.stringify({ up: 'a' })).join('\n');
    await call(0, 'POST', `${last}/records`, many, { 'content-type': 'application/x-ndjson' });
    const deleting = call(1, 'DELETE', `${chain}/records/a`).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await cluster.servers[1]?.end('SIGKILL');
    await deleting;
    const left = await call(0, 'GET', `${last}?limit=1`);
    assert.ok([0, 1_000].includes(left.json.recordCount));
    assert.equal(await recordsIn(last), left.json.recordCount);
    assert.equal(await recordsIn(chain), left.json.recordCount / 1_000);
    if (left.json.recordCount > 0)
      assert.equal((await call(0, 'DELETE', `${chain}/records/a`)).status, 200);
    assert.equal(await recordsIn(last), 0);
  });
});
