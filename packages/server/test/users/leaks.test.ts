import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ask, form, newResource, resources, serverOfSuite, storage } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp, users } from './users-calls.ts';

/** Whose thing it is; its text is its marker. */
type Thing = 'of-a' | 'of-b' | 'public';
const things: readonly Thing[] = ['of-a', 'of-b', 'public'];
const hidden = 'hidden-value';

type CallerName = 'anybody' | 'a' | 'b' | 'staff' | 'ended' | 'key' | 'limited' | 'other-owner';

/** What each caller may see; `undefined` are callers who see the hidden field too. */
const visible: { readonly [name in CallerName]: readonly Thing[] } = {
  anybody: ['public'],
  a: ['of-a', 'public'],
  b: ['of-b', 'public'],
  staff: things,
  ended: [],
  key: things,
  limited: [],
  'other-owner': [],
};
/** What each caller may change. */
const changeable: { readonly [name in CallerName]: readonly Thing[] } = {
  ...visible,
  anybody: [],
  a: ['of-a'],
  b: ['of-b'],
};

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** What it is about; undefined for a list. */
  readonly of?: Thing;
}

interface World {
  readonly collection: string;
  readonly referring: string;
  readonly bucket: string;
  readonly form: string;
  readonly ids: { readonly [thing in Thing]: string };
}

const each = (make: (thing: Thing) => Omit<Request, 'of'>): readonly Request[] =>
  things.map((thing) => ({ ...make(thing), of: thing }));

/** The requests of every route that callers without a key can reach. A route without an entry fails. */
const requestsOf: { readonly [route: string]: (world: World) => readonly Request[] } = {
  'GET /api/platform/resources/:id/records': ({ collection, referring }) =>
    [
      '',
      '?sort=note',
      '?q=of',
      '?q=hidden',
      '?q=public%20hidden',
      '?limit=1',
      '?where.note.exists=true',
      '?count=true',
      '?fields=note',
    ]
      .map((query) => ({ method: 'GET', path: `${resources}/${collection}/records${query}` }))
      .concat([{ method: 'GET', path: `${resources}/${referring}/records?expand=visit` }]),
  'GET /api/platform/resources/:id/records/summary': ({ collection }) =>
    [
      'count=true&group=note',
      'count=true&group=note&q=of',
      'min=note',
      'max=note',
      'max=note&q=hidden',
      'count=true&group=secret',
    ].map((query) => ({
      method: 'GET',
      path: `${resources}/${collection}/records/summary?${query}`,
    })),
  'POST /api/platform/resources/:id/records': ({ collection }) => [
    { method: 'POST', path: `${resources}/${collection}/records`, body: { owner: 'somebody' } },
  ],
  'GET /api/platform/resources/:id/records/:recordId': ({ collection, ids }) =>
    each((thing) => ({ method: 'GET', path: `${resources}/${collection}/records/${ids[thing]}` })),
  'PUT /api/platform/resources/:id/records/:recordId': ({ collection, ids }) =>
    each((thing) => ({
      method: 'PUT',
      path: `${resources}/${collection}/records/${ids[thing]}`,
      body: { note: 'stolen', isPublic: true },
    })),
  'PATCH /api/platform/resources/:id/records/:recordId': ({ collection, ids }) =>
    each((thing) => ({
      method: 'PATCH',
      path: `${resources}/${collection}/records/${ids[thing]}`,
      body: { owner: null, isPublic: true },
    })),
  'DELETE /api/platform/resources/:id/records/:recordId': ({ collection, ids }) =>
    each((thing) => ({
      method: 'DELETE',
      path: `${resources}/${collection}/records/${ids[thing]}`,
    })),
  'POST /api/platform/batch': ({ collection, ids }) =>
    each((thing) => ({
      method: 'POST',
      path: '/api/platform/batch',
      body: {
        calls: [{ method: 'GET', path: `${resources}/${collection}/records/${ids[thing]}` }],
      },
    })),
  'GET /api/platform/storage/:id': ({ bucket }) => [
    { method: 'GET', path: `${storage}/${bucket}` },
    { method: 'GET', path: `${storage}/${bucket}?prefix=o` },
    ...each((thing) => ({ method: 'GET', path: `${storage}/${bucket}?key=${thing}` })),
  ],
  'POST /api/platform/storage/:id': ({ bucket }) =>
    each((thing) => ({
      method: 'POST',
      path: `${storage}/${bucket}`,
      body: form({ bytes: 'stolen', name: thing }),
    })),
  'DELETE /api/platform/storage/:id': ({ bucket }) =>
    each((thing) => ({ method: 'DELETE', path: `${storage}/${bucket}?key=${thing}` })),
  'GET /api/platform/events': ({ collection }) =>
    ['', `&resource=${collection}`, `&resource=${collection}&include=record`].map((query) => ({
      method: 'GET',
      path: `/api/platform/events?follow=false&lastEventId=0${query}`,
    })),
};

