import assert from 'node:assert/strict';
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
