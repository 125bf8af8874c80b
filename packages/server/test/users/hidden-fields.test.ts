import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ask, resources, serverOfSuite } from '../fixtures/server.ts';
import { newCollection, newUsers, signUp } from './users-calls.ts';

describe('hidden and readonly fields inside of lists, and with numbers for names', () => {
  const suite = serverOfSuite();
  const record = {
    years: { 2025: { fee: 1 }, 2026: { fee: 5 } },
    codes: ['first', 'second'],
    items: [{ cost: 7, name: 'one' }, { cost: 8 }],
    steps: ['a', 'b'],
  };
  let path: string;
  let token: string;
  before(async () => {
    const id = await newCollection(suite, {
      rules: { list: '', view: '', update: 'user.id != null' },
      fields: { hidden: ['years.2026', 'codes.0', 'items.cost'], readonly: ['steps.0'] },
    });
    path = `${resources}/${id}/records`;
    ({ token } = await signUp(suite, await newUsers(suite), 'a@example.com'));
    await suite.owner.send('PUT', `${path}/one`, record);
  });
  const send = (method: string, target: string, body?: unknown) =>
    ask(suite.server, method, `${path}${target}`, { key: token, body });

  test('what is hidden is not shown, also one item of a list', async () => {
    const shown = {
      years: { 2025: { fee: 1 } },
      codes: [null, 'second'],
      items: [{ name: 'one' }, {}],
      steps: ['a', 'b'],
    };
    assert.deepEqual((await send('GET', '/one')).json.record, shown);
    assert.deepEqual((await send('GET', '')).json.records[0].record, shown);
    assert.equal((await send('GET', '?q=first')).json.total, 0);
  });

  test('a filter, sort or summary inside of it is 400, and beside it is not', async () => {
    for (const query of [
      '?where.years.2026.fee.gt=1',
      '?where.years.2026.exists=true',
      '?where.years.exists=true',
      '?sort=-years.2026.fee',
      '?where.codes.0=first',
      '?where.items.0.cost=7',
      '?where.items.0.exists=true',
      '/summary?max=years.2026.fee',
      '/summary?count=true&group=codes.0',
      '/summary?sum=items.1.cost',
    ])
      assert.equal((await send('GET', query)).status, 400, query);
    for (const query of [
      '?where.years.2025.fee=1',
      '?where.codes.1=second',
      '?where.items.0.name=one',
    ])
      assert.equal((await send('GET', query)).json.total, 1, query);
  });

  test('a PUT that leaves their lists out keeps them whole, and one that changes them is 400', async () => {
    const put = await send('PUT', '/one', { note: 'new', years: { 2025: { fee: 2 } } });
    assert.equal(put.status, 200, put.text);
    const { json } = await suite.owner.send('GET', `${path}/one`);
    const years = { 2025: { fee: 2 }, 2026: { fee: 5 } };
    assert.deepEqual(json.record, { ...record, years, note: 'new' });
    for (const change of [
      { items: [] },
      { items: {} },
      { items: [{ name: 'one' }] },
      { codes: [] },
      { codes: ['x', 'second'] },
      { steps: ['b', 'a'] },
      { steps: [] },
      { years: [] },
    ])
      assert.equal((await send('PUT', '/one', change)).status, 400, JSON.stringify(change));
  });
});
