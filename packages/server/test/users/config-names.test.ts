import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '../../src/store/store.ts';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection } from './users-calls.ts';

describe('names in the config of what users reach', () => {
  const suite = serverOfSuite();

  const create = (config: object, kind = 'Collection') =>
    suite.owner.send('POST', resources, { service: 'data', kind, name: 'Names', config });
  const configure = (id: string, config: object) =>
    suite.owner.send('PATCH', `${resources}/${id}`, { action: 'configure', config });

  test('a key that config.fields does not have is 400 and named with the known ones', async () => {
    const rules = { list: '' };
    const hide = await create({ rules, fields: { hide: ['secret'] } });
    assert.equal(hide.status, 400, hide.text);
    assert.match(hide.json.error, /hidden and readonly, not hide/);
    const id = await newCollection(suite, { rules, fields: { hidden: ['secret'] } });
    assert.equal((await configure(id, { rules, fields: { hide: ['secret'] } })).status, 400);
    assert.equal((await create({ fields: { hide: ['secret'] } }, 'Users')).status, 400);
    // Without rules the name is free, and so is every other key.
    for (const [config, kind] of [
      [{ fields: { hide: 1 }, signup: 1 }, 'Collection'],
      [{ theme: 'dark', signup: true }, 'Users'],
    ] as const)
      assert.equal((await create(config, kind)).status, 201);
  });

  test('config.fields that is no object protects nothing, so it is 400 where users reach', async () => {
    for (const fields of [['secret'], 'secret', 1]) {
      for (const [config, kind] of [
        [{ rules: { list: '' }, fields }, 'Collection'],
        [{ signUp: true, fields }, 'Users'],
      ] as const) {
        const refused = await create(config, kind);
        assert.equal(refused.status, 400, JSON.stringify(config));
        assert.match(refused.json.error, /config\.fields must be an object, like \{"hidden":/);
      }
      assert.equal((await create({ fields })).status, 201, 'without rules the name is free');
    }
    const id = await newCollection(suite, { fields: ['secret'] });
    assert.equal((await configure(id, { fields: ['secret'], rules: { list: '' } })).status, 400);
  });

  test('origins that no browser sends let no page call, and the answer warns', async () => {
    const warningsOf = async (config: object, kind = 'Collection') =>
      (await create(config, kind)).json.warnings?.map(({ path }: { path: string }) => path);
    const rules = { list: '' };
    for (const origins of ['https://app.example', '*', ['https://app.example/'], ['app.example']]) {
      assert.deepEqual(await warningsOf({ rules, origins }), ['/origins'], String(origins));
      assert.deepEqual(await warningsOf({ signUp: true, origins }, 'Users'), ['/origins']);
      // Without rules no page calls, and the name is free.
      assert.equal(await warningsOf({ origins }), undefined);
    }
    for (const origins of [['https://app.example', 'http://127.0.0.1:5000'], ['*'], []])
      assert.equal(await warningsOf({ rules, origins }), undefined, String(origins));
  });

  test('users of a resource that holds no accounts count for nothing, and the answer warns', async () => {
    const other = await newCollection(suite, {});
    const users = (await create({ signUp: true }, 'Users')).json.id;
    const rules = { create: 'user.id != null' };
    const warned = await create({ users: [users, other], rules });
    assert.equal(warned.status, 201, warned.text);
    const message = `config.users names ${other}, which is no Users resource: nobody counts by it.`;
    assert.deepEqual(warned.json.warnings, [{ path: '/users/1', message }]);
    assert.equal((await create({ users: other, rules })).json.warnings[0].path, '/users');
    assert.equal((await create({ users, rules })).json.warnings, undefined);
  });

  test('a stored config with such a key still opens', async () => {
    const { server, owner } = suite;
    const id = await newCollection(suite, { rules: { list: '' } });
    const config = { rules: { list: '' }, fields: { hide: ['secret'] } };
    await server.platform.store.write((tx) =>
      tx.run(sql`UPDATE resources SET config = ${JSON.stringify(config)} WHERE id = ${id}`),
    );
    assert.equal((await owner.send('GET', `${resources}/${id}`)).status, 200);
    assert.equal((await ask(server, 'GET', `${resources}/${id}/records`)).status, 200);
  });

  test('a field that a closed schema does not have is 400 wherever a config names it', async () => {
    const schemaOf = (...names: readonly string[]) => ({
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    });
    const schema = schemaOf('state', 'slot');
    const list = '';
    const target = await newCollection(suite, {});
    for (const part of [
      { unique: ['slto'] },
      { unique: [['state', 'slto']] },
      { indexes: ['slto'] },
      { search: ['slto'] },
      { references: { slto: target } },
      { rules: { list }, fields: { hidden: ['slto'] } },
      { rules: { list }, fields: { readonly: ['slto'] } },
    ]) {
      const refused = await create({ schema, ...part });
      assert.equal(refused.status, 400, JSON.stringify(part));
      assert.match(refused.json.error, /names slto, .*it has state, slot/);
    }
    const rule = await create({
      schema,
      rules: { list: 'user.x = 1 || record.stat != "record.no"' },
    });
    assert.equal(rule.status, 400, rule.text);
    assert.deepEqual([rule.json.rule, rule.json.position], ['list', 15]);
    const right = {
      unique: ['slot'],
      rules: { list: 'record.id = user.id && record.state = "a"' },
    };
    const id = await newCollection(suite, { schema, ...right });
    assert.equal((await configure(id, { schema: schemaOf('state'), ...right })).status, 400);
    assert.equal((await configure(id, { schema: {}, unique: ['other'] })).status, 200);
  });
});