describe('callers without a key', () => {
  const suite = serverOfSuite();
  const world = {} as World;
  const tokens = {} as { [name in CallerName]: string | undefined };
  let firstEvent = '';

  before(async () => {
    const { server, owner } = suite;
    const usersId = await newUsers(suite, { fields: { readonly: ['role'] } });
    const [a, b, ended] = [
      await signUp(suite, usersId, 'a@example.com'),
      await signUp(suite, usersId, 'b@example.com'),
      await signUp(suite, usersId, 'ended@example.com'),
    ];
    await ask(server, 'POST', `${users}/${usersId}/sign-out`, { key: ended.token });
    const staff = await owner.send('POST', `${users}/${usersId}/sign-up`, {
      email: 's@example.com',
      password: 'long enough',
      role: 'staff',
    });
    const otherSuite = { server, owner: await server.newOwner() };
    const other = await signUp(otherSuite, await newUsers(otherSuite), 'a@example.com', {
      role: 'staff',
    });
    const see = 'record.owner = user.id || user.role = "staff" || record.isPublic = true';
    const change = 'record.owner = user.id || user.role = "staff"';
    const rules = {
      list: see,
      view: see,
      create: 'record.owner = user.id',
      update: change,
      delete: change,
    };
    const fields = { hidden: ['secret'] };
    const search = ['note', 'secret'];
    const collection = await newCollection(suite, { rules, fields, search });
    const ids = {} as { [thing in Thing]: string };
    const owners = { 'of-a': { owner: a.id }, 'of-b': { owner: b.id }, public: { isPublic: true } };
    firstEvent = (await owner.send('GET', `${resources}?activityLimit=1`)).json.activity[0].id;
    for (const thing of things) {
      const record = { note: thing, secret: hidden, ...owners[thing] };
      ids[thing] = (
        await owner.send('POST', `${resources}/${collection}/records`, record)
      ).json.recordId;
    }
    const referring = await newCollection(suite, {
      references: { visit: collection },
      rules: { list: '' },
    });
    for (const visit of Object.values(ids))
      await owner.send('POST', `${resources}/${referring}/records`, { visit });
    const openObject = 'record.owner = user.id || user.role = "staff" || record.key = "public"';
    const bucket = await newResource(server, owner.key, 'storage', {
      rules: { list: openObject, view: openObject, create: '', update: change, delete: change },
    });
    const upload = (key: string, thing: Thing) =>
      ask(server, 'POST', `${storage}/${bucket.id}`, {
        key,
        body: form({ bytes: thing, name: thing }),
      });
    await upload(a.token, 'of-a');
    await upload(b.token, 'of-b');
    await upload(owner.key, 'public');
    const limited = await owner.newKey(['*'], null, [referring]);
    Object.assign(world, { collection, referring, bucket: bucket.id, form: '', ids });
    Object.assign(tokens, {
      anybody: undefined,
      a: a.token,
      b: b.token,
      staff: staff.json.token,
      ended: ended.token,
      key: owner.key,
      limited: limited.key,
      'other-owner': other.token,
    });
  });

  const callers = Object.keys(visible) as CallerName[];
  const send = ({ method, path, body }: Request, caller: CallerName) =>
    ask(suite.server, method, path.replace('lastEventId=0', `lastEventId=${firstEvent}`), {
      key: tokens[caller],
      body,
    });
  const snapshot = async () => [
    (await suite.owner.send('GET', `${resources}/${world.collection}/records`)).json.records,
    (await suite.owner.send('GET', `${storage}/${world.bucket}`)).json.objects,
  ];

  test('every route that rules open has requests here', () => {
    const open = suite.server.routes
      .filter(({ policy }) => policy.openedBy !== undefined)
      .map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(open.sort(), Object.keys(requestsOf).sort());
  });

  test('every other route that needs a key refuses them', async () => {
    const closed = suite.server.routes.filter(
      ({ policy }) => policy.credential === 'key' && policy.openedBy === undefined,
    );
    assert.ok(closed.length > 10);
    for (const { method, path } of closed)
      for (const caller of ['anybody', 'a', 'staff', 'ended'] as const) {
        const target = path.replace(':id', world.collection).replace(/:\w+/g, world.ids['of-a']);
        const { status } = await send({ method, path: target }, caller);
        const wanted = caller === 'anybody' || caller === 'ended' ? 401 : 403;
        assert.equal(status, wanted, `${caller} ${method} ${path}`);
      }
  });

  test('reads show what the rules allow, and never a hidden field', async () => {
    for (const [route, make] of Object.entries(requestsOf)) {
      if (!route.startsWith('GET') && !route.endsWith('/batch')) continue;
      for (const request of make(world))
        for (const caller of callers) {
          const { status, text } = await send(request, caller);
          const where = `${caller} ${request.method} ${request.path} ${status}`;
          for (const thing of things)
            if (!visible[caller].includes(thing)) {
              assert.ok(!text.includes(`"${thing}"`) && text !== thing, where);
              if (
                !request.path.includes(world.ids[thing]) &&
                !request.path.includes(world.referring)
              )
                assert.ok(!text.includes(world.ids[thing]), where);
            }
          if (caller !== 'key') assert.ok(!text.includes(hidden), where);
          if (caller === 'ended') assert.equal(status, 401, where);
          const isShown = request.of === undefined || visible[caller].includes(request.of);
          if (
            isShown &&
            caller !== 'ended' &&
            visible[caller].length > 0 &&
            !request.path.includes('secret')
          )
            assert.ok(
              status === 200 || (caller === 'anybody' && (status === 401 || status === 400)),
              where,
            );
          if (!isShown && caller !== 'anybody' && caller !== 'ended')
            assert.equal(status, 404, where);
        }
    }
  });

  test('changes of what the rules do not allow change nothing', async () => {
    const before = JSON.stringify(await snapshot());
    for (const [route, make] of Object.entries(requestsOf)) {
      if (route.startsWith('GET') || route.endsWith('/batch')) continue;
      for (const request of make(world))
        for (const caller of callers) {
          if (request.of !== undefined && changeable[caller].includes(request.of)) continue;
          if (caller === 'key') continue;
          const { status } = await send(request, caller);
          const where = `${caller} ${request.method} ${request.path}`;
          const wanted = request.of === undefined ? [401, 403, 404] : [401, 404];
          assert.ok(wanted.includes(status), `${where} ${status}`);
        }
    }
    assert.equal(JSON.stringify(await snapshot()), before);
  });
});
