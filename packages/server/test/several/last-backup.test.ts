import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { assemble } from '../../src/assemble.ts';
import { createHealth } from '../../src/cli/serve/health.ts';
import { idleSender } from '../../src/cli/serve/idle-sender.ts';
import { measureProcess } from '../../src/cli/serve/measures.ts';
import { readConfig } from '../../src/config.ts';
import type { Metrics } from '../../src/http/metrics/metrics.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { deliveryOutbox } from '../../src/store/platform/deliveries.ts';
import { say } from '../fixtures/command-line.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { createMigratedDatabase } from '../postgres/server.ts';

test('a backup that a command took on one machine is known on all others', async (t) => {
  const DATABASE_URL = await createMigratedDatabase();
  const here = { DATABASE_URL, BARAZA_DATA: temporaryFolder(t) };
  const pepper = path.join(here.BARAZA_DATA, 'pepper');
  const there = { DATABASE_URL, BARAZA_DATA: temporaryFolder(t), BARAZA_PEPPER_FILE: pepper };
  assert.equal((await say(['owners', 'create', '--name', 'local'], here)).code, 0);
  const file = path.join(temporaryFolder(t), 'x.backup');
  const startedMs = Date.now();
  assert.equal((await say(['backup', file], here)).code, 0);

  const { out } = await say(['doctor', '--json'], there);
  const findings = JSON.parse(out.join('')) as { name: string; status: string; saw: string }[];
  const { status, saw } = findings.find(({ name }) => name === 'backup') ?? assert.fail();
  assert.deepEqual([status, saw.endsWith(` KB in ${file}`)], ['ok', true], saw);

  const installation = await assemble(readConfig(there), silentLog);
  t.after(installation.close);
  const gauges = new Map<string, () => unknown>();
  const metrics = {
    gauge: (name: string, _help: string, read: () => unknown) => gauges.set(name, read),
    gauges: () => {},
    counter: () => {},
    histogram: () => {},
  };
  measureProcess(metrics as unknown as Metrics, {
    ...installation,
    health: createHealth(installation, await installation.openBlobs()),
    sender: idleSender,
    outbox: deliveryOutbox,
  });
  const seconds = await gauges.get('baraza_backup_last_timestamp_seconds')?.();
  assert.ok(Number(seconds) >= Math.floor(startedMs / 1_000), String(seconds));
});
