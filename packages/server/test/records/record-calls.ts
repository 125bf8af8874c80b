import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { sql } from '../../src/store/store.ts';
import { ask, newResource, type Owner, resources, type TestServer } from '../fixtures/server.ts';

/** Calls on the collections of an owner. */
export function recordCalls(server: TestServer, owner: Owner) {
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    ask(server, method, `${resources}/${path}`, { key: owner.key, body, headers });
  const configure = (id: string, config: object) =>
    call('PATCH', id, { action: 'configure', config });
  const filled = async (count: number, config: object = {}) => {
    const { id } = await newResource(server, owner.key, 'data', config);
    const lines = Array.from({ length: count }, (_, n) =>
      JSON.stringify({ n, group: n % 3, who: { name: `name ${n % 10}` } }),
    );
    const sent = await call('POST', `${id}/records`, lines.join('\n'), {
      'content-type': 'application/x-ndjson',
    });
    assert.equal(sent.status, 201, sent.text);
    return id;
  };
  const numbers = async (id: string, query: string) => {
    const { json, text } = await call('GET', `${id}/records?${query}`);
    assert.ok(Array.isArray(json.records), text);
    return json.records.map(({ record }: { record: { n: number } }) => record.n);
  };
  /** How many records have a key in one of the columns. */
  const keyed = async (id: string) => {
    const row = await server.platform.store.get<{ found: number }>(
      sql`SELECT count(*) AS found FROM records WHERE resource_id = ${id}
        AND (key1 IS NOT NULL OR key2 IS NOT NULL)`,
    );
    return row?.found;
  };
  return { call, configure, filled, numbers, keyed };
}

/**
 * Takes one of the stock of a record, as often as `count` says and all at once, in turn through the addresses; counts
 * the statuses. What was refused as busy or got no answer is sent again with its key, as the client does.
 */
export async function takeOneEach(addresses: readonly string[], key: string, count: number) {
  const counts: { [status: number]: number } = {};
  const request = (at: number) =>
    fetch(addresses[at % addresses.length] ?? '', {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `take ${at}`,
      },
      body: JSON.stringify({ stock: { $add: -1, $min: 0 } }),
    }).catch(() => undefined);
  const take = async (_: unknown, at: number) => {
    let response = await request(at);
    while (response === undefined || response.status === 503) {
      await response?.text();
      await setTimeout(200 + at);
      response = await request(at);
    }
    await response.text();
    counts[response.status] = (counts[response.status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: count }, take));
  return counts;
}
