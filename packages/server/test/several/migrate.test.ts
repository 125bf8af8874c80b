import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataVersion } from '../../src/store/migrations/migrations.ts';
import { say } from '../houses/command-line.ts';
import { temporaryFolder } from '../houses/server-process.ts';
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
