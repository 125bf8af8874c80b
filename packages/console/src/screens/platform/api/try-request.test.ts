import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDocument } from './openapi.ts';
import { addressOf, curlOf, headersOf, mirrorOf, missingIn, sendersOf } from './try-request.ts';

const parameters = [
  { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
  { name: 'limit', in: 'query', schema: { type: 'integer' } },
  { name: 'where', in: 'query', style: 'deepObject', schema: { type: 'object' } },
  { name: 'If-Match', in: 'header', description: 'The version.', schema: { type: 'string' } },
];
const content = { 'application/x-ndjson': {}, 'application/json': { schema: { type: 'object' } } };
const [records, status] = readDocument({
  paths: {
    '/api/platform/resources/{id}/records': { post: { parameters, requestBody: { content } } },
    '/api/platform/status': { get: { security: [] } },
  },
}).operations;
assert.ok(records !== undefined && status !== undefined);

test('typed parameters become the path, the query and the headers of a request', () => {
  const typed = {
    'path id': ' a/b"$(x)! ',
    'query limit': '5',
    'query where': 'status=paid\nnothing\nprice.gte = 100',
    'header If-Match': '"3"',
  };
  assert.equal(
    addressOf(records, typed),
    '/api/platform/resources/a%2Fb%22%24(x)%21/records?limit=5&where.status=paid&where.price.gte=100',
  );
  assert.deepEqual(headersOf(records, typed), { 'If-Match': '"3"' });
  assert.deepEqual(missingIn(records, typed), []);
  assert.deepEqual(missingIn(records, {}), ['id']);
});

test('the curl command contains the typed values, and they cannot break out of their quotes', () => {
  const typed = { 'header If-Match': "'; rm x; '" };
  const line = curlOf('platform', 'https://x', records, { typed, body: '{"a":\n"it\'s"}' });
  assert.equal(
    line.replaceAll(' \\\n  ', ' '),
    'curl -X POST "https://x/api/platform/resources/$id/records" -H "Authorization: Bearer $BARAZA_KEY" ' +
      `-H 'If-Match: '\\''; rm x; '\\''' -H 'Content-Type: application/json' --data-binary '{"a":"it'\\''s"}'`,
  );
});

test('with a session an endpoint is called through /console; an endpoint on another origin is not called', () => {
  assert.deepEqual(sendersOf('platform', records), ['session', 'key']);
  assert.deepEqual(sendersOf('platform', status), ['none', 'key']);
  assert.equal(mirrorOf('platform', records.path), '/console/platform/resources/{id}/records');
  assert.equal(mirrorOf('site', '/v1/admin/sites/{site}'), '/console/sites/{site}');
  assert.deepEqual(sendersOf('site', { ...records, path: '/v1/sites/{site}/ask' }), []);
});
