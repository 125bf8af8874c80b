import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { ask, defaultEngine, newResource, resources, serverOfSuite } from '../fixtures/server.ts';
import { message, namesOf, send, toolsOf, use } from './messages.ts';

const reading = [
  'find_records',
  'get_record',
  'get_resource',
  'get_status',
  'list_objects',
  'list_resources',
  'read_object',
  'summarise_records',
];

describe('the tools of the platform', () => {
  const { server, owner } = serverOfSuite(defaultEngine);
  let data: string;
  let bucket: string;
  const at = (key: string) => ({ url: server.url, path: '/mcp', key });
  const call = (name: string, given: object = {}, key = owner.key) => use(at(key), name, given);
  const keyFor = async (scopes: readonly string[], only?: readonly string[]) =>
    (await owner.newKey(scopes, null, only)).key;

  before(async () => {
    data = (await newResource(server, owner.key, 'data')).id;
    bucket = (await newResource(server, owner.key, 'storage')).id;
  });

  test('a key of all scopes sees every tool, and what it does is said before it is called', async () => {
    const tools = await toolsOf(at(owner.key));
    assert.deepEqual(
      tools.map(({ name }) => name).sort(),
      [
        ...reading,
        'ask_assistant',
        'change_record',
        'change_resource',
        'create_record',
        'create_resource',
        'delete_record',
        'delete_resource',
        'write_object',
      ].sort(),
    );
    for (const { name, annotations, description } of tools) {
      assert.equal(annotations.readOnlyHint, reading.includes(name), name);
      if (name.startsWith('delete_')) assert.equal(annotations.destructiveHint, true, name);
      if (reading.includes(name)) assert.equal(annotations.destructiveHint, false, name);
      assert.match(description, /^[A-Z].*\.$/s, name);
    }
  });

  test('the arguments of a tool are those of its route', async () => {
    const tools = new Map((await toolsOf(at(owner.key))).map((tool) => [tool.name, tool]));
    const argumentsOf = (name: string) =>
      Object.keys(tools.get(name)?.inputSchema.properties ?? {});
    for (const name of ['id', 'where', 'sort', 'q', 'limit', 'cursor', 'fields'])
      assert.ok(argumentsOf('find_records').includes(name), name);
    assert.deepEqual(tools.get('create_resource')?.inputSchema.required, [
      'service',
      'kind',
      'name',
    ]);
    assert.ok(argumentsOf('create_record').includes('idempotencyKey'));
    assert.ok(argumentsOf('change_record').includes('ifMatch'));
    assert.deepEqual(tools.get('read_object')?.inputSchema.required, ['id', 'key']);
  });

  test('a key that reads sees only tools that read, and has no others', async () => {
    const key = await keyFor(['data:read', 'storage:read', 'connect:read', 'ai:read']);
    assert.deepEqual(await namesOf(at(key)), reading);
    const { json } = await send(at(key), message('tools/call', { name: 'create_record' }));
    assert.match(json.error.message, /no tool "create_record"/);
  });

  test('a key for one service sees only the tools of that service', async () => {
    assert.deepEqual(await namesOf(at(await keyFor(['storage']))), [
      'change_resource',
      'create_resource',
      'delete_resource',
      'get_resource',
      'get_status',
      'list_objects',
      'list_resources',
      'read_object',
      'write_object',
    ]);
  });

  test('a key for some resources reaches only those, and creates none', async () => {
    const other = (await newResource(server, owner.key, 'data')).id;
    const key = await keyFor(['data'], [data]);
    assert.ok(!(await namesOf(at(key))).includes('create_resource'));
    const listed = await call('list_resources', {}, key);
    assert.deepEqual(
      listed.data.resources.map(({ id }: { id: string }) => id),
      [data],
    );
    const refused = await call('get_resource', { id: other }, key);
    const absent = await ask(server, 'GET', `${resources}/${other}`, { key });
    assert.deepEqual([refused.isError, refused.text], [true, absent.json.error]);
  });

  test('a record is created, found, changed, summed up and deleted', async () => {
    const made = await call('create_record', { id: data, record: { name: 'Asha', price: 40 } });
    await call('create_record', { id: data, record: { name: 'Juma', price: 60 } });
    const { recordId } = made.data;
    assert.deepEqual(made.data.record, { name: 'Asha', price: 40 });
    assert.equal(JSON.parse(made.text).recordId, recordId);
    const dear = await call('find_records', {
      id: data,
      where: { 'price.gt': 50 },
      sort: '-price',
    });
    assert.deepEqual(
      dear.data.records.map(({ record }: { record: object }) => record),
      [{ name: 'Juma', price: 60 }],
    );
    const found = await call('find_records', { id: data, q: 'ash', fields: ['name'], limit: 1 });
    assert.deepEqual(found.data.records[0].record, { name: 'Asha' });
    const changed = await call('change_record', { id: data, recordId, changes: { price: 45 } });
    assert.deepEqual(changed.data.record, { name: 'Asha', price: 45 });
    const sum = await call('summarise_records', { id: data, sum: 'price' });
    assert.match(sum.text, /105/);
    assert.equal((await call('get_record', { id: data, recordId })).data.record.price, 45);
    assert.equal((await call('delete_record', { id: data, recordId })).data.deleted, true);
    assert.match((await call('get_record', { id: data, recordId })).text, /no such record/);
  });

  test('a page of records has fifty unless more are asked for', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const lines = Array.from({ length: 60 }, (_, n) => JSON.stringify({ n })).join('\n');
    const headers = { 'content-type': 'application/x-ndjson' };
    assert.equal(
      (await owner.send('POST', `${resources}/${id}/records`, lines, headers)).status,
      201,
    );
    const page = await call('find_records', { id });
    assert.equal(page.data.records.length, 50);
    const rest = await call('find_records', { id, cursor: page.data.nextCursor });
    assert.equal(rest.data.records.length, 10);
    assert.equal((await call('get_resource', { id })).data.records, undefined);
  });

  test('an answer that is too long for a model is refused, and says how to ask for less', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    const line = JSON.stringify({ text: 'x'.repeat(20_000) });
    const headers = { 'content-type': 'application/x-ndjson' };
    await owner.send('POST', `${resources}/${id}/records`, `${line}\n`.repeat(40), headers);
    const refused = await call('find_records', { id });
    assert.deepEqual([refused.isError, refused.data.code], [true, 'too_large']);
    assert.match(refused.text, /smaller limit/);
    assert.equal((await call('find_records', { id, limit: 5 })).data.records.length, 5);
  });

  test('a repeat with the same idempotency key changes nothing more', async () => {
    const given = { id: data, record: { once: true }, idempotencyKey: 'only-once' };
    const [first, second] = [
      await call('create_record', given),
      await call('create_record', given),
    ];
    assert.equal(first.data.recordId, second.data.recordId);
    const other = await call('create_record', { ...given, record: { once: false } });
    assert.match(other.text, /Idempotency-Key was used with another request/);
  });

  test('a version that is not current is refused', async () => {
    const made = await call('create_record', { id: data, record: { n: 1 } });
    const { recordId, version } = made.data;
    const change = { id: data, recordId, changes: { n: 2 }, ifMatch: version };
    assert.equal((await call('change_record', change)).isError, false);
    const stale = await call('change_record', change);
    assert.deepEqual([stale.isError, stale.data.code], [true, 'version']);
  });

  test('what a tool refuses is said in the sentence of the API', async () => {
    const over = 'x'.repeat(20_481);
    const cases: readonly (readonly [string, object, string, string, unknown])[] = [
      ['create_resource', { service: 'x' }, 'POST', '', { service: 'x' }],
      ['create_record', { id: data, record: { over } }, 'POST', `/${data}/records`, { over }],
      [
        'change_resource',
        { id: data, action: 'restore' },
        'PATCH',
        `/${data}`,
        { action: 'restore' },
      ],
      ['find_records', { id: data, limit: 0 }, 'GET', `/${data}/records?limit=0`, undefined],
      ['find_records', { id: bucket }, 'GET', `/${bucket}/records`, undefined],
      ['get_resource', { id: '../../etc' }, 'GET', '/x', undefined],
    ];
    for (const [name, given, method, target, body] of cases) {
      const overHttp = await owner.send(method, `${resources}${target}`, body);
      const asTool = await call(name, given);
      assert.deepEqual([asTool.isError, asTool.text], [true, overHttp.json.error], name);
      assert.equal(asTool.data.code, overHttp.json.code, name);
    }
  });

  test('a resource is created, changed by an action and deleted', async () => {
    const made = await call('create_resource', {
      service: 'data',
      kind: 'Collection',
      name: 'Orders',
    });
    const { id } = made.data;
    const renamed = await call('change_resource', { id, action: 'rename', name: 'Old orders' });
    assert.equal(renamed.data.name, 'Old orders');
    const archived = await call('change_resource', { id, action: 'archive' });
    assert.equal(archived.data.state, 'archived');
    assert.deepEqual((await call('delete_resource', { id })).data.deleted, true);
  });

  test('text is written and read as text; anything else is a link of ten minutes', async () => {
    const text = 'Habari «dunia»\n';
    const wrote = await call('write_object', { id: bucket, key: 'notes/a.txt', text });
    assert.equal(wrote.data.size, Buffer.byteLength(text));
    const read = await call('read_object', { id: bucket, key: 'notes/a.txt' });
    assert.equal(read.data.text, text);
    const listed = await call('list_objects', { id: bucket, prefix: 'notes/' });
    assert.deepEqual(
      listed.data.objects.map(({ key }: { key: string }) => key),
      ['notes/a.txt'],
    );
    const form = new FormData();
    form.append('key', 'image.png');
    form.append('file', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff])]), 'i.png');
    await owner.send('POST', `/api/platform/storage/${bucket}`, form);
    const linked = await call('read_object', { id: bucket, key: 'image.png' });
    assert.equal(linked.data.text, undefined);
    assert.match(linked.data.url, /^http:\/\/platform\.test\/links\//);
    const minutes = (Date.parse(linked.data.expiresAt) - server.platform.clock()) / 60_000;
    assert.ok(minutes > 9 && minutes <= 10, String(minutes));
    const followed = await fetch(linked.data.url.replace('http://platform.test', server.url));
    assert.equal((await followed.arrayBuffer()).byteLength, 5);
  });

  test('text of 64 KB is written and read; a byte more is refused, and longer text is a link', async () => {
    const most = 'x'.repeat(65_536);
    assert.equal(
      (await call('write_object', { id: bucket, key: 'most', text: most })).isError,
      false,
    );
    assert.equal((await call('read_object', { id: bucket, key: 'most' })).data.text, most);
    const over = await call('write_object', { id: bucket, key: 'over', text: `${most}x` });
    assert.deepEqual([over.isError, over.data.code], [true, 'too_large']);
    const form = new FormData();
    form.append('file', new Blob([`${most}x`]), 'long.txt');
    await owner.send('POST', `/api/platform/storage/${bucket}`, form);
    assert.ok((await call('read_object', { id: bucket, key: 'long.txt' })).data.url);
    assert.match((await call('read_object', { id: bucket, key: 'none' })).text, /no such object/);
  });

  test('an assistant answers, and the status is read', async () => {
    const made = await call('create_resource', {
      service: 'ai',
      kind: 'Assistant',
      name: 'Help',
      config: { instructions: 'The shop opens at nine.' },
    });
    const answered = await call('ask_assistant', { assistant: made.data.id, prompt: 'When?' });
    assert.equal(answered.isError, false, answered.text);
    assert.equal(answered.data.model, 'builtin');
    assert.equal((await call('get_status')).data.status, 'ok');
  });

  test('a check that fails is an error, in the sentence of the API', async () => {
    const { blobs } = server.installation.paths;
    renameSync(blobs, `${blobs}-away`);
    const failing = await call('get_status');
    renameSync(`${blobs}-away`, blobs);
    assert.deepEqual([failing.isError, failing.text], [true, 'These checks fail: storage.']);
    assert.equal(failing.data.checks.storage.status, 'failing');
  });

  test('a key that was revoked opens nothing more', async () => {
    const { id, key } = await owner.newKey(['*']);
    assert.equal((await send(at(key), message('tools/list'))).status, 200);
    await server.revoke(id);
    assert.equal((await send(at(key), message('tools/list'))).status, 401);
  });
});
