import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { newResource, resources, serverOfSuite } from '../../fixtures/server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into freely; its shape is what is tested.
type Json = any;

const valid = { service: 'data', kind: 'Collection', name: 'Orders', config: { a: 1 } };
const recordId = 'rec_00000000000000000000000001';

/** Bodies with what both the document and the server have to say of them. */
const bodies: readonly (readonly [method: 'post' | 'patch', accepted: boolean, body: unknown])[] = [
  ['post', true, valid],
  ['post', true, { ...valid, config: undefined, unknown: 1 }],
  ['post', true, { ...valid, config: { description: 'd', region: 'r', more: [] } }],
  ['post', false, { ...valid, service: 'cloud' }],
  ['post', false, { ...valid, service: undefined }],
  ['post', false, { ...valid, service: 5 }],
  ['post', false, { ...valid, name: '' }],
  ['post', false, { ...valid, name: '  ' }],
  ['post', false, { ...valid, name: 'x'.repeat(201) }],
  ['post', false, { ...valid, name: 5 }],
  ['post', false, { ...valid, kind: '' }],
  ['post', false, { ...valid, kind: 'a/b' }],
  ['post', false, { ...valid, kind: 'a\tb' }],
  ['post', false, { ...valid, kind: null }],
  ['post', false, { ...valid, kind: 'x'.repeat(65) }],
  ['post', false, { ...valid, config: [] }],
  ['post', false, { ...valid, config: null }],
  ['post', false, { ...valid, config: { description: 5 } }],
  ['post', false, { ...valid, config: { region: {} } }],
  ['post', false, []],
  ['patch', true, { action: 'rename', name: 'x' }],
  ['patch', true, { action: 'add-record', record: {} }],
  ['patch', true, { action: 'configure', config: {} }],
  ['patch', true, { action: 'patch-config', config: { description: null } }],
  ['patch', false, { action: 'patch-config', config: { description: 5 } }],
  ['patch', false, { action: 'patch-config' }],
  ['patch', true, { action: 'archive' }],
  ['patch', true, { action: 'restore', unknown: 1 }],
  ['patch', false, { action: 'rename' }],
  ['patch', false, { action: 'rename', name: 5 }],
  ['patch', false, { action: 'add-record' }],
  ['patch', false, { action: 'add-record', record: [] }],
  ['patch', false, { action: 'update-record', recordId }],
  ['patch', false, { action: 'delete-record', recordId: 5 }],
  ['patch', false, { action: 'Archive' }],
  ['patch', false, { action: 'explode' }],
  ['patch', false, {}],
  ['patch', false, 'archive'],
];

