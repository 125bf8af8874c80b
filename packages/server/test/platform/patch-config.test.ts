import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createdResourceSchema, patchedResourceSchema } from '@baraza/contract';
import { newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection } from '../users/users-calls.ts';

describe('a config that is changed', () => {
  const suite = serverOfSuite();

  const patch = (id: string, body: object, headers = {}) =>
    suite.owner.send('PATCH', `${resources}/${id}`, body, headers);
  const patchConfig = (id: string, config: unknown) =>
    patch(id, { action: 'patch-config', config });
  const configOf = async (id: string) =>
    (await suite.owner.send('GET', `${resources}/${id}`)).json.config;

  test('patch-config changes the keys that it has, removes those that are null, and keeps the rest', async () => {
    const rules = { list: '', view: 'user.verified' };
    const before = {
      rules,
      fields: { readonly: ['role'] },
      origins: ['https://a.example'],
      mine: 1,
    };
    const id = await newCollection(suite, before);
    const reply = await patchConfig(id, {
      rules: { view: null },
      mine: null,
      theme: { dark: true },
    });
    assert.equal(reply.status, 200, reply.text);
    patchedResourceSchema.strict().parse(reply.json);
    const { mine: _, ...kept } = before;
    assert.deepEqual(reply.json.config, { ...kept, rules: { list: '' }, theme: { dark: true } });
    assert.deepEqual(await configOf(id), reply.json.config);
    assert.deepEqual(reply.json.removed, ['mine', 'rules.view']);
    const listed = await suite.owner.send('GET', `${resources}?activityLimit=1`);
    assert.equal(listed.json.activity[0].action, 'resource-configured');
    const described = await patchConfig(id, { description: 'x' });
    assert.equal((await patchConfig(id, { description: null })).json.config.description, undefined);
    assert.equal('removed' in described.json, false);
  });

  test('an answer names every key that a new config no longer has, of both levels where it protects', async () => {
    const config = {
      fields: { hidden: ['a'], readonly: ['b'] },
      rules: { list: '' },
      origins: ['https://a.example'],
      own: { inner: 1, other: 2 },
    };
    for (const [next, removed] of [
      [
        { ...config, origins: undefined, fields: { readonly: ['b'] } },
        ['fields.hidden', 'origins'],
      ],
      [{ ...config, own: { inner: 1 } }, undefined],
      [{ ...config, own: undefined }, ['own']],
      [{ ...config, fields: undefined }, ['fields', 'fields.hidden', 'fields.readonly']],
      [{ ...config, more: 1 }, undefined],
    ] as const) {
      const id = await newCollection(suite, config);
      const reply = await patch(id, { action: 'configure', config: next });
      assert.deepEqual(reply.json.removed, removed, reply.text);
    }
  });

  test('what patch-config makes is checked as if it were the whole config', async () => {
    const schema = { type: 'object', additionalProperties: false, properties: { a: {} } };
    const id = await newCollection(suite, { schema, unique: ['a'] });
    await suite.owner.send('POST', `${resources}/${id}/records`, { a: 1 });
    for (const [config, status, sentence] of [
      [{ schema: { properties: { a: null } } }, 400, /config\.unique names a/],
      [{ schema: { type: 'objekt' } }, 400, /config\.schema cannot be used/],
      [{ rules: { lst: '' } }, 400, /list, view/],
      [{ description: 5 }, 400, /config\.description must be text/],
      [{ big: 'x'.repeat(20_480) }, 413, /20480 bytes/],
      [[], 400, /config must be a JSON object/],
      [undefined, 400, /config must be a JSON object/],
    ] as const) {
      const refused = await patchConfig(id, config);
      assert.equal(refused.status, status, refused.text);
      assert.match(refused.json.error, sentence);
    }
    assert.deepEqual(await configOf(id), { schema, unique: ['a'] });
    const record = { b: 1 };
    const open = { schema: { additionalProperties: null } };
    assert.equal((await patchConfig(id, open)).status, 200);
    const added = await suite.owner.send('POST', `${resources}/${id}/records`, record);
    assert.equal(added.status, 201, 'the schema of the patched config holds');
  });

  test('of patches at the same time none is lost; If-Match and a read scope hold', async () => {
    const id = await newCollection(suite, { kept: true });
    const names = Array.from({ length: 10 }, (_, at) => `k${at}`);
    await Promise.all(names.map((name) => patchConfig(id, { [name]: 1 })));
    assert.deepEqual(Object.keys(await configOf(id)).sort(), [...names, 'kept'].sort());
    const body = { action: 'patch-config', config: { kept: false } };
    assert.equal((await patch(id, body, { 'if-match': '"1"' })).status, 409);
    const reader = await suite.owner.newKey(['data:read']);
    assert.equal((await reader.send('PATCH', `${resources}/${id}`, body)).status, 403);
    assert.equal((await configOf(id)).kept, true);
  });

  test('a webhook belongs to the key that patched its config', async () => {
    const first = await suite.owner.newKey(['*']);
    const config = { url: 'https://hooks.example/in' };
    const made = await first.send('POST', resources, {
      ...{ service: 'connect', kind: 'Webhook', name: 'Hook' },
      config,
    });
    await suite.server.revoke(first.id);
    const { id } = made.json;
    const read = () => suite.owner.send('GET', `${resources}/${id}?records=false`);
    assert.equal((await read()).json.suspended, 'key');
    const patched = await patchConfig(id, { events: ['record-added'] });
    assert.equal(patched.json.suspended, undefined, patched.text);
    assert.deepEqual(patched.json.config, { ...config, events: ['record-added'] });
    assert.equal((await read()).json.suspended, undefined);
  });

  test('a key that looks like a known one, and a kind in another case, come back as warnings', async () => {
    const made = await suite.owner.send('POST', resources, {
      ...{ service: 'data', kind: 'users', name: 'Staff' },
      config: { signup: true, feilds: { hidden: ['x'] }, 'x-feilds': 1, theme: 1 },
    });
    assert.equal(made.status, 201, made.text);
    createdResourceSchema.strict().parse(made.json);
    const short = (json: { warnings?: readonly { path: string; didYouMean?: string }[] }) =>
      json.warnings?.map(({ path, didYouMean }) => [path, didYouMean]);
    const all = [
      ['/kind', 'Users'],
      ['/signup', 'signUp'],
      ['/feilds', 'fields'],
    ];
    assert.deepEqual(short(made.json), all);
    const { id } = made.json;
    const patched = await patchConfig(id, { signup: null });
    assert.deepEqual(short(patched.json), [all[0], all[2]]);
    const configured = await patch(id, { action: 'configure', config: { indexs: ['a'] } });
    assert.deepEqual(short(configured.json), [all[0], ['/indexs', 'indexes']]);
    const renamed = await patch(id, { action: 'rename', name: 'B' });
    assert.equal('warnings' in renamed.json, false);
    const fine = await suite.owner.send('POST', resources, {
      ...{ service: 'data', kind: 'Users', name: 'Staff' },
      config: { signUp: true },
    });
    assert.equal('warnings' in fine.json, false);
    const project = await suite.owner.send('POST', resources, {
      ...{ service: 'dev', kind: 'project', name: 'P' },
      config: { feilds: 1 },
    });
    const validated = await patch(project.json.id, { action: 'validate' });
    assert.deepEqual(short(validated.json), [['/kind', 'Project']]);
  });

  test('a new webhook has its secret beside its warnings, and a replay repeats the warnings alone', async () => {
    const body = {
      ...{ service: 'connect', kind: 'Webhook', name: 'Hook' },
      config: { urll: 'https://hooks.example/in' },
    };
    const headers = { 'idempotency-key': 'warned' };
    const made = await suite.owner.send('POST', resources, body, headers);
    assert.match(made.json.secret, /^whsec_/);
    assert.equal(made.json.warnings[0].didYouMean, 'url');
    const again = await suite.owner.send('POST', resources, body, headers);
    assert.deepEqual(again.json.warnings, made.json.warnings);
    assert.equal(again.json.secret, undefined);
  });

  test('a task that is completed keeps its config', async () => {
    const { id } = await newResource(suite.server, suite.owner.key, 'work', { details: 'x' });
    await patch(id, { action: 'complete' });
    const refused = await patchConfig(id, { details: 'y' });
    assert.equal(refused.status, 409);
    assert.match(refused.json.error, /patch-config is not possible while .* completed/);
  });
});
