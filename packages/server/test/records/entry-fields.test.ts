import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection } from '../users/users-calls.ts';

const closed = { type: 'object', additionalProperties: false, properties: { n: {} } };

for (const engine of ['sqlite', 'postgres'] as const)
  describe(`filter and order by the times and ids of records, on ${engine}`, () => {
    const suite = serverOfSuite(engine);
    const { server, owner } = suite;

    /** Records a, b, c with a day between them; a is changed last. */
    const filled = async (config: object, own: object = {}) => {
      const id = await newCollection(suite, config);
      const path = `${resources}/${id}/records`;
      const times: string[] = [];
      for (const name of ['a', 'b', 'c']) {
        const made = await owner.send('PUT', `${path}/${name}`, { n: name, ...own });
        times.push(made.json.createdAt);
        server.clock.advance(24 * 3_600_000);
      }
      await owner.send('PATCH', `${path}/a`, { n: 'A' });
      const find = async (query: string): Promise<string> => {
        const { status, json, text } = await owner.send('GET', `${path}${query}`);
        assert.equal(status, 200, text);
        return json.records.map(({ recordId }: { recordId: string }) => recordId).join('');
      };
      return { path, times, find };
    };

    const configs = {
      open: {},
      'with a closed schema': { schema: closed },
      'with indexes': { indexes: ['createdAt', 'updatedAt', 'recordId'], schema: closed },
    };
    for (const [name, config] of Object.entries(configs))
      test(`a collection ${name} is sorted, filtered and summed up by them`, async () => {
        const { find, times, path } = await filled(config);
        assert.equal(await find('?sort=-createdAt'), 'cba');
        assert.equal(await find('?sort=createdAt'), 'abc');
        assert.equal(await find('?sort=-updatedAt'), 'abc');
        assert.equal(await find('?sort=-recordId'), 'cba');
        assert.equal(await find(`?where.createdAt.gt=${times[0]}`), 'bc');
        assert.equal(await find(`?where.createdAt=${times[1]}`), 'b');
        assert.equal(await find('?where.updatedAt.exists=true'), 'a');
        assert.equal(await find('?where.recordId.in=c,a'), 'ac');
        const { nextCursor } = (await owner.send('GET', `${path}?sort=-createdAt&limit=2`)).json;
        assert.equal(await find(`?sort=-createdAt&cursor=${nextCursor}`), 'a');
        const { json } = await owner.send('GET', `${path}/summary?max=createdAt&count=true`);
        assert.deepEqual(json.groups, [{ key: {}, count: 3, max: { createdAt: times[2] } }]);
      });

    test('a field of the record comes before that of its entry', async () => {
      const { find } = await filled({}, { createdAt: '2020-01-01', recordId: null });
      assert.equal(await find('?sort=-createdAt'), 'abc');
      assert.equal(await find('?where.createdAt=2020-01-01'), 'abc');
      assert.equal(await find('?where.recordId=a'), '');
    });

    test('an index that is added later has them', async () => {
      const { find, times, path } = await filled({});
      const configured = await owner.send('PATCH', path.replace('/records', ''), {
        action: 'configure',
        config: { indexes: ['createdAt'] },
      });
      assert.equal(configured.status, 200, configured.text);
      await server.platform.recordUpkeep.idle();
      assert.equal(await find('?sort=-createdAt'), 'cba');
      assert.equal(await find(`?where.createdAt.lte=${times[1]}`), 'ab');
    });

    test('a rule that names one is 400 with its position, unless the schema has the field', async () => {
      const create = (config: object) =>
        owner.send('POST', resources, { service: 'data', kind: 'Collection', name: 'R', config });
      for (const name of ['createdAt', 'updatedAt', 'recordId']) {
        const rules = { list: `record.n = 1 || record.${name} > "2026"` };
        const refused = await create({ rules });
        assert.equal(refused.status, 400, refused.text);
        assert.match(refused.json.error, new RegExp(`names record.${name}: rules see .*record.id`));
        assert.deepEqual([refused.json.rule, refused.json.position], ['list', 17]);
        const schema = { properties: { [name]: { type: 'string' } } };
        assert.equal((await create({ rules, schema })).status, 201);
      }
      assert.equal((await create({ rules: { create: 'body.createdAt = now' } })).status, 201);
    });
  });
