import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { validationSchema } from '@baraza/contract';
import { newResource, type Owner, resources, serverOfSuite } from '../fixtures/server.ts';

const names = ['config', 'references', 'schemas', 'urls', 'secrets'];
const letters = (count: number) => 'aB3'.repeat(count).slice(0, count);

/** Configs that one check fails, by its name; every other check has to pass. */
const failing: { readonly [check: string]: readonly object[] } = {
  references: [
    { database: 'res_00000000000000000000000001' },
    { uses: ['res_nonsense'] },
    { deep: { er: [{ id: 'res_' }] } },
    { limits: { res_00000000000000000000000001: 5 } },
  ],
  schemas: [
    { schema: { type: 'nothing' } },
    { input: { schema: { $ref: 'https://example.com/schema.json' } } },
    { schema: { pattern: '(' } },
    { schema: { pattern: '(?=look)ahead' } },
    { schema: 5 },
    { schema: [] },
    { steps: [{ schema: { required: 'name' } }] },
  ],
  urls: [
    { home: 'https://exa mple' },
    { url: 'not a url' },
    { callbackUrl: '/relative' },
    { hooks: { webhook_url: '' } },
    { links: ['https://example.com', 'http://'] },
  ],
  secrets: [
    { apiKey: 'anything' },
    { api_key: 'x' },
    { 'api-key': 'x' },
    { databasePassword: 'hunter2' },
    { auth: { token: 'abc' } },
    { note: `the key is sk-${letters(24)}` },
    { note: `rpk_${letters(8)}_${letters(43)}` },
    { note: `ghp_${letters(36)}` },
    { note: `AKIA${'ABCD1234'.repeat(2)}` },
    { note: `-----BEGIN RSA PRIVATE KEY-----\n${letters(20)}` },
    { note: `eyJ${letters(20)}.eyJ${letters(20)}.${letters(20)}` },
    { database: `postgres://me:${letters(8)}@db.example.com/x` },
    { list: [`xoxb-${letters(24)}`] },
  ],
};

const passing: readonly object[] = [
  {},
  { description: 'A project', region: 'local' },
  { schema: true },
  { schema: { type: 'object', properties: { name: { type: 'string', pattern: '^\\w+$' } } } },
  { schema: 'the name of one' },
  { home: 'https://example.com/a?b=c#d', mail: 'mailto:a@example.com' },
  { maxTokens: 5, secrets: ['by name'], tokens: 12, keyboard: 'qwerty', monkey: 'x' },
  { note: 'res_ is a prefix; sk-short; task-list-of-a-long-name-with-dashes' },
  { apiKey: '' },
];

describe('validate', () => {
  const { server, owner } = serverOfSuite();
  let other: Owner;
  before(async () => {
    other = await server.newOwner();
  });

  const act = (id: string, body: object) => owner.send('PATCH', `${resources}/${id}`, body);
  const validate = async (config: object) => {
    const { id } = await newResource(server, owner.key, 'dev', config);
    const reply = await act(id, { action: 'validate' });
    assert.equal(reply.status, 200, reply.text);
    const validation = validationSchema.parse(reply.json.validation);
    assert.deepEqual(
      validation.checks.map(({ name }) => name),
      names,
    );
    assert.equal(
      validation.ok,
      validation.checks.every(({ ok }) => ok),
    );
    assert.equal(reply.json.state, validation.ok ? 'validated' : 'invalid');
    return validation;
  };
  const messageOf = async (config: object, check: string) =>
    (await validate(config)).checks.find(({ name }) => name === check)?.message ?? '';

  test('each check fails alone, and names the place', async () => {
    for (const [check, configs] of Object.entries(failing))
      for (const config of configs) {
        const { checks } = await validate(config);
        const failed = checks.filter(({ ok }) => !ok);
        assert.deepEqual(
          failed.map(({ name }) => name),
          [check],
          JSON.stringify(config),
        );
        assert.match(failed[0]?.message ?? '', /^config\..*\.$/);
      }
  });

  test('a config that is right passes every check', async () => {
    for (const config of passing) {
      const { ok, checks } = await validate(config);
      assert.equal(ok, true, `${JSON.stringify(config)}: ${JSON.stringify(checks)}`);
      for (const { message } of checks) assert.match(message, /^[A-Z].*\.$/);
    }
  });

  test('a secret that was found is not repeated', async () => {
    const secret = `sk-${letters(24)}`;
    assert.ok(!(await messageOf({ note: secret }, 'secrets')).includes(secret));
  });

  test('references to own resources are valid; to archived, foreign and absent ones they are not', async () => {
    const mine = await newResource(server, owner.key, 'data');
    const archived = await newResource(server, owner.key, 'data');
    await act(archived.id, { action: 'archive' });
    const foreign = await newResource(server, other.key, 'data');
    const absent = 'res_00000000000000000000000001';
    const message = (id: string) => messageOf({ uses: [mine.id, id] }, 'references');
    assert.equal((await validate({ uses: mine.id, again: [mine.id] })).ok, true);
    assert.match(await message(archived.id), /config\.uses\[1\].*archived/);
    assert.match(await message(absent), /config\.uses\[1\].*does not exist/);
    assert.equal((await message(foreign.id)).replace(foreign.id, absent), await message(absent));
    await owner.send('DELETE', `${resources}/${mine.id}`);
    assert.match(await messageOf({ uses: mine.id }, 'references'), /does not exist/);
  });

  test('too many references are a failed check', async () => {
    const uses = Array.from({ length: 501 }, (_, n) => `res_${String(n).padStart(26, '0')}`);
    assert.match(await messageOf({ uses: uses.map((id) => id) }, 'references'), /At most 500/);
  });

  test('a validation is stored with its time, and repeating it checks again', async () => {
    const mine = await newResource(server, owner.key, 'data');
    const { id } = await newResource(server, owner.key, 'dev', { uses: mine.id });
    const first = (await act(id, { action: 'validate' })).json.validation;
    const read = await owner.send('GET', `${resources}/${id}`);
    assert.deepEqual(read.json.validation, first);
    await act(mine.id, { action: 'archive' });
    server.clock.advance(1_000);
    const second = (await act(id, { action: 'validate' })).json;
    assert.equal(second.state, 'invalid');
    assert.ok(second.validation.at > first.at);
    await act(mine.id, { action: 'restore' });
    assert.equal((await act(id, { action: 'validate' })).json.state, 'validated');
  });

  test('a hostile config is validated in bounded time', async () => {
    const slow: readonly object[] = [
      { a: '-eyJ'.repeat(5_000) },
      { a: 'eyJaaaaaaaaaaa.'.repeat(1_300) },
      { a: '-----BEGIN '.repeat(1_800) },
      {
        list: Array.from({ length: 480 }, (_, n) => ({
          schema: { pattern: `^\\p{L}{${500 + n}}$` },
        })),
      },
      nested(60),
    ];
    for (const config of slow) {
      const before = process.threadCpuUsage();
      await validate(config);
      const { user, system } = process.threadCpuUsage(before);
      assert.ok(user + system < 1_000_000, JSON.stringify(config).slice(0, 40));
    }
  });
});

function nested(levels: number): object {
  return levels === 0 ? { schema: {} } : { a: nested(levels - 1), url: 'https://example.com' };
}
