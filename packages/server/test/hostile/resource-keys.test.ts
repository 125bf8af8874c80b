/** A key for some resources: no route shows it that another resource of its owner exists. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createKey, listKeys, rotateKey } from '../../src/access/keys.ts';
import {
  ask,
  defaultEngine,
  newResource,
  type Reply,
  resources,
  serverOfSuite,
} from '../fixtures/server.ts';
import { webhookServer } from '../fixtures/webhook-server.ts';
import {
  absent,
  known,
  makeThings,
  nowhere,
  type Request,
  type Things,
} from './matrix-requests.ts';
import { assertSame } from './same-answer.ts';

describe('a key for two resources', () => {
  const { server, owner } = serverOfSuite();
  let own: Things;
  let hidden: Things;
  let key: string;
  /** The answers to the key while there was no third resource. */
  let repliesBefore: readonly string[];
  before(async () => {
    own = await makeThings(server, owner.key, ask);
    for (const id of [own.assistant, own.webhook]) await owner.send('DELETE', `${resources}/${id}`);
    key = (await owner.newKey(['*'], null, [own.collection, own.bucket])).key;
    repliesBefore = await askAll();
    hidden = await makeThings(server, owner.key, ask);
  });

  /** Everything that names no resource, or a known one, and may count or list. */
  const askAll = async (): Promise<readonly string[]> => {
    const { activity } = (await ask(server, 'GET', resources, { key })).json;
    const [first] = activity.slice(-1);
    const unnamed = Object.entries(known).flatMap(([route, variants]) =>
      variants
        .filter(({ service }) => service === 'none')
        .map((variant) => [route, variant.make(own)] as const),
    );
    const counting: readonly (readonly [string, Request])[] = [
      ...['?limit=1', '?q=resource', '?service=data', '?kind=Assistant', '?state=active'].map(
        (query) => ['GET', { target: `${resources}${query}&activityLimit=1000` }] as const,
      ),
      ['GET', { target: `${resources}/${own.collection}` }],
      ['GET', { target: `${resources}/${own.bucket}` }],
      ['GET', { target: `/api/platform/events?follow=false&lastEventId=${first.id}` }],
      ['POST', { target: '/api/platform/ai', body: { prompt: 'hello' } }],
    ];
    const replies: string[] = [];
    for (const [route, { target, ...rest }] of [...unnamed, ...counting]) {
      const [method = ''] = route.split(' ');
      const reply = await ask(server, method, target, { key, ...rest });
      replies.push(`${method} ${target} ${reply.status} ${steady(reply)}`);
    }
    return replies;
  };

  test('every list, count, search, event and status is what it was before there was a third', async () => {
    const repliesNow = await askAll();
    for (const [at, reply] of repliesNow.entries()) assert.equal(reply, repliesBefore[at]);
    for (const id of [hidden.collection, hidden.bucket, hidden.assistant, hidden.webhook])
      assert.ok(!repliesNow.join('').includes(id));
  });

  test('what it is for is there: listed, counted, read and changed within its scopes', async () => {
    const { json } = await ask(server, 'GET', resources, { key });
    assert.deepEqual(
      json.resources.map(({ id }: { id: string }) => id),
      [own.bucket, own.collection],
    );
    assert.equal(json.total, 2);
    const body = { action: 'rename', name: 'by the key' };
    const renamed = await ask(server, 'PATCH', `${resources}/${own.collection}`, { key, body });
    assert.equal(renamed.status, 200);
    const readOnly = await owner.newKey(['data:read'], null, [own.collection, own.bucket]);
    const { key: reader } = readOnly;
    const of = async (method: string, id: string) =>
      (await ask(server, method, `${resources}/${id}`, { key: reader })).status;
    assert.equal(await of('GET', own.collection), 200);
    assert.equal(await of('DELETE', own.collection), 403);
    assert.equal(await of('GET', own.bucket), 403, 'its own, outside its scopes');
    assert.equal(await of('GET', hidden.bucket), 404);
  });

  test('another resource of the owner and an absent one are the same answer on every route', async () => {
    let asked = 0;
    for (const route of server.routes)
      for (const variant of known[`${route.method} ${route.path}`] ?? []) {
        if (variant.service === 'none') continue;
        const name = `${route.method} ${route.path}: ${variant.name}`;
        const [third, none] = await Promise.all(
          [hidden, nowhere].map((things) => {
            const { target, ...rest } = variant.make(things);
            return ask(server, route.method, target, { key, ...rest });
          }),
        );
        assert.equal(third?.status, 404, `${name}: ${third?.text}`);
        assertSame(third as Reply, none as Reply, name);
        asked += 1;
      }
    assert.ok(asked >= 30, `${asked} requests`);
  });

  test('it creates none, of any service', async () => {
    const before = (await owner.send('GET', resources)).json.total;
    for (const service of ['data', 'storage', 'ai', 'dev', 'connect', 'work']) {
      const body = { service, kind: 'Thing', name: 'new', config: {} };
      const reply = await ask(server, 'POST', resources, { key, body });
      assert.equal(reply.status, 403);
      assert.equal(reply.json.code, 'scope');
    }
    assert.equal((await owner.send('GET', resources)).json.total, before);
  });

  test('a validation reports another resource as it reports an absent one', async () => {
    const project = await newResource(server, owner.key, 'dev');
    const narrow = await owner.newKey(['*'], null, [project.id]);
    const outcome = async (id: string) => {
      const act = (body: object) => narrow.send('PATCH', `${resources}/${project.id}`, body);
      await act({ action: 'configure', config: { uses: id } });
      const { validation } = (await act({ action: 'validate' })).json;
      return JSON.stringify(validation.checks).replaceAll(id, '');
    };
    assert.equal(await outcome(hidden.collection), await outcome(nowhere.collection));
    assert.match(await outcome(project.id), /Every reference exists/);
  });

  test('an assistant answers from what the key is for and from nothing else', async () => {
    const secret = 'The safe opens with 4711.';
    const vault = await newResource(server, owner.key, 'data');
    const record = { question: 'What opens the safe?', answer: secret };
    const body = { action: 'add-record', record };
    await owner.send('PATCH', `${resources}/${vault.id}`, body);
    const config = { description: 'A desk.', knowledge: [vault.id] };
    const assistant = await newResource(server, owner.key, 'ai', config);
    const narrow = await owner.newKey(['*'], null, [assistant.id]);
    const answer = (by: string) =>
      ask(server, 'POST', '/api/platform/ai', {
        key: by,
        body: { assistant: assistant.id, prompt: 'What opens the safe?' },
      });
    assert.match((await answer(owner.key)).json.output, /4711/);
    const { text } = await answer(narrow.key);
    assert.ok(!text.includes('4711') && !text.includes(vault.id), text);
    const unnamed = { key: narrow.key, body: { prompt: 'What opens the safe?' } };
    const only = await ask(server, 'POST', '/api/platform/ai', unnamed);
    assert.equal(only.json.assistant, assistant.id, 'the only one of the key');
  });

  test('an event stream has no visible gaps, and resumes only after an event of the key', async () => {
    const wide = await owner.send('GET', `${resources}?activityLimit=1000`);
    const entryOf = (id: string) =>
      wide.json.activity.find((entry: { resourceId: string }) => entry.resourceId === id);
    const after = (lastEventId: string) =>
      ask(server, 'GET', `/api/platform/events?follow=false&lastEventId=${lastEventId}`, { key });
    const others = await after(entryOf(hidden.collection).id);
    const none = await after(absent('act'));
    assert.equal(others.status, 400);
    assertSame(others, none, 'of another resource');
    assert.equal((await after('1')).status, 400, "the owner's count");
    const { activity } = (await ask(server, 'GET', `${resources}?activityLimit=9`, { key })).json;
    const stream = await after(activity.at(-1).id);
    const ids = [...stream.text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id);
    assert.ok(ids.length > 0);
    for (const id of ids) assert.match(id ?? '', /^act_/);
  });

  test('its resources are named when it is made, must be of its owner, and stay when it is rotated', async () => {
    const ring = server.installation.keyring;
    const make = (ids: readonly string[]) =>
      createKey(ring, {
        owner: owner.id,
        name: 'k',
        scopes: ['*'],
        expiresInMs: null,
        resources: ids,
      });
    const other = await server.newOwner();
    const foreign = await newResource(server, other.key, 'data');
    for (const ids of [[], ['x'], [nowhere.bucket], [own.bucket, foreign.id]])
      await assert.rejects(make(ids), /resources must be|has no resource/);
    const made = await make([own.bucket, own.bucket]);
    assert.deepEqual(made.resources, [own.bucket]);
    const next = await rotateKey(ring, made.id, 0);
    assert.deepEqual(next.resources, [own.bucket]);
    assert.equal((await ask(server, 'GET', resources, { key: next.key })).json.total, 1);
    const listed = (await listKeys(ring, owner.id)).find(({ id }) => id === next.id);
    assert.deepEqual(listed?.resources, [own.bucket]);
  });
});

