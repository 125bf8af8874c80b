import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { printed, spawnBaraza, temporaryFolder } from '../houses/server-process.ts';
import { createDatabase } from '../postgres/server.ts';
import { openS3StandIn } from '../stand-ins/s3-stand-in.ts';

test('of two first servers with peppers of their own, one is refused with the setting that is missing', async (t) => {
  const DATABASE_URL = await createDatabase();
  const objects = await openS3StandIn();
  t.after(objects.close);
  const environment = { ...objects.environment, DATABASE_URL, BARAZA_ENCODER: '0' };
  const servers = [1, 2].map(() => spawnBaraza(t, ['serve'], temporaryFolder(t), environment));
  const ready = await Promise.allSettled(servers.map((server) => printed(server, /^ready$/m)));
  assert.deepEqual(ready.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  const refused = servers[ready.findIndex(({ status }) => status === 'rejected')];
  const { code, stderr } = (await refused?.ended) ?? assert.fail();
  assert.equal(code, 1);
  assert.match(stderr, /^[^\n]* pepper [^\n]*; [^\n]*set BARAZA_PEPPER_FILE [^\n]*\.\n$/);
  const database = postgres(DATABASE_URL, { max: 1 });
  t.after(() => database.end());
  const known = await database`SELECT 1 FROM installation WHERE name = 'pepper'`;
  assert.equal(known.length, 1);
});
