import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits, services } from '@baraza/contract';
import { ask, newResource, resources, serverOfSuite } from '../fixtures/server.ts';

const status = '/api/platform/status';
const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe('requests are read tolerantly', () => {
  const { server, owner } = serverOfSuite();

  const create = (body: object) => ask(server, 'POST', resources, { key: owner.key, body });
  const valid = { service: 'data', kind: 'Collection', name: 'Orders', config: {} };

  test('name and kind are trimmed, and a service is taken in any case', async () => {
    const { json } = await create({
      service: ' Data ',
      kind: '  Collection ',
      name: ' \t Orders\n',
      config: {},
    });
    assert.deepEqual([json.service, json.kind, json.name], ['data', 'Collection', 'Orders']);
    for (const service of services)
      assert.equal((await create({ ...valid, service: service.toUpperCase() })).status, 201);
    const renamed = await ask(server, 'PATCH', `${resources}/${json.id}`, {
      key: owner.key,
      body: { action: 'rename', name: '  Bills  ' },
    });
    assert.equal(renamed.json.name, 'Bills');
  });

  test('unknown fields are ignored and never stored', async () => {
    const extra = {
      id: 'res_00000000000000000000000001',
      owner: 'x',
      ownerId: 'x',
      state: 'completed',
      version: 99,
      createdAt: '2000-01-01T00:00:00.000Z',
      recordCount: 5,
      secretNote: 'must not be kept',
    };
    const made = await create({ ...valid, ...extra });
    assert.equal(made.status, 201);
    assert.notEqual(made.json.id, extra.id);
    assert.deepEqual([made.json.state, made.json.version, made.json.recordCount], ['active', 1, 0]);
    const patched = await ask(server, 'PATCH', `${resources}/${made.json.id}`, {
      key: owner.key,
      body: { action: 'rename', name: 'x', ...extra },
    });
    assert.deepEqual([patched.json.state, patched.json.version], ['active', 2]);
    const list = await ask(server, 'GET', `${resources}?activityLimit=1000`, { key: owner.key });
    assert.ok(!list.text.includes('secretNote') && !list.text.includes('must not be kept'));
  });

  test('an invalid body is refused with a sentence, and nothing is created', async () => {
    const owner = await server.newOwner();
    const refused: readonly unknown[] = [
      [],
      'text',
      5,
      null,
      {},
      { ...valid, service: 'cloud' },
      { ...valid, service: 5 },
      { ...valid, service: undefined },
      { ...valid, name: '' },
      { ...valid, name: ' \n ' },
      { ...valid, name: 'x'.repeat(201) },
      { ...valid, name: 5 },
      { ...valid, kind: '' },
      { ...valid, kind: 'x'.repeat(65) },
      { ...valid, kind: 'a/b' },
      { ...valid, kind: 'a\tb' },
      { ...valid, kind: '<b>' },
      { ...valid, kind: null },
      { ...valid, config: null },
      { ...valid, config: [] },
      { ...valid, config: 'x' },
      { ...valid, config: { description: 5 } },
      { ...valid, config: { description: null } },
      { ...valid, config: { region: {} } },
    ];
    for (const body of refused) {
      const reply = await ask(server, 'POST', resources, {
        key: owner.key,
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      assert.equal(reply.status, 400, `${JSON.stringify(body)}: ${reply.text}`);
      assert.match(reply.json.error, /^[A-Za-z].*\.$/);
    }
    const unknown = await create({ ...valid, service: 'cloud' });
    for (const service of services) assert.match(unknown.json.error, new RegExp(service));
    const list = await ask(server, 'GET', resources, { key: owner.key });
    assert.deepEqual([list.json.total, list.json.activity], [0, []]);
  });

  test('names of 200 and kinds of 64 characters fit, counted in code points', async () => {
    for (const name of ['x'.repeat(200), '\u{1f980}'.repeat(200), ` ${'é'.repeat(200)} `])
      assert.equal((await create({ ...valid, name })).json.name, name.trim());
    for (const kind of ['x'.repeat(64), 'Größe 2_b-c', 'Сборник', '名'.repeat(64)])
      assert.equal((await create({ ...valid, kind })).json.kind, kind);
  });

  test('a config of 20,480 bytes fits, one more is too large', async () => {
    const sized = (bytes: number) => ({ t: 'x'.repeat(bytes - 8) });
    assert.equal((await create({ ...valid, config: sized(20_480) })).status, 201);
    const { json } = await create(valid);
    assert.equal((await create({ ...valid, config: sized(20_481) })).status, 413);
    const configure = (config: object) =>
      ask(server, 'PATCH', `${resources}/${json.id}`, {
        key: owner.key,
        body: { action: 'configure', config },
      });
    assert.equal((await configure(sized(20_480))).status, 200);
    assert.equal((await configure(sized(20_481))).status, 413);
    const huge = { ...valid, padding: 'x'.repeat(limits.jsonBodyBytesMax) };
    assert.equal((await create(huge)).status, 413);
  });

  test('JSON comes with or without its type and charset; another type is refused', async () => {
    const types: { readonly [type: string]: number } = {
      'application/json': 201,
      'application/json; charset=utf-8': 201,
      'Application/JSON;charset=UTF-8': 201,
      'application/merge-patch+json': 201,
      'text/plain': 400,
      'application/x-www-form-urlencoded': 400,
      'multipart/form-data; boundary=x': 400,
      'application/jsonp': 400,
    };
    for (const [type, expected] of Object.entries(types)) {
      const reply = await ask(server, 'POST', resources, {
        key: owner.key,
        body: encoded(valid),
        headers: { 'content-type': type },
      });
      assert.equal(reply.status, expected, `${type}: ${reply.text}`);
    }
    assert.equal(
      (await ask(server, 'POST', resources, { key: owner.key, body: encoded(valid) })).status,
      201,
    );
    for (const body of ['', '{', '{"service":"data"', "{'a':1}", '\u{feff}{', 'undefined'])
      assert.equal(
        (
          await ask(server, 'POST', resources, {
            key: owner.key,
            body,
            headers: { 'content-type': 'application/json' },
          })
        ).status,
        400,
        body,
      );
  });

  test('a request without a body may carry any type', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    for (const type of ['application/json', 'multipart/form-data', 'text/html', 'nonsense'])
      for (const target of [resources, `${resources}/${id}`, status]) {
        const reply = await ask(server, 'GET', target, {
          key: owner.key,
          headers: { 'content-type': type },
        });
        assert.equal(reply.status, 200, `${type} ${target}: ${reply.text}`);
      }
    const headers = { 'content-type': 'application/json' };
    const gone = await ask(server, 'DELETE', `${resources}/${id}`, { key: owner.key, headers });
    assert.equal(gone.status, 200);
  });
});
