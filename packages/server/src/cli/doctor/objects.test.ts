import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFakeS3, type S3Request } from '../../../test/fakes/s3-server.ts';
import { createBucket, noS3Server } from '../../../test/s3/server.ts';
import { readConfig } from '../../setup/config.ts';
import { examineObjects } from './objects.ts';

test('the doctor tries all operations on the bucket, leaves nothing, and reports what fails', async (t) => {
  const server = await openFakeS3();
  t.after(server.close);
  assert.deepEqual(await examineObjects(readConfig({})), []);
  const look = async () => {
    const [finding] = await examineObjects(readConfig({ BLOB_URL: server.url }));
    return [finding?.status, finding?.saw ?? ''] as const;
  };
  const place = 's3://bucket/objects by BLOB_URL';
  assert.deepEqual(await look(), ['ok', `${place}, written and read`]);
  assert.deepEqual([...server.objects.keys()], []);
  assert.equal(server.uploads.size, 0);
  const faults: readonly (readonly [string, (request: S3Request) => boolean])[] = [
    ['written', ({ method, query }) => method === 'PUT' && query.size === 1],
    ['read', ({ method, key }) => method === 'GET' && key !== ''],
    ['written in parts', ({ query }) => query.has('uploads')],
    ['written in parts', ({ query }) => query.has('partNumber')],
    ['written in parts', ({ method, query }) => method === 'POST' && query.has('uploadId')],
    ['deleted from', ({ method, query }) => method === 'DELETE' && !query.has('uploadId')],
    ['cleared of unfinished uploads', ({ query, key }) => query.has('uploads') && key === ''],
    [
      'cleared of unfinished uploads',
      ({ method, query }) => method === 'DELETE' && query.has('uploadId'),
    ],
  ];
  for (const [what, isRefused] of faults) {
    server.fault = (request, response) => {
      if (!isRefused(request)) return false;
      response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
      return true;
    };
    const [status, saw] = await look();
    assert.equal(status, 'failing');
    assert.equal(saw, `${place} cannot be ${what}: No.`);
  }
});

test('the doctor reports a real S3 server as ok', { skip: noS3Server }, async () => {
  const [finding] = await examineObjects(readConfig({ BLOB_URL: await createBucket() }));
  assert.equal(finding?.status, 'ok', finding?.saw ?? '');
});
