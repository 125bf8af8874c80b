import { type Checks, display, expect, expectEqual, expectIs } from '../check.ts';
import { expectOpenApi, expectStatus, type Json } from '../reply.ts';
import { type PlatformBench, resources } from './bench.ts';

export const resourceChecks: Checks<PlatformBench> = {
  'resource-created': {
    holds: 'A created resource is 201 with Location and the resource itself, without an envelope',
    run: async ({ call, keep }) => {
      const body = {
        service: 'Data',
        kind: 'Collection',
        name: '  Orders ',
        config: { description: 'x', region: 'local', other: [1] },
      };
      const reply = await call('POST', resources, { body });
      const made = reply.json();
      keep(made.id);
      expectStatus(reply, 201);
      expectIs(made.id, /^res_[0-9a-hjkmnp-tv-z]{26}$/, 'id');
      expect(
        String(reply.headers.location).endsWith(made.id),
        `Location is ${display(reply.headers.location)}`,
      );
      expectEqual(
        [made.service, made.kind, made.name, made.config, made.state, made.version],
        ['data', 'Collection', 'Orders', body.config, 'active', 1],
        'the resource',
      );
      expectEqual(reply.headers.etag, '"1"', 'ETag');
    },
  },
  'resource-read': {
    holds: 'A resource is read with its ETag, and 304 with If-None-Match',
    run: async ({ call, make }) => {
      const { id } = await make('data', 'Collection');
      const reply = await call('GET', `${resources}/${id}`);
      expectEqual(
        [reply.status, reply.json().id, reply.json().records],
        [200, id, []],
        'the answer',
      );
      const again = await call('GET', `${resources}/${id}`, {
        headers: { 'if-none-match': String(reply.headers.etag) },
      });
      expectStatus(again, 304, 'the status with If-None-Match');
    },
  },
  'resource-listed': {
    holds: 'The list has resources newest first, activity, a total and a cursor',
    run: async ({ make, read }) => {
      const first = await make('work', 'Task');
      const second = await make('work', 'Task');
      // Named, since an owner may have ten thousand others.
      const list = await read(`${resources}?service=work&q=conformance`);
      const ids = list.resources.map(({ id }: Json) => id);
      expect(
        ids.indexOf(second.id) < ids.indexOf(first.id) && ids.includes(second.id),
        'the newest is not first',
      );
      expect(Array.isArray(list.activity) && list.activity.length > 0, 'activity is empty');
      expect(
        list.total >= 2 && list.nextCursor === null,
        `total and nextCursor are ${display([list.total, list.nextCursor])}`,
      );
      expect(
        list.resources.every((one: Json) => !('records' in one)),
        'records are in the list',
      );
      const page = await read(`${resources}?limit=1`);
      expect(
        page.resources.length === 1 && typeof page.nextCursor === 'string',
        'limit=1 does not return a page',
      );
    },
  },
  activity: {
    holds: 'Every change is an activity entry with its action, resource and actor',
    run: async ({ make, act, read }) => {
      const { id } = await make('data', 'Collection');
      await act(id, 'rename', { name: 'Renamed' });
      await act(id, 'add-record', { record: { a: 1 } });
      const { activity } = await read(`${resources}?limit=1`);
      const mine = activity.filter((entry: Json) => entry.resourceId === id);
      expectEqual(mine.length, 3, 'the number of entries');
      for (const entry of mine)
        expect(
          /^act_/.test(entry.id) &&
            !Number.isNaN(Date.parse(entry.at)) &&
            typeof entry.action === 'string' &&
            typeof entry.actor?.keyId === 'string',
          `an entry is ${display(entry)}`,
        );
    },
  },
  'resource-version': {
    holds: 'Each change increments the version, and a stale If-Match is 409',
    run: async ({ call, make, act }) => {
      const { id } = await make('dev', 'Project');
      const renamed = await act(id, 'rename', { name: 'Second' });
      expectEqual([renamed.json().version, renamed.headers.etag], [2, '"2"'], 'the version');
      const stale = await call('PATCH', `${resources}/${id}`, {
        body: { action: 'rename', name: 'Third' },
        headers: { 'if-match': '"1"' },
      });
      expectStatus(stale, 409, 'the status with a stale If-Match');
    },
  },
  'resource-deleted': {
    holds: 'A deletion reports what was deleted with it, and the resource is 404 afterwards',
    run: async ({ call, make, act }) => {
      const { id } = await make('data', 'Collection');
      await act(id, 'add-record', { record: { a: 1 } });
      const gone = await call('DELETE', `${resources}/${id}`);
      expectEqual(
        [gone.status, gone.json().deleted, gone.json().id, gone.json().records],
        [200, true, id, 1],
        'the answer',
      );
      expectStatus(await call('GET', `${resources}/${id}`), 404, 'the status afterwards');
    },
  },
  idempotency: {
    holds: 'The same Idempotency-Key replays the first answer; with another body it is 409',
    run: async ({ call, keep }) => {
      const headers = { 'idempotency-key': `conformance-${process.hrtime.bigint()}` };
      const body = { service: 'work', kind: 'Task', name: 'Once' };
      const first = await call('POST', resources, { body, headers });
      keep(first.json().id);
      const again = await call('POST', resources, { body, headers });
      keep(again.json().id);
      const other = await call('POST', resources, { body: { ...body, name: 'Twice' }, headers });
      expectEqual(
        [again.status, again.json().id, again.headers['idempotent-replayed']],
        [201, first.json().id, 'true'],
        'the second answer',
      );
      expectStatus(other, 409, 'the status with another body');
    },
  },
  status: {
    holds: 'GET status has ok, the time, the version and its checks',
    run: async ({ call }) => {
      const reply = await call('GET', '/api/platform/status');
      const { status, time, version, checks } = reply.json();
      expectEqual([reply.status, status], [200, 'ok'], 'the answer');
      expect(
        !Number.isNaN(Date.parse(time)) && typeof version === 'string',
        'time or version is absent',
      );
      for (const name of ['database', 'storage', 'ai'])
        expect(
          typeof checks[name]?.status === 'string',
          `checks.${name} is ${display(checks[name])}`,
        );
    },
  },
  'resource-tolerant': {
    holds: 'Unknown fields, a trailing slash, bearer in any case and an absent config are accepted',
    run: async ({ call, keep, key }) => {
      const body = { service: 'work', kind: 'Any kind_1-2', name: 'x', id: 'res_mine', newer: 1 };
      const reply = await call('POST', `${resources}/`, {
        body,
        headers: {
          authorization: `bEaReR ${key()}`,
          'content-type': 'application/json; charset=utf-8',
        },
      });
      const made = reply.json();
      keep(made.id);
      expectEqual([reply.status, made.config, made.kind], [201, {}, body.kind], 'the answer');
      expect(made.id !== body.id && !('newer' in made), `it is ${display(made)}`);
    },
  },
  'resource-filtered': {
    holds: 'The list is filtered by service, kind, state and name',
    run: async ({ make, act, read }) => {
      const { id } = await make('dev', 'Project');
      await act(id, 'rename', { name: 'Conformance Zebra' });
      const has = async (query: string) =>
        (await read(`${resources}?${query}`)).resources.some((one: Json) => one.id === id);
      expectEqual(
        [
          await has('service=dev&kind=Project&state=active&q=zebra'),
          await has('q=zebra&service=data'),
          await has('q=zebra&state=archived'),
          await has('q=zebra&kind=Bucket'),
        ],
        [true, false, false, false],
        'whether it is found',
      );
    },
  },
  'platform-openapi': {
    holds: 'GET openapi.json describes the API in OpenAPI 3.1',
    run: async ({ read }) => {
      expectOpenApi(await read('/api/platform/openapi.json'), ['resources', 'ai', 'status']);
    },
  },
  'platform-health': {
    holds: '/healthz and /readyz answer without a key',
    run: async ({ call, wire }) => {
      await call('GET', '/api/platform/status');
      for (const path of ['/healthz', '/readyz'])
        expectStatus(await wire.call('GET', path), 200, `the status of ${path}`);
    },
  },
  'platform-version': {
    holds: 'Every answer carries Platform-Version',
    run: async ({ call, wire }) => {
      for (const reply of [
        await call('GET', '/api/platform/status'),
        await wire.call('GET', resources),
      ])
        expectIs(
          reply.headers['platform-version'],
          /^\d{4}-\d\d-\d\d$/,
          `Platform-Version of a ${reply.status}`,
        );
    },
  },
};
