import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { prepare } from '../../src/answers/answers.ts';
import type { Reply } from '../../src/answers/knowledge.ts';
import type { Reading, ReadScores } from '../../src/answers/read/reading.ts';
import { inStepsWith } from '../../src/kernel/steps.ts';
import type { Engine } from '../../src/site/knowledge/library.ts';
import { askSite, asOwner, openSiteHouse, shop } from '../houses/visit-house.ts';
import { scriptReader } from '../stand-ins/scripted-reader.ts';

/** An engine that asks for scores, and tells what it got. */
function* telling(question: string): Generator<Reading | undefined, Reply, ReadScores> {
  yield;
  const passages = [{ title: 'Delivery', sentences: ['We deliver.'] }];
  const scores = yield { question, before: '', passages };
  return {
    answered: scores !== undefined,
    language: 'en',
    text: scores === undefined ? 'without a reader' : `read ${scores.length}`,
    sources: [],
    made: [],
    confidence: 1,
  };
}

const engine: Engine = {
  prepare,
  answer: (_, { question }, signal, serve) => inStepsWith(telling(question), serve, { signal }),
};

test('a question is read once for a version, and again for the next', async (t) => {
  const { house, reader, owner, site } = await open(t);
  const ask = async () => (await askSite(house, site, 'Do you deliver?')).text;
  const changed = { ...shop, about: 'We mend telephones.' };
  assert.deepEqual([await ask(), await ask()], ['read 1', 'read 1']);
  assert.equal(reader.given.length, 1, 'the second time costs nothing');
  assert.equal(reader.given[0]?.site, site);
  assert.equal((await asOwner(house, owner, 'PUT', `${site}/profile`, changed)).status, 200);
  assert.equal(await ask(), 'read 1');
  assert.equal(reader.given.length, 2);
});

test('a reader that fails costs its scores, never the answer', async (t) => {
  const { house, reader, site } = await open(t);
  reader.behave('fails');
  assert.equal((await askSite(house, site, 'Do you deliver?')).text, 'read 0');
  reader.behave('reads');
  assert.equal((await askSite(house, site, 'Do you deliver?')).text, 'read 1');
});

test('what an owner tries is read each time, unless it is what is saved', async (t) => {
  const { house, reader, owner, site } = await open(t);
  const question = 'Do you deliver?';
  const attempt = async (body: object) =>
    (await asOwner(house, owner, 'POST', `${site}/preview`, { question, ...body })).json.text;
  assert.deepEqual(
    [await attempt({ profile: shop }), await attempt({ profile: shop })],
    ['read 1', 'read 1'],
  );
  assert.equal(reader.given.length, 2);
  assert.deepEqual([await attempt({}), await attempt({})], ['read 1', 'read 1']);
  assert.equal(reader.given.length, 3);
});

test('a server without a reader answers without one', async (t) => {
  const house = await openSiteHouse('sqlite', { engine: async () => engine });
  t.after(house.close);
  const site = await (await house.newOwner()).newSite(shop);
  assert.equal((await askSite(house, site, 'Do you deliver?')).text, 'without a reader');
});

async function open(t: TestContext) {
  const reader = scriptReader();
  const house = await openSiteHouse('sqlite', { reader, engine: async () => engine });
  t.after(house.close);
  const owner = await house.newOwner();
  return { house, reader, owner, site: await owner.newSite(shop) };
}
