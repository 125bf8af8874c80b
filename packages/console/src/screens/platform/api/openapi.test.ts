import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, readDocument } from './openapi.ts';

const document = {
  info: { title: 'Test API' },
  servers: [{ url: 'https://x' }],
  tags: [{ name: 'Things', description: 'All things.' }],
  paths: {
    '/api/resources/{id}': {
      patch: {
        summary: 'Change one',
        description: 'Renames or archives.',
        tags: ['Things'],
        parameters: [
          { name: 'id', in: 'path', required: true, example: 'a', schema: { type: 'string' } },
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
            description: 'Changed',
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/Thing' },
                example: { id: 'a' },
              },
            },
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
  const { title, url, groups, operations } = readDocument(document);
  assert.deepEqual([title, url, groups.get('Things')], ['Test API', 'https://x', 'All things.']);
  const [change, status] = operations;
  assert.deepEqual([change?.group, status?.group], ['Things', 'status']);
  assert.equal(change?.about, 'Renames or archives.');
  assert.deepEqual(
    change?.parameters.map(({ example }) => example),
    ['a', undefined],
  );
  assert.deepEqual(
    change?.answers.map(({ about, example }) => [about, example]),
    [
      ['Changed', '{\n  "id": "a"\n}'],
      ['', undefined],
    ],
  );
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

test('the example of a body comes before a sample that is made of its schema', () => {
  const content = { 'application/json': { schema: { type: 'object' }, example: { name: 'unga' } } };
  const query = { name: 'where', in: 'query', style: 'deepObject', example: { state: 'open' } };
  const post = { parameters: [query], requestBody: { content }, responses: {} };
  const [create] = readDocument({ paths: { '/api/things': { post } } }).operations;
  assert.deepEqual(create?.body?.sample, { name: 'unga' });
  assert.equal(create?.parameters[0]?.example, 'where.state=open');
});

test('an operation is found by its section and its description', () => {
  const [change] = readDocument(document).operations;
  assert.ok(change !== undefined && fits(change, 'things') && fits(change, 'archives'));
});
