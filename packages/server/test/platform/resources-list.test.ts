import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type Resource, type Service, services } from '@baraza/contract';
import {
  engines,
  form,
  newResource,
  type Owner,
  resources,
  serverOfSuite,
  storage,
} from '../fixtures/server.ts';

for (const engine of engines)
  describe(`the list of resources, on ${engine}`, () => {
    const { server } = serverOfSuite(engine);

    const list = async (owner: Pick<Owner, 'send'>, query = '') => {
      const reply = await owner.send('GET', `${resources}${query}`);
      assert.equal(reply.status, 200, `${query}: ${reply.text}`);
      return reply.json;
    };
    const names = async (owner: Owner, query: string) => {
      const { resources: found, total } = await list(owner, query);
      assert.equal(total, found.length, query);
      return found.map(({ name }: Resource) => name);
    };
    const create = async (owner: Owner, name: string, service: Service = 'data', kind = 'Kind') => {
      const body = { service, kind, name, config: {} };
      const reply = await owner.send('POST', resources, body);
      assert.equal(reply.status, 201, reply.text);
      return reply.json.id as string;
    };

    /** An owner of more than are read or sent at once; its resources are listed newest first. */
    let many: Owner;
    const ids: string[] = [];
    before(async () => {
      many = await server.newOwner();
      for (let at = 0; at < 205; at += 1) ids.unshift(await create(many, `Order ${at}`));
      ids.unshift(await create(many, 'Something else'));
    });

    test('q finds a part of a name in any case, in every alphabet, and takes no wildcards', async () => {
      const owner = await server.newOwner();
      for (const name of [
        'Größe',
        '100% done',
        'a_b',
        'aXb',
        'wow!',
        'ПРИВЕТ мир',
        'ﬁne',
        'ÅNGSTRÖM',
        "o'hara",
        '\\back',
      ])
        await create(owner, name);
      const found: { readonly [q: string]: readonly string[] } = {
        GRÖSSE: [],
        größe: ['Größe'],
        GRÖ: ['Größe'],
        привет: ['ПРИВЕТ мир'],
        МИР: ['ПРИВЕТ мир'],
        fine: ['ﬁne'],
        ångström: ['ÅNGSTRÖM'],
        'A\u030Angstro\u0308m': ['ÅNGSTRÖM'],
        '%': ['100% done'],
        _: ['a_b'],
        a_b: ['a_b'],
        '!': ['wow!'],
        '!%': [],
        "'": ["o'hara"],
        '\\': ['\\back'],
        nowhere: [],
      };
      for (const [q, expected] of Object.entries(found))
        assert.deepEqual(await names(owner, `?q=${encodeURIComponent(q)}`), expected, q);
      assert.equal((await list(owner, '?q=')).total, 10);
      const longest = '\ufdfa'.repeat(200);
      assert.equal((await list(owner, `?q=${encodeURIComponent(longest)}`)).total, 0);
      const longer = await owner.send('GET', `${resources}?q=${encodeURIComponent(`${longest}x`)}`);
      assert.deepEqual([longer.status, longer.json.code], [400, 'invalid']);
    });

    test('a search takes its turn among the searches of its owner, and comes whole or in pages', async (t) => {
      const orders = ids.slice(1);
      const scan = t.mock.method(server.platform.store, 'scan');
      const all = await list(many, '?q=order');
      assert.equal(all.total, 205);
      assert.equal(all.nextCursor, null);
      assert.deepEqual(
        all.resources.map(({ id }: Resource) => id),
        orders,
      );
      const paged: string[] = [];
      for (let cursor = ''; cursor !== 'null'; ) {
        const page = await list(many, `?q=order&limit=80${cursor}`);
        assert.equal(page.total, 205);
        paged.push(...page.resources.map(({ id }: Resource) => id));
        cursor = page.nextCursor === null ? 'null' : `&cursor=${page.nextCursor}`;
      }
      assert.deepEqual(paged, orders);
      assert.deepEqual(
        scan.mock.calls.map((call) => call.arguments),
        Array(4).fill([many.id]),
      );
      await list(many, '?kind=Kind&limit=1');
      assert.equal(scan.mock.callCount(), 4, 'only searches wait');
    });

    test('what can be in no name is refused and breaks nothing', async () => {
      const owner = await server.newOwner();
      const queries = ['q=%00', 'kind=a%00b', 'service=%00', 'cursor=%00', 'q=%ff', 'state=gone'];
      const limits = ['limit=0', 'limit=1001', 'limit=1e2', 'limit=-1', 'limit='];
      for (const query of [...queries, ...limits, 'activityLimit=1001', 'activityLimit=-1']) {
        const reply = await owner.send('GET', `${resources}?${query}`);
        assert.equal(reply.status, 400, `${query}: ${reply.text}`);
      }
    });

    test('pages miss none of the old while new ones are made, and total counts them all', async () => {
      const owner = await server.newOwner();
      const old: string[] = [];
      for (let n = 0; n < 25; n += 1) old.unshift(await create(owner, `old ${n}`));
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page = await list(owner, `?limit=5${cursor === '' ? '' : `&cursor=${cursor}`}`);
        seen.push(...page.resources.map(({ id }: Resource) => id));
        // The last page is full, and still has no next one.
        assert.equal(page.resources.length, 5);
        cursor = page.nextCursor;
        await Promise.all([create(owner, 'new'), create(owner, 'new')]);
        assert.equal((await list(owner, '?limit=1&q=old')).total, 25);
      }
      assert.deepEqual(seen, old);
    });

    test('activity comes 50 at a time unless 0 to 1,000 are asked for', async () => {
      for (const [query, count] of [
        ['', 50],
        ['?activityLimit=0', 0],
        ['?activityLimit=1', 1],
        ['?activityLimit=1000', 206],
      ] as const) {
        const { activity } = await list(many, query);
        assert.equal(activity.length, count, query);
        if (count > 0) assert.equal(activity[0].name, 'Something else');
      }
    });

    test('a key sees the resources and the activity of its own scopes only', async () => {
      const owner = await server.newOwner();
      const ids = new Map<Service, string>();
      for (const service of services)
        ids.set(service, (await newResource(server, owner.key, service)).id);
      await owner.send(
        'POST',
        `${storage}/${ids.get('storage')}`,
        form({ bytes: 'x', name: 'secret.txt' }),
      );
      const cases: readonly (readonly [readonly string[], readonly Service[]])[] = [
        [['*'], services],
        [['data'], ['data']],
        [['data:read'], ['data']],
        [
          ['work', 'ai:read'],
          ['ai', 'work'],
        ],
      ];
      for (const [scopes, visible] of cases) {
        const key = await owner.newKey(scopes);
        const { resources: found, activity, total } = await list(key, '?activityLimit=1000');
        assert.deepEqual(new Set(found.map(({ service }: Resource) => service)), new Set(visible));
        assert.equal(total, visible.length);
        for (const entry of activity) assert.ok(visible.includes(entry.service), entry.service);
        assert.equal(JSON.stringify(activity).includes('secret.txt'), visible.includes('storage'));
      }
      const blind = await owner.newKey(['data']);
      const none = await list(blind, '?service=storage');
      assert.deepEqual([none.resources, none.total], [[], 0]);
      const body = { service: 'storage', kind: 'Bucket', name: 'x', config: {} };
      assert.equal((await blind.send('POST', resources, body)).status, 403);
    });

    test('a list that is sent in several pieces comes whole and well-formed', async () => {
      const whole = await list(many, '?activityLimit=300');
      assert.ok(JSON.stringify(whole).length > 64 * 1024, 'more than is sent at once');
      assert.equal(whole.total, 206);
      assert.deepEqual(
        whole.resources.map(({ id }: Resource) => id),
        ids,
      );
    });
  });
