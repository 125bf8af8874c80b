import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { serveControl } from '../../src/control/control.ts';
import type { Metrics } from '../../src/http/metrics/metrics.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { assemble } from '../../src/server/assemble.ts';
import { createHealth } from '../../src/server/health.ts';
import { measureProcess } from '../../src/server/measures.ts';
import { readConfig } from '../../src/setup/config.ts';
import { dataVersion } from '../../src/store/migrations/data-version.ts';
import { postgresVersion } from '../../src/store/postgres/postgres-server.ts';
import { assertRefused, runCommand } from '../fixtures/command-line.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { createDatabase, createMigratedDatabase } from '../postgres/server.ts';

const server = (text: string, number: string) => ({
  get: async <Row>() => ({ text, number }) as Row,
});

test('a server of version 14 or newer is named as people name it', async () => {
  assert.equal(await postgresVersion(server('14.19', '140019')), '14.19');
  assert.equal(await postgresVersion(server('15.14 (Debian 15.14-0+deb12u1)', '150014')), '15.14');
  assert.equal(await postgresVersion(server('18.4', '180004')), '18.4');
});

test('an older server is refused in one sentence that says what would do', async () => {
  await assert.rejects(postgresVersion(server('13.22', '130022')), {
    name: 'Problem',
    message: 'The database of DATABASE_URL is PostgreSQL 13.22, which is too old; use 14 or newer.',
  });
});

for (const engine of ['sqlite', 'postgres'] as const)
  test(`migrate says from which version to which it brought the data, on ${engine}`, async (t) => {
    const environment = {
      BARAZA_DATA: temporaryFolder(t),
      ...(engine === 'postgres' ? { DATABASE_URL: await createDatabase() } : {}),
    };
    const migrate = async () => {
      const { code, out, err } = await runCommand(['migrate', '--json'], environment);
      assert.equal(code, 0, err.join());
      const { from, to, store } = JSON.parse(out.join());
      assert.match(store, engine === 'sqlite' ? /^SQLite$/ : /^PostgreSQL \d+\.\d+$/);
      return [from, to];
    };
    assert.deepEqual(await migrate(), [0, dataVersion]);
    assert.deepEqual(await migrate(), [dataVersion, dataVersion]);
    const { out } = await runCommand(['migrate'], environment);
    assert.match(out.join(), new RegExp(`is of version ${dataVersion} already\\.`));
  });

for (const engine of ['sqlite', 'postgres'] as const)
  test(`beside a server of an older program no migration is reported that did not happen, on ${engine}`, async (t) => {
    const folder = temporaryFolder(t);
    const environment = {
      BARAZA_DATA: folder,
      ...(engine === 'postgres' ? { DATABASE_URL: await createDatabase() } : {}),
    };
    const report = { from: dataVersion - 1, to: dataVersion - 1, store: 'a store' };
    const stop = await serveControl(
      path.join(folder, 'control.sock'),
      async () => report,
      silentLog,
    );
    t.after(stop);
    const result = await runCommand(['migrate'], environment);
    if (engine === 'sqlite') assertRefused(result, /writes data of version \d+ and this program/);
    else
      assert.match(
        result.out.join(),
        new RegExp(`was of version 0 and is of version ${dataVersion}`),
      );
  });

test('a backup that a command took on one machine is known on all others', async (t) => {
  const DATABASE_URL = await createMigratedDatabase();
  const here = { DATABASE_URL, BARAZA_DATA: temporaryFolder(t) };
  const pepper = path.join(here.BARAZA_DATA, 'pepper');
  const there = { DATABASE_URL, BARAZA_DATA: temporaryFolder(t), BARAZA_PEPPER_FILE: pepper };
  assert.equal((await runCommand(['owners', 'create', '--name', 'local'], here)).code, 0);
  const file = path.join(temporaryFolder(t), 'x.backup');
  const startedMs = Date.now();
  assert.equal((await runCommand(['backup', file], here)).code, 0);

  const { out } = await runCommand(['doctor', '--json'], there);
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
    sender: { counts: () => ({ delivered: 0, delayed: 0, failed: 0 }) },
    kinds: ['webhook'],
    jobs: { failures: () => ({}) },
  });
  const seconds = await gauges.get('baraza_backup_last_timestamp_seconds')?.();
  assert.ok(Number(seconds) >= Math.floor(startedMs / 1_000), String(seconds));
});
