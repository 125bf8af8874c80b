import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  activityEntrySchema,
  patchedResourceSchema,
  resourceSchema,
  type Service,
  services,
} from '@baraza/contract';
import { z } from 'zod';
import type { PlatformRoute } from '../../src/platform/route.ts';
import {
  ask,
  form,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';
import { failDeliveries } from '../webhooks/failed-deliveries.ts';

const common = 'id service kind name config state version createdAt updatedAt archivedAt'.split(
  ' ',
);

/** What each service adds to a resource, and nothing else. */
const own: { readonly [service in Service]: readonly string[] } = {
  data: ['recordCount'],
  storage: ['objectCount', 'bytes'],
  ai: [],
  dev: ['validation'],
  connect: ['recordCount', 'lastCapturedAt'],
  work: ['completedAt'],
};
const holdsRecords = (service: Service) => service === 'data' || service === 'connect';

describe('answers match the contract exactly', () => {
  const { server, owner } = serverOfSuite();

  const send = (method: string, target: string, body?: unknown, headers = {}) =>
    owner.send(method, target, body, headers);
  const patch = (id: string, body: object, query = '') =>
    send('PATCH', `${resources}/${id}${query}`, body);
  const assertKeys = (json: object, keys: readonly string[], name: string) =>
    assert.deepEqual(Object.keys(json).sort(), [...common, ...keys].sort(), name);

  for (const service of services)
    test(`a resource of ${service} has its own fields: created, read, listed and changed`, async () => {
      const strict = deepStrict(resourceSchema);
      const withRecords = holdsRecords(service) ? ['records'] : [];
      const created = await newResource(server, owner.key, service, { description: 'd' });
      assertKeys(strict.parse(created) as object, own[service], 'created');
      const read = (await send('GET', `${resources}/${created.id}`)).json;
      assertKeys(strict.parse(read) as object, [...own[service], ...withRecords], 'read');
      const bare = (await send('GET', `${resources}/${created.id}?records=false`)).json;
      assertKeys(strict.parse(bare) as object, own[service], 'read without records');
      const list = (await send('GET', `${resources}?service=${service}`)).json;
      assertKeys(strict.parse(list.resources[0]) as object, own[service], 'listed');
      const changed = deepStrict(patchedResourceSchema);
      for (const query of ['', '?records=false', '?records=true']) {
        const { json } = await patch(created.id, { action: 'rename', name: 'x' }, query);
        const records = query === '?records=true' ? withRecords : [];
        assertKeys(changed.parse(json) as object, [...own[service], ...records], `renamed${query}`);
      }
      if (!holdsRecords(service)) return;
      const paged = (await send('GET', `${resources}/${created.id}?limit=1`)).json;
      const keys = [...own[service], 'records', 'nextCursor'];
      assertKeys(strict.parse(paged) as object, keys, 'paged');
    });

  test('every success that a route declares is given, and each one fits its declaration', async () => {
    const collection = await newResource(server, owner.key, 'data');
    const bucket = await newResource(server, owner.key, 'storage');
    const one = `${resources}/${collection.id}`;
    const objects = `${storage}/${bucket.id}`;
    const upload = () => form({ bytes: 'hello', name: 'a.txt', type: 'text/plain' });
    const records = `${one}/records`;
    const added = await patch(collection.id, { action: 'add-record', record: {} });
    const openForm = await newResource(server, owner.key, 'connect', {
      public: true,
      redirect: 'https://duka.example/asante',
    });
    const hook = await send('POST', resources, {
      service: 'connect',
      kind: 'Webhook',
      name: 'hook',
      config: { url: 'https://hooks.example/in' },
    });
    const webhook = `${resources}/${hook.json.id}`;
    const assistant = await newResource(server, owner.key, 'ai', {
      description: 'It opens at nine.',
    });
    await send('POST', objects, form({ bytes: 'hello', name: 'b.txt' }));
    const made = await send('POST', `${objects}/links`, { key: 'b.txt' });
    const link = new URL(made.json.url).pathname;
    const log = await send('GET', `${webhook}/deliveries`);
    const delivery = `${webhook}/deliveries/${log.json.deliveries[0].id}`;
    await failDeliveries(server.platform.store, hook.json.id);
    const fields = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const people = await send('POST', resources, {
      service: 'data',
      kind: 'Users',
      name: 'people',
      config: { signUp: true },
    });
    const users = `/api/platform/users/${people.json.id}`;
    const account = { email: 'asha@example.org', password: 'a long password' };
    const signed = async (how: string, body: object) => {
      const { json } = await ask(server, 'POST', `${users}/${how}`, { body });
      return { authorization: `Bearer ${json.token}` };
    };
    const collected = `${resources}/${(await newResource(server, owner.key, 'data')).id}`;
    const first = await signed('sign-up', account);
    const second = await signed('sign-in', account);
    const requests: readonly (readonly [string, string, string, unknown?, object?])[] = [
      ['GET', '/resources', resources],
      ['POST', '/resources', resources, { service: 'data', kind: 'K', name: 'n' }],
      ['GET', '/resources/:id', one],
      ['GET', '/resources/:id', one, undefined, { 'if-none-match': '*' }],
      ['POST', '/resources/:id/records', records, '{}', { 'content-type': 'application/x-ndjson' }],
      ['GET', '/resources/:id/records', records],
      ['GET', '/resources/:id/records', records, undefined, { 'if-none-match': '*' }],
      ['GET', '/resources/:id/records/:recordId', `${records}/${added.json.recordId}`],
      [
        'GET',
        '/resources/:id/records/:recordId',
        `${records}/${added.json.recordId}`,
        undefined,
        { 'if-none-match': '*' },
      ],
      ['POST', '/resources/:id/records', records, { a: 1 }],
      ['PUT', '/resources/:id/records/:recordId', `${records}/${added.json.recordId}`, {}],
      ['PATCH', '/resources/:id/records/:recordId', `${records}/${added.json.recordId}`, { b: 1 }],
      ['DELETE', '/resources/:id/records/:recordId', `${records}/${added.json.recordId}`],
      ['POST', '/forms/:id', `/forms/${openForm.id}`, { name: 'Asha' }],
      ['POST', '/forms/:id', `/forms/${openForm.id}`, 'name=Asha', fields],
      ['GET', '/resources/:id/deliveries', `${webhook}/deliveries`],
      ['GET', '/resources/:id/deliveries/:deliveryId', delivery],
      ['POST', '/resources/:id/deliveries/:deliveryId/redeliver', `${delivery}/redeliver`],
      ['POST', '/resources/:id/deliveries/test', `${webhook}/deliveries/test`],
      ['POST', '/resources/:id/rotate-secret', `${webhook}/rotate-secret`],
      ['PATCH', '/resources/:id', one, { action: 'archive' }],
      ['POST', '/storage/:id', objects, upload()],
      ['POST', '/storage/:id', objects, upload()],
      ['GET', '/storage/:id', objects],
      ['GET', '/storage/:id', `${objects}?key=a.txt`, undefined, { range: 'bytes=1-2' }],
      ['GET', '/storage/:id', `${objects}?key=a.txt`, undefined, { 'if-none-match': '*' }],
      ['POST', '/storage/:id/links', `${objects}/links`, { key: 'a.txt' }],
      ['GET', '/links/:token', link],
      ['GET', '/links/:token', link, undefined, { range: 'bytes=1-2' }],
      ['GET', '/links/:token', link, undefined, { 'if-none-match': '*' }],
      ['DELETE', '/storage/:id', `${objects}?key=a.txt`],
      ['DELETE', '/resources/:id', one],
      [
        'POST',
        '/ai',
        '/api/platform/ai',
        { assistant: assistant.id, prompt: 'When does it open?' },
      ],
      ['GET', '/resources/:id/records/summary', `${collected}/records/summary?count=true`],
      ['PUT', '/resources/:id/records/:recordId', `${collected}/records/mine`, { a: 1 }],
      [
        'POST',
        '/batch',
        '/api/platform/batch',
        { calls: [{ method: 'POST', path: `${collected}/records`, body: { a: 2 } }] },
      ],
      ['POST', '/users/:id/sign-up', `${users}/sign-up`, { ...account, email: 'b@example.org' }],
      ['POST', '/users/:id/sign-in', `${users}/sign-in`, account],
      ['POST', '/users/:id/code', `${users}/code`, { email: account.email }],
      ['GET', '/users/:id/me', `${users}/me`, undefined, first],
      ['PATCH', '/users/:id/me', `${users}/me`, { name: 'Asha' }, first],
      ['POST', '/users/:id/sign-out', `${users}/sign-out`, undefined, second],
      [
        'POST',
        '/users/:id/password',
        `${users}/password`,
        { password: 'a longer password', current: account.password },
        first,
      ],
      ['POST', '/users/:id/sign-out-everywhere', `${users}/sign-out-everywhere`, undefined, first],
      ['GET', '/events', '/api/platform/events?follow=false&lastEventId=0'],
      ['GET', '/status', '/api/platform/status'],
      ['GET', '/openapi.json', '/api/platform/openapi.json'],
    ];
    const given = new Set<string>();
    const document = (await send('GET', '/api/platform/openapi.json')).json;
    for (const [method, path, target, body, headers] of requests) {
      const route = server.routes.find(
        (each) => each.method === method && each.path.replace('/api/platform', '') === path,
      );
      const reply = await send(method, target, body, headers ?? {});
      const answer = route?.answers[reply.status];
      assert.ok(answer !== undefined, `${method} ${path}: ${reply.status} ${reply.text}`);
      given.add(`${method} ${path} ${reply.status}`);
      assertAnswer(answer, reply, `${method} ${path}`);
      const documented = route?.path.replaceAll(/:(\w+)/g, '{$1}') ?? '';
      const { responses } = document.paths[documented][method.toLowerCase()];
      const sent = Object.keys(document.components.headers).filter((each) =>
        reply.headers.has(each),
      );
      const known = Object.keys(responses[reply.status].headers);
      for (const each of sent) assert.ok(known.includes(each), `${method} ${path}: ${each}`);
    }
    const declared = server.routes.flatMap(({ method, path, answers }) =>
      Object.keys(answers).map(
        (status) => `${method} ${path.replace('/api/platform', '')} ${status}`,
      ),
    );
    const without = declared.filter((name) => !given.has(name));
    assert.deepEqual(without, []);
  });

  test('every answer names the version, forbids sniffing and storing, and has a request id', async () => {
    const ids = new Set<string | null>();
    for (const reply of [
      await send('GET', resources),
      await send('GET', '/nothing'),
      await send('POST', resources, {}),
      await ask(server, 'GET', resources),
    ]) {
      assert.equal(reply.headers.get('platform-version'), '2026-11-15');
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
      assert.match(reply.headers.get('cache-control') ?? '', /private|no-store/);
      assert.equal(reply.headers.get('content-type'), 'application/json; charset=utf-8');
      if (reply.status >= 400)
        assert.equal(reply.json.requestId, reply.headers.get('x-request-id'));
      ids.add(reply.headers.get('x-request-id'));
    }
    assert.equal(ids.size, 4);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const { id } = await newResource(server, owner.key, 'data');
    for (const target of [resources, `${resources}/${id}`, '/api/platform/status']) {
      const reply = await send('HEAD', target);
      assert.equal(reply.status, 200, target);
      assert.equal(reply.text, '');
    }
    assert.equal((await send('HEAD', `${resources}/${id}`)).headers.get('etag'), '"1"');
    assert.equal((await ask(server, 'HEAD', resources)).status, 401);
  });
});

function assertAnswer(answer: PlatformRoute['answers'][number], reply: Reply, name: string): void {
  if (answer === 'empty' || answer === 'redirect') assert.equal(reply.text, '', name);
  else if (answer === 'events') assertEvents(reply, name);
  else if (answer !== 'bytes') {
    const parsed = deepStrict(answer).safeParse(reply.json);
    assert.ok(parsed.success, `${name}: ${parsed.error?.message}`);
  }
}

function assertEvents(reply: Reply, name: string): void {
  assert.equal(reply.headers.get('content-type'), 'text/event-stream; charset=utf-8', name);
  const events = [...reply.text.matchAll(/^id: (\d+)\ndata: (.+)$/gm)];
  assert.ok(events.length > 0, name);
  for (const [index, [, id, data = '']] of events.entries()) {
    assert.equal(Number(id), index + 1);
    deepStrict(activityEntrySchema).parse(JSON.parse(data));
  }
}

/** The same schema, refusing fields that it does not name, at every depth. */
function deepStrict(schema: z.ZodType): z.ZodType {
  // The fields of an account are its application's.
  if (schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodUnknown))
    return z.strictObject(
      Object.fromEntries(
        Object.entries(schema.shape).map(([name, field]) => [name, deepStrict(field as z.ZodType)]),
      ),
    );
  if (schema instanceof z.ZodArray) return z.array(deepStrict(schema.element as z.ZodType));
  if (schema instanceof z.ZodNullable) return deepStrict(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodOptional) return deepStrict(schema.unwrap() as z.ZodType).optional();
  return schema;
}
