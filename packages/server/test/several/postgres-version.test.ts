import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postgresVersion } from '../../src/store/postgres/postgres-version.ts';

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
