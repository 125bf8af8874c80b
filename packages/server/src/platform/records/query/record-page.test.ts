import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import { type Plan, streamPage } from './record-page.ts';
import { readRecordsQuery } from './records-query.ts';

test('a page of one batch is written without a pause, which would hold its connection', async () => {
  assert.equal(await pausesOf([['a', 'b']]), 0);
});

test('a walk pauses before each further batch, also where a rule has emptied it', async () => {
  assert.equal(await pausesOf([['a'], [], ['b']]), 2);
});

async function pausesOf(batches: readonly (readonly string[])[]): Promise<number> {
  let pauses = 0;
  const pause = () => {
    pauses += 1;
    return undefined;
  };
  const written: string[] = [];
  const write = async (rows: readonly RecordRow[]) => {
    written.push(...rows.map(({ id }) => id));
  };
  const resource = { record_count: 2 } as ResourceRow;
  await streamPage(resource, readRecordsQuery({}), planOf(batches), pause, write);
  assert.deepEqual(written, batches.flat());
  return pauses;
}

function planOf(batches: readonly (readonly string[])[]): Plan {
  async function* steps() {
    for (const ids of batches) yield { rows: ids.map(rowOf) };
  }
  return { steps: steps(), isInOrder: true, isDecided: true, total: undefined };
}

function rowOf(id: string): RecordRow {
  const times = { created_at: 0, updated_at: null };
  return { id, client_id: null, record: '{}', bytes: 2, version: 1, ...times };
}
