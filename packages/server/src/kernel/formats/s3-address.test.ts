import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfS3Address, parseS3Address } from './s3-address.ts';

test('an address is read with its defaults', () => {
  const short = { bucket: 'my-bucket', prefix: '', endpoint: undefined, region: 'us-east-1' };
  assert.deepEqual(parseS3Address('s3://my-bucket'), { ...short, forcePathStyle: false });
  const long = parseS3Address(
    's3://b.1x/a/b?endpoint=http://127.0.0.1:9000&region=eu-west-1&forcePathStyle=false',
  );
  assert.deepEqual(long, {
    bucket: 'b.1x',
    prefix: 'a/b/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-west-1',
    forcePathStyle: false,
  });
  assert.equal(nameOfS3Address(long), 's3://b.1x/a/b');
  assert.equal(parseS3Address('s3://my-bucket?endpoint=https://s3.test').forcePathStyle, true);
});

test('any other text is refused with what is expected', () => {
  for (const [text, has] of [
    ['bucket', /^must be an address like s3:/],
    ['https://bucket/x', /^must be an address like s3:/],
    ['s3://bucket:80', /^must be an address like s3:/],
    ['s3://key:secret@bucket', /^must be without credentials/],
    ['s3://', /^must /],
    ['s3://B', /^must be an address with a bucket/],
    ['s3://bucket//x', /^must be an address with a prefix/],
    ['s3://bucket/a%20b', /^must be an address with a prefix/],
    ['s3://bucket?path=1', /^must be an address with only these parameters, each/],
    ['s3://bucket?region=a&region=b', /^must be an address with only these parameters, each/],
    ['s3://bucket?endpoint=ftp://x', /^must be an address with an endpoint like/],
    ['s3://bucket?endpoint=https://x/path', /^must be an address with an endpoint like/],
    ['s3://bucket?region=A B', /^must be an address with a region/],
    ['s3://bucket?forcePathStyle=maybe', /^must be an address with forcePathStyle as/],
  ] as const)
    assert.throws(() => parseS3Address(text), { message: has }, text);
});
