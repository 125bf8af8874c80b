/** Collections whose records refer to each other. */
import assert from 'node:assert/strict';
import { sql } from '../../../src/store/store.ts';
import { newResource } from '../../fixtures/server.ts';
import type { Suite } from '../../users/users-calls.ts';
import { recordCalls } from '../record-calls.ts';

/** A reference that holds, as the config has it. */
export const to = (target: string, onDelete = 'restrict') => ({ to: target, onDelete });

/** As many values, made from their numbers. */
export const times = <Value>(count: number, make: (n: number) => Value): readonly Value[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** `suite` is filled before the first call. */
export function referenceCalls(suite: Suite) {
  const call: ReturnType<typeof recordCalls>['call'] = (...args) =>
    recordCalls(suite.server, suite.owner).call(...args);
  const collection = async (config: object = {}): Promise<string> =>
    (await newResource(suite.server, suite.owner.key, 'data', config)).id;
  const put = async (id: string, recordId: string, record: object) => {
    const made = await call('PUT', `${id}/records/${recordId}`, record);
    assert.ok(made.status < 300, made.text);
  };
  return {
    call,
    collection,
    put,
    remove: (id: string, recordId: string) => call('DELETE', `${id}/records/${recordId}`),
    lines: (id: string, records: readonly object[], query = '') =>
      call(
        'POST',
        `${id}/records${query}`,
        records.map((each) => JSON.stringify(each)).join('\n'),
        {
          'content-type': 'application/x-ndjson',
        },
      ),
    idsIn: async (id: string): Promise<readonly string[]> => {
      const { json } = await call('GET', `${id}/records?limit=1000`);
      return json.records.map(({ recordId }: { recordId: string }) => recordId);
    },
    recordOf: async (id: string, recordId: string) =>
      (await call('GET', `${id}/records/${recordId}`)).json.record,
    configure: (id: string, config: object) => call('PATCH', id, { action: 'configure', config }),
    /** Orders with lines. */
    shop: async (onDelete = 'restrict') => {
      const orders = await collection();
      const items = await collection({ references: { order: to(orders, onDelete) } });
      await put(orders, 'o1', {});
      return { orders, items };
    },
    /** What the records of a collection name, as it is stored beside them. */
    rows: (id: string) =>
      suite.server.platform.store.all<{
        field: string;
        to_record: string;
      }>(sql`SELECT field, to_record
        FROM record_refs WHERE resource_id = ${id} ORDER BY field, to_record`),
  };
}
