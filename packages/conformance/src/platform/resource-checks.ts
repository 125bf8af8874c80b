import { display, expect, expectEqual, expectShape, is } from '../check.ts';
import { expectOpenApi, expectReply, expectStatus, type Json } from '../reply.ts';
import { platformSection, resources, status } from './bench.ts';

export const resourceSection = platformSection(
  'resources',
  {
    'resource-created':
      'A created resource is 201 with Location and the resource itself, without an envelope',
    'resource-read': 'A resource is read with its ETag, and 304 with If-None-Match',
    'resource-listed': 'The list has resources newest first, activity, a total and a cursor',
    activity: 'Every change is an activity entry with its action, resource and actor',
    'resource-version': 'Each change increments the version, and a stale If-Match is 409',
    'resource-deleted':
      'A deletion reports what was deleted with it, and the resource is 404 afterwards',
    idempotency: 'The same Idempotency-Key replays the first answer; with another body it is 409',
    status: 'GET status has ok, the time, the version and its checks',
    'resource-tolerant':
      'Unknown fields, a trailing slash, bearer in any case and an absent config are accepted',
    'resource-filtered': 'The list is filtered by service, kind, state and name',
    'platform-openapi': 'GET openapi.json describes the API in OpenAPI 3.1',
    'platform-health': '/healthz and /readyz answer without a key',
    'platform-version': 'Every answer carries Platform-Version',
  },
  {
    async 'resource-created'({ call, keep }) {
      const config = { description: 'x', region: 'local', other: [1] };
      const body = { service: 'Data', kind: 'Collection', name: '  Orders ', config };
      const reply = await call('POST', resources, body);
      const made = reply.body;
      keep(made.id);
      const kept = { service: 'data', kind: 'Collection', name: 'Orders' };
      expectReply(
        reply,
        201,
        { id: /^res_[0-9a-hjkmnp-tv-z]{26}$/, ...kept, state: 'active', version: 1 },
        { etag: '"1"', location: (at) => is.text(at) && at.endsWith(made.id) },
      );
      expectEqual(made.config, config, 'config');
    },
    async 'resource-read'({ call, make }) {
      const { id, path } = await make('Collection');
      const reply = await call('GET', path);
      expectReply(reply, 200, { id, records: [] });
      const known = { 'if-none-match': String(reply.headers.etag) };
      const again = await call('GET', path, undefined, known);
      expectStatus(again, 304, 'the status with If-None-Match');
    },
    async 'resource-listed'({ make, read }) {
      const first = await make('Task');
      const second = await make('Task');
      // Named, since an owner may have ten thousand others.
      const list = await read(`${resources}?service=work&q=conformance`);
      const ids = list.resources.map(({ id }: Json) => id);
      expect(
        ids.indexOf(second.id) < ids.indexOf(first.id) && ids.includes(second.id),
        'the newest is not first',
      );
      expect(Array.isArray(list.activity) && list.activity.length > 0, 'activity is empty');
      const isTotal = (total: unknown) => Number(total) >= 2;
      expectShape(list, { total: isTotal, nextCursor: null }, 'the list');
      const hasRecords = list.resources.some((one: Json) => 'records' in one);
      expect(!hasRecords, 'records are in the list');
      const page = await read(`${resources}?limit=1`);
      expectShape(page, { resources: [{}], nextCursor: is.text }, 'the page of limit=1');
    },
    async activity({ make, act, read }) {
      const { id } = await make('Collection');
      await act(id, 'rename', { name: 'Renamed' });
      await act(id, 'add-record', { record: { a: 1 } });
      const { activity } = await read(`${resources}?limit=1`);
      const mine = activity.filter((entry: Json) => entry.resourceId === id);
      const entry = { id: /^act_/, at: is.time, action: is.text, actor: { keyId: is.text } };
      expectShape(mine, [entry, entry, entry], 'the entries');
    },
    async 'resource-version'({ call, make, act }) {
      const { id, path } = await make('Project');
      const renamed = await act(id, 'rename', { name: 'Second' });
      expectReply(renamed, 200, { version: 2 }, { etag: '"2"' });
      const change = { action: 'rename', name: 'Third' };
      const stale = await call('PATCH', path, change, { 'if-match': '"1"' });
      expectStatus(stale, 409, 'the status with a stale If-Match');
    },
    async 'resource-deleted'({ call, make, act }) {
      const { id, path } = await make('Collection');
      await act(id, 'add-record', { record: { a: 1 } });
      expectReply(await call('DELETE', path), 200, { deleted: true, id, records: 1 });
      expectStatus(await call('GET', path), 404, 'the status afterwards');
    },
    async idempotency({ call, keep }) {
      const headers = { 'idempotency-key': `conformance-${process.hrtime.bigint()}` };
      const send = (name: string) =>
        call('POST', resources, { service: 'work', kind: 'Task', name }, headers);
      const first = await send('Once');
      keep(first.body.id);
      const again = await send('Once');
      keep(again.body.id);
      const other = await send('Twice');
      expectReply(again, 201, { id: first.body.id }, { 'idempotent-replayed': 'true' });
      expectStatus(other, 409, 'the status with another body');
    },
    async status({ call }) {
      const check = { status: is.text };
      const checks = { database: check, storage: check, ai: check };
      const wanted = { status: 'ok', time: is.time, version: is.text, checks };
      expectReply(await call('GET', status), 200, wanted);
    },
    async 'resource-tolerant'({ call, keep, key }) {
      const body = { service: 'work', kind: 'Any kind_1-2', name: 'x', id: 'res_mine', newer: 1 };
      const reply = await call('POST', `${resources}/`, body, {
        authorization: `bEaReR ${key()}`,
        'content-type': 'application/json; charset=utf-8',
      });
      const made = reply.body;
      keep(made.id);
      expectReply(reply, 201, { kind: body.kind });
      expectEqual(made.config, {}, 'config');
      expect(made.id !== body.id && !('newer' in made), `it is ${display(made)}`);
    },
    async 'resource-filtered'({ make, act, read }) {
      const { id } = await make('Project');
      await act(id, 'rename', { name: 'Conformance Zebra' });
      for (const [query, isFound] of [
        ['service=dev&kind=Project&state=active&q=zebra', true],
        ['q=zebra&service=data', false],
        ['q=zebra&state=archived', false],
        ['q=zebra&kind=Bucket', false],
      ] as const) {
        const list = (await read(`${resources}?${query}`)).resources;
        const has = list.some((one: Json) => one.id === id);
        expectEqual(has, isFound, `whether ${query} finds it`);
      }
    },
    async 'platform-openapi'({ read }) {
      expectOpenApi(await read('/api/platform/openapi.json'), ['resources', 'ai', 'status']);
    },
    async 'platform-health'({ key, wire }) {
      key();
      for (const path of ['/healthz', '/readyz']) expectStatus(await wire.call('GET', path), 200);
    },
    async 'platform-version'({ call, wire }) {
      for (const reply of [await call('GET', status), await wire.call('GET', resources)])
        expectShape(reply.headers, { 'platform-version': /^\d{4}-\d\d-\d\d$/ }, reply.call);
    },
  },
);
