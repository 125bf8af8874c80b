import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, readDocument } from './openapi.ts';

const document = {
  info: { title: 'Test API' },
  servers: [{ url: 'https://x' }],
  paths: {
    '/api/resources/{id}': {
      patch: {
        summary: 'Change one',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
        ],
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['action'],
                properties: {
                  action: { enum: ['rename', 'archive'] },
                  list: {
                    type: 'array',
                    items: { type: 'object', properties: { n: { type: 'number' } } },
                  },
                },
              },
            },
          },
        },
        responses: {
          200: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: {},
        },
      },
    },
    '/api/status': { get: { summary: 'How it is', security: [], responses: {} } },
  },
  components: { schemas: { Thing: { properties: { id: { type: 'string' } } } } },
};

test('a document becomes operations with parameters, fields, samples and responses', () => {
  const { title, url, operations } = readDocument(document);
  assert.deepEqual([title, url], ['Test API', 'https://x']);
  const [change, status] = operations;
  assert.equal(change?.group, 'resources');
  assert.equal(status?.isPublic, true);
  assert.deepEqual(
    change?.parameters.map(({ name, place, isRequired }) => [name, place, isRequired]),
    [
      ['id', 'path', true],
      ['limit', 'query', false],
    ],
  );
  assert.deepEqual(
    change?.body?.fields.map(({ name, type }) => [name, type]),
    [
      ['action', '"rename" | "archive"'],
      ['list', 'object[]'],
      ['list[].n', 'number'],
    ],
  );
  assert.deepEqual(change?.body?.sample, { action: 'rename' });
  assert.deepEqual(
    change?.answers.map(({ status, fields }) => [status, fields.length]),
    [
      ['200', 1],
      ['404', 0],
    ],
  );
});

test('an operation is found by words of its method, path and summary', () => {
  const [change] = readDocument(document).operations;
  assert.ok(change !== undefined && fits(change, 'patch change') && fits(change, ''));
  assert.ok(!fits(change, 'delete'));
});

test('an empty document has no operations', () => {
  assert.deepEqual(readDocument({}).operations, []);
});
