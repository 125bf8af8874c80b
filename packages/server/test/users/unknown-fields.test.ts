import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection } from './users-calls.ts';

const schema = {
  type: 'object',
  additionalProperties: false,
  properties: { title: { type: 'string' }, price: { type: 'number' }, year: { type: 'integer' } },
};

describe('fields that a closed schema does not have', () => {
  const suite = serverOfSuite();

  test('the refusal names hidden fields to keys alone', async () => {
    const { server, owner } = suite;
    const id = await newCollection(suite, {
      schema,
      rules: { list: '' },
      fields: { hidden: ['price'] },
    });
    const records = `${resources}/${id}/records`;
    for (const target of [
      `${records}?where.titel=x`,
      `${records}/summary?count=true&group=titel`,
    ]) {
      const refused = await ask(server, 'GET', target);
      assert.equal(refused.status, 400, target);
      assert.match(refused.json.error, /it has title, year\.$/);
      assert.match((await owner.send('GET', target)).json.error, /it has title, price, year\.$/);
    }
  });

  test('an operator that does not exist is named with the known ones, and so is a field of a text', async () => {
    const { owner } = suite;
    const id = await newCollection(suite, { schema });
    const send = (query: string) => owner.send('GET', `${resources}/${id}/records?${query}`);
    for (const [query, sentence] of [
      ['where.title.like=x', /like is not an operator; there are ne, gt, gte, lt, lte, in, exists/],
      ['where.year.gtt=1990', /gtt is not an operator/],
      ['sort=title.x', /title has no fields/],
    ] as const) {
      const refused = await send(query);
      assert.equal(refused.status, 400, query);
      assert.match(refused.json.error, sentence);
    }
    for (const query of ['where.year.gt=1990', 'where.title=x', 'sort=-title'])
      assert.equal((await send(query)).status, 200, query);
  });
});
