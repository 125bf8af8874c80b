import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLifecycle } from '../kernel/lifecycle.ts';
import { createLog } from '../kernel/log.ts';
import type { Store } from '../store/store.ts';
import { createJobs } from './jobs.ts';

function openJobs() {
  const lines: string[] = [];
  const log = createLog('warn', (line) => lines.push(line));
  const lifecycle = createLifecycle();
  // A store without other processes: no job needs a lease.
  const jobs = createJobs({ store: {} as Store, clock: Date.now, log }, lifecycle);
  return { jobs, lines, stop: lifecycle.stop };
}

const soon = () => new Promise((resolve) => setTimeout(resolve, 30));

test('a job is done at the start and again after its interval, until it is stopped', async () => {
  const { jobs, stop } = openJobs();
  let runs = 0;
  jobs.start({
    name: 'count',
    everyMs: 5,
    run: async () => {
      runs += 1;
    },
  });
  while (runs < 3) await soon();
  await stop();
  const before = runs;
  await soon();
  assert.equal(runs, before);
});

test('a job that fails is logged once by its name, counted, and done again; others are not disturbed', async () => {
  const { jobs, lines, stop } = openJobs();
  let others = 0;
  jobs.start({
    name: 'other',
    everyMs: 5,
    run: async () => {
      others += 1;
    },
  });
  const again = jobs.start({
    name: 'broken',
    everyMs: 60_000,
    run: async () => {
      throw new Error('no disk');
    },
  });
  await soon();
  again();
  await soon();
  await stop();
  assert.ok(others > 1);
  assert.deepEqual(jobs.failures(), { other: 0, broken: 2 });
  assert.equal(lines.length, 2);
  assert.match(lines[0] ?? '', /a job failed.*broken.*no disk/);
});

test('a job never runs beside itself, and a stop waits for the run that it has ended early', async () => {
  const { jobs, stop } = openJobs();
  let [running, most, ended] = [0, 0, 0];
  jobs.start({
    name: 'slow',
    everyMs: 1,
    run: async (isStopped) => {
      running += 1;
      most = Math.max(most, running);
      while (!isStopped()) await soon();
      running -= 1;
      ended += 1;
    },
  });
  await soon();
  await stop();
  assert.deepEqual([most, ended, running], [1, 1, 0]);
});
