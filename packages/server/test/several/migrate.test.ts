import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { serveControl } from '../../src/control/control.ts';
import { silentLog } from '../../src/kernel/log.ts';
import { dataVersion } from '../../src/store/migrations/data-version.ts';
import { assertRefused, say } from '../fixtures/command-line.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { createDatabase } from '../postgres/server.ts';

for (const engine of ['sqlite', 'postgres'] as const)
  test(`migrate says from which version to which it brought the data, on ${engine}`, async (t) => {
    const environment = {
      BARAZA_DATA: temporaryFolder(t),
      ...(engine === 'postgres' ? { DATABASE_URL: await createDatabase() } : {}),
    };
    const migrate = async () => {
      const { code, out, err } = await say(['migrate', '--json'], environment);
      assert.equal(code, 0, err.join());
      const { from, to, store } = JSON.parse(out.join());
      assert.match(store, engine === 'sqlite' ? /^SQLite$/ : /^PostgreSQL \d+\.\d+$/);
      return [from, to];
    };
    assert.deepEqual(await migrate(), [0, dataVersion]);
    assert.deepEqual(await migrate(), [dataVersion, dataVersion]);
    const { out } = await say(['migrate'], environment);
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
    const said = await say(['migrate'], environment);
    if (engine === 'sqlite') assertRefused(said, /writes data of version \d+ and this program/);
    else
      assert.match(
        said.out.join(),
        new RegExp(`was of version 0 and is of version ${dataVersion}`),
      );
  });