describe('webhooks of a key for some resources', () => {
  const { server, startSender, startReceiver, subscribe, patch, log } =
    webhookServer(defaultEngine);

  test('get events of these alone, and their log shows no other', async () => {
    const owner = await server.newOwner();
    const receiver = await startReceiver();
    const sender = startSender();
    const { json: hook } = await subscribe(owner, { url: `${receiver.url}/wide` });
    const mine = await newResource(server, owner.key, 'data');
    const third = await newResource(server, owner.key, 'data');
    await receiver.came(2);
    await sender.idle();
    const narrow = await owner.newKey(['*'], null, [hook.id, mine.id]);
    const ids = async (by: { readonly key: string }) =>
      new Set((await log(by, hook.id)).map(({ resourceId }) => resourceId));
    assert.deepEqual(await ids(owner), new Set([mine.id, third.id]));
    assert.deepEqual(await ids(narrow), new Set([mine.id]));
    const of = (await log(owner, hook.id)).find(({ resourceId }) => resourceId === third.id);
    const target = `${resources}/${hook.id}/deliveries/${of?.id}`;
    assert.equal((await ask(server, 'GET', target, narrow)).status, 404);
    assert.equal((await ask(server, 'POST', `${target}/redeliver`, narrow)).status, 404);
    const config = { url: `${receiver.url}/narrow` };
    await patch(narrow, hook.id, { action: 'configure', config });
    await patch(owner, third.id, { action: 'rename', name: 'x' });
    await patch(owner, mine.id, { action: 'rename', name: 'y' });
    await receiver.came(3);
    await sender.idle();
    const [, , last] = receiver.received;
    assert.deepEqual([last?.path, last?.json.data.resourceId], ['/hook/narrow', mine.id]);
    assert.equal(receiver.received.length, 3);
    assert.equal((await log(owner, hook.id)).length, 3, 'nothing is queued only to be dropped');
  });
});

/** An answer without what changes with each request. */
function steady({ text, headers }: Reply): string {
  const kept = [...headers].filter(([name]) => !/^(date|x-request-id|content-length)$/.test(name));
  const changing = /"(?:requestId|time|uptimeSeconds|latencyMs|freeBytes)":(?:"[^"]*"|[\d.e-]+),?/g;
  return `${text.replaceAll(changing, '')} ${JSON.stringify(kept)}`;
}
