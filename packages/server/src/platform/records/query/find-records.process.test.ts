import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordRow } from '../../../store/platform/records.ts';
import type { ResourceRow } from '../../../store/platform/resources.ts';
import type { Snapshot } from '../../../store/store.ts';
import { findRecords } from './find-records.ts';
import { readRecordsQuery } from './records-query.ts';

test('searches of small collections at the same time share the turns of the event loop', async (t) => {
  // Each look at the clock is a whole slice later, so that one record is a whole slice of work.
  const { now } = performance;
  let nowMs = now.call(performance);
  performance.now = () => {
    nowMs += 11;
    return nowMs;
  };
  t.after(() => {
    performance.now = now;
  });
  let [inTurn, inTurnMax] = [0, 0];
  let next = setImmediate(function turn() {
    inTurn = 0;
    next = setImmediate(turn);
  });
  t.after(() => clearImmediate(next));
  const rows = Array.from({ length: 20 }, (_, index) => ({
    id: `rec_${index}`,
    get record() {
      inTurn += 1;
      inTurnMax = Math.max(inTurnMax, inTurn);
      return '{"name":"aaaa"}';
    },
  })) as unknown as readonly RecordRow[];
  const view = { all: async () => rows } as unknown as Snapshot;
  const row = {
    id: 'res_1',
    record_count: rows.length,
    record_bytes: 400,
    indexes: null,
  } as unknown as ResourceRow;
  const search = readRecordsQuery({ q: 'ab' } as Parameters<typeof readRecordsQuery>[0]);
  const never = new AbortController().signal;
  const one = () => findRecords(view, row, search, never, async () => {});
  const found = await Promise.all(Array.from({ length: 8 }, one));
  assert.deepEqual(new Set(found.map(({ total }) => total)), new Set([0]));
  assert.ok(inTurnMax <= 1, `${inTurnMax} records in one turn`);
});
