import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '@baraza/contract';
import { engines, openServer } from '../../test/fixtures/server.ts';
import { silentLog } from '../kernel/log.ts';
import { readBackupAttempt, writeLastBackup } from '../store/processes/installation.ts';
import { takeLease } from '../store/processes/leases.ts';
import type { Engine } from '../store/store.ts';
import { failedAttempt, setBackupSchedule, takeDueBackup } from './backup-schedule.ts';

const noon = Date.parse('2026-11-17T12:00:00Z');
// Half past two in the night of Nairobi.
const wanted = { time: '02:30', timeZone: 'Africa/Nairobi', keep: 5 };
const due = Date.parse('2026-11-17T23:30:00Z');

describe('the schedule of backups', () => {
  test('takes a backup each day at the set time, and none for the times before it was set', async (t) => {
    const { at, attempts, setSchedule } = await open(t);
    assert.equal((await setSchedule())?.nextAt, '2026-11-17T23:30:00.000Z');
    await at(noon);
    await at(due - 1);
    assert.deepEqual(attempts, []);
    await at(due);
    await at(due + minuteMs);
    await at(due + dayMs - 1);
    assert.deepEqual(attempts, [due]);
    await at(due + dayMs + minuteMs);
    assert.deepEqual(attempts, [due, due + dayMs + minuteMs]);
  });

  test('takes a missed backup after the start, once', async (t) => {
    const { at, attempts } = await open(t);
    const monthLater = due + 30 * dayMs + hourMs;
    await at(monthLater);
    await at(monthLater + minuteMs);
    assert.deepEqual(attempts, [monthLater]);
  });

  test('a backup that was taken by hand after the due time counts as that of the day', async (t) => {
    const { at, attempts, store } = await open(t);
    const last = { at: new Date(due + minuteMs).toISOString(), file: 'f', bytes: 1, machine: 'm' };
    await store.write((tx) => writeLastBackup(tx, last));
    await at(due + 2 * minuteMs);
    assert.deepEqual(attempts, []);
    await at(due + dayMs);
    assert.deepEqual(attempts, [due + dayMs]);
  });

  test('tries again an hour after a failure, which is shown until a backup is taken', async (t) => {
    const { at, attempts, store, answer } = await open(t);
    answer.fault = new Error('The disk is full.');
    await at(due);
    const failed = await failedAttempt({ store }, null);
    assert.deepEqual(
      [failed?.error, failed?.at],
      ['The disk is full.', new Date(due).toISOString()],
    );
    await at(due + hourMs - 1);
    assert.equal(attempts.length, 1);
    delete answer.fault;
    await at(due + hourMs);
    assert.equal(attempts.length, 2);
    assert.equal(await failedAttempt({ store }, null), null);
  });

  test('waits for another job; a backup that was stopped is still due', async (t) => {
    const { at, attempts, store, answer } = await open(t);
    answer.isBusy = true;
    await at(due);
    assert.equal(await readBackupAttempt(store), undefined);
    answer.isBusy = false;
    answer.fault = new Error('given up');
    answer.isStopped = true;
    await at(due + minuteMs);
    assert.equal(await readBackupAttempt(store), undefined);
    delete answer.fault;
    answer.isStopped = false;
    await at(due + 2 * minuteMs);
    assert.deepEqual(attempts, [due, due + minuteMs, due + 2 * minuteMs]);
  });

  test('is off where no time is set', async (t) => {
    const { at, attempts, store } = await open(t);
    await setBackupSchedule({ store, clock: () => noon }, { ...wanted, time: null });
    await at(due + dayMs);
    assert.deepEqual(attempts, []);
  });

  test('leaves a backup to the process that has begun it', async (t) => {
    const { at, attempts, store } = await open(t);
    const other = { name: 'scheduled backup', holder: 'other' };
    await store.write((tx) => takeLease(tx, other, 2 * minuteMs, due));
    await at(due);
    assert.deepEqual(attempts, []);
    await at(due + 2 * minuteMs);
    assert.equal(attempts.length, 1);
  });

  for (const engine of engines)
    test(`of many processes on ${engine}, exactly one takes the backup`, async (t) => {
      const { at, attempts } = await open(t, engine);
      await Promise.all(Array.from({ length: 8 }, () => at(due)));
      assert.equal(attempts.length, 1);
    });
});

async function open(t: TestContext, engine: Engine = 'sqlite') {
  const server = await openServer(engine);
  t.after(server.close);
  const { store } = server.platform;
  const attempts: number[] = [];
  const answer: { fault?: Error; isBusy?: boolean; isStopped?: boolean } = {};
  const at = (nowMs: number) => {
    const catalog = {
      takeScheduled: async () => {
        attempts.push(nowMs);
        // Long enough for another process to try.
        await new Promise((resolve) => setImmediate(resolve));
        if (answer.fault !== undefined) throw answer.fault;
        return answer.isBusy !== true;
      },
    };
    const parts = { store, log: silentLog, clock: () => nowMs };
    return takeDueBackup(parts, catalog, () => answer.isStopped === true);
  };
  const setSchedule = () => setBackupSchedule({ store, clock: () => noon }, wanted);
  await setSchedule();
  return { at, attempts, store, answer, setSchedule };
}
