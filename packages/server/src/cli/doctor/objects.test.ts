import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openS3StandIn } from '../../../test/stand-ins/s3-stand-in.ts';
import { readConfig } from '../../config.ts';
import { examineObjects } from './objects.ts';

test('the doctor writes, reads and deletes in the bucket, leaves nothing, and says what fails', async (t) => {
  const standIn = await openS3StandIn();
  t.after(standIn.close);
  assert.deepEqual(await examineObjects(readConfig({})), []);
  const look = async () => {
    const [finding] = await examineObjects(readConfig({ BLOB_URL: standIn.url }));
    return [finding?.status, finding?.saw ?? ''] as const;
  };
  const place = 's3://bucket/objects by BLOB_URL';
  assert.deepEqual(await look(), ['ok', `${place}, written and read`]);
  assert.deepEqual([...standIn.objects.keys()], []);
  for (const [method, what] of [
    ['PUT', 'written'],
    ['GET', 'read'],
    ['DELETE', 'deleted from'],
  ]) {
    standIn.fault = (request, response) => {
      if (request.method !== method) return false;
      response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
      return true;
    };
    const [status, saw] = await look();
    assert.equal(status, 'failing');
    assert.ok(saw.startsWith(`${place} cannot be ${what}: `), saw);
  }
});