describe('the OpenAPI document', () => {
  const { server, owner } = serverOfSuite();
  let document: Json;
  before(async () => {
    const reply = await owner.send('GET', '/api/platform/openapi.json');
    assert.equal(reply.status, 200);
    document = reply.json;
  });

  const operations = (): readonly (readonly [string, Json])[] =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item).map(
        ([method, operation]) => [`${method} ${path}`, operation] as const,
      ),
    );
  const schemaOf = (method: string, path: string) =>
    document.paths[path][method].requestBody.content['application/json'].schema;
  const ajv = new Ajv2020({ strict: false, logger: false });
  const compile = (schema: object) => ajv.compile({ ...schema, components: document.components });

  test('it is OpenAPI 3.1 with all required parts', () => {
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.equal(typeof document.info.title, 'string');
    assert.equal(document.info.version, '2026-11-15');
    assert.equal(document.servers[0].url, 'http://platform.test');
    assert.deepEqual(document.components.securitySchemes.key, { type: 'http', scheme: 'bearer' });
  });

  test('it has every route that is served and no other', () => {
    assert.deepEqual(
      operations()
        .map(([name]) => name)
        .sort(),
      server.routes
        .map(({ method, path }) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
        .sort(),
    );
  });

  test('every operation has a unique name, its path parameters and answers', () => {
    const ids = operations().map(([, { operationId }]) => operationId);
    assert.equal(new Set(ids).size, ids.length);
    for (const [name, operation] of operations()) {
      assert.match(operation.operationId, /^[a-z][A-Za-z]+$/);
      assert.ok(operation.summary.length > 0, name);
      const inPath = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const declared = operation.parameters.filter((each: Json) => each.in === 'path');
      assert.deepEqual(
        declared.map((each: Json) => each.name),
        inPath,
        name,
      );
      for (const parameter of operation.parameters) {
        assert.equal(parameter.required, parameter.in === 'path', name);
        assert.equal(typeof parameter.schema, 'object');
      }
      for (const [status, answer] of Object.entries<Json>(operation.responses)) {
        assert.match(status, /^(200|201|202|206|303|304|400|401|403|404|409|412|413|429|503)$/);
        assert.ok(answer.description.length > 0);
      }
      for (const status of [400, 401, 403, 404, 409, 413, 503])
        assert.ok(operation.responses[status], `${name} ${status}`);
      assert.ok(
        Object.keys(operation.responses).some((status) => status.startsWith('20')),
        name,
      );
    }
  });

  test('every answer of an object is a named schema, and no name is unused', () => {
    const unnamed = operations().flatMap(([name, { responses }]) =>
      Object.values<Json>(responses).flatMap(({ content = {} }) =>
        Object.values<Json>(content)
          .filter(({ schema }) => schema?.properties !== undefined)
          .map(() => name),
      ),
    );
    assert.deepEqual(unnamed, []);
    const used = new Set([...walk(document)].map(({ $ref }) => $ref));
    for (const kind of ['schemas', 'headers'])
      for (const name of Object.keys(document.components[kind]))
        assert.ok(used.has(`#/components/${kind}/${name}`), name);
  });

  test('every reference leads somewhere and every schema compiles', () => {
    const schemas = new Set<string>();
    for (const value of walk(document)) {
      if (typeof value.$ref === 'string') assert.ok(follow(document, value.$ref), value.$ref);
      if (value.schema !== undefined) schemas.add(JSON.stringify(value.schema));
    }
    for (const schema of schemas) assert.doesNotThrow(() => compile(JSON.parse(schema)));
  });

  test('the document and the server accept the same bodies', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const documented = {
      post: compile(schemaOf('post', resources)),
      patch: compile(schemaOf('patch', `${resources}/{id}`)),
    };
    for (const [method, accepted, body] of bodies) {
      const name = `${method} ${JSON.stringify(body)}`;
      const target = method === 'post' ? resources : `${resources}/${id}`;
      const reply = await owner.send(method.toUpperCase(), target, JSON.stringify(body), {
        'content-type': 'application/json',
      });
      assert.equal(reply.status < 300, accepted, `${name}: ${reply.text}`);
      if (!accepted) assert.match(reply.json.error, /^[A-Za-z].*\.$/);
      const plain = JSON.parse(JSON.stringify(body));
      assert.equal(documented[method](plain), accepted, `the document of ${name}`);
    }
  });

  test('query parameters are described as they are taken', async () => {
    const parameters = document.paths[resources].get.parameters;
    const limit = parameters.find(({ name }: Json) => name === 'limit');
    const check = compile(limit.schema);
    for (const [value, accepted] of [
      [0, false],
      [1, true],
      [1000, true],
      [1001, false],
      ['x', false],
    ] as const) {
      const reply = await owner.send('GET', `${resources}?limit=${value}`);
      assert.equal(reply.status === 200, accepted);
      assert.equal(check(value), accepted, String(value));
    }
  });

  test('the answers are as the document describes them', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const answers: readonly (readonly [string, string, string])[] = [
      ['get', resources, resources],
      ['get', `${resources}/{id}`, `${resources}/${id}`],
      ['get', '/api/platform/status', '/api/platform/status'],
      ['delete', `${resources}/{id}`, `${resources}/${id}`],
      ['get', `${resources}/{id}`, `${resources}/${id}`],
    ];
    for (const [method, path, target] of answers) {
      const reply = await owner.send(method.toUpperCase(), target);
      const { schema } =
        document.paths[path][method].responses[reply.status].content['application/json'];
      const check = compile(schema);
      assert.ok(check(reply.json), `${method} ${path}: ${JSON.stringify(check.errors)}`);
    }
  });
});

function* walk(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value;
  for (const each of Object.values(value)) yield* walk(each);
}

function follow(document: Json, reference: string): unknown {
  assert.match(reference, /^#\//);
  return reference
    .slice(2)
    .split('/')
    .reduce((place, name) => place?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}
