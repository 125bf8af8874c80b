import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { defaultEngine } from '../fixtures/server.ts';
import { temporaryFolder } from '../fixtures/server-process.ts';
import { type Browser, consoleOfSuite, openConsoleServer } from './console-server.ts';

const operator = '/console/operator';
const rates = { ask_visitor: 20, ask_network: 120, transcribe: 10, speak: 20, leads: 5 };
const gold = { questions: 3, voice: null, live_seconds: 60, live_sessions: 1, rates };

describe('the operator changes owners and plans', () => {
  const server = consoleOfSuite(defaultEngine);
  let call: Browser['call'];
  let own: string;
  before(async () => {
    own = (await server.siteServer.newOwner()).id;
    ({ call } = await server.signIn({ link: await server.newLink(own, true) }));
  });
  const ownerNamed = async (name: string) =>
    (await call('GET', `${operator}/owners`)).json.owners.find(
      ({ name: one }: never) => one === name,
    );

  test('an owner is renamed, and stays signed in; a name is given once', async () => {
    const { json } = await call('POST', `${operator}/owners`, { name: 'Asha' });
    await call('POST', `${operator}/owners`, { name: 'Juma' });
    const asha = await server.signIn({ link: await server.newLink(json.id) });
    const renamed = await call('PATCH', `${operator}/owners/${json.id}`, { name: ' Mama Asha ' });
    assert.deepEqual([renamed.status, renamed.json], [200, { id: json.id, name: 'Mama Asha' }]);
    const view = await asha.call('GET', '/console/session');
    assert.deepEqual([view.status, view.json.owner.name], [200, 'Mama Asha']);
    const same = await call('PATCH', `${operator}/owners/${json.id}`, { name: 'Mama Asha' });
    assert.equal(same.status, 200);
    const taken = await call('PATCH', `${operator}/owners/${json.id}`, { name: 'Juma' });
    assert.deepEqual([taken.status, taken.json.code], [409, 'conflict']);
    assert.equal((await call('PATCH', `${operator}/owners/${json.id}`, { name: ' ' })).status, 400);
    assert.equal((await call('PATCH', `${operator}/owners/own_none`, { name: 'x' })).status, 404);
  });

  test('an owner is deleted with what the list has said, and their sessions end at once', async () => {
    const owner = await server.siteServer.newOwner();
    const site = await owner.newSite({}, 'gone');
    const theirs = await server.signIn({ link: await server.newLink(owner.id) });
    await theirs.call('POST', '/console/platform/resources', {
      service: 'data',
      kind: 'Collection',
      name: 'goods',
    });
    const listed = (await call('GET', `${operator}/owners`)).json.owners;
    const { sites, resources, bytes } = listed.find(({ id: one }: never) => one === owner.id);
    assert.deepEqual([sites, resources, typeof bytes], [1, 1, 'number']);
    const deleted = await call('DELETE', `${operator}/owners/${owner.id}`);
    assert.deepEqual(
      [deleted.status, deleted.json.id, deleted.json.deleted],
      [200, owner.id, true],
    );
    assert.equal((await theirs.call('GET', '/console/session')).status, 401);
    assert.equal((await server.signIn({ credential: owner.credential })).view.status, 401);
    const all = (await call('GET', `${operator}/sites`)).json.sites;
    assert.ok(all.every(({ id: one }: never) => one !== site.id));
    assert.equal((await call('DELETE', `${operator}/owners/${owner.id}`)).status, 404);
  });

  test('the owner of the session stays, by id and by name', async () => {
    const { name } = (await call('GET', '/console/session')).json.owner;
    for (const one of [own, encodeURIComponent(name)]) {
      const refused = await call('DELETE', `${operator}/owners/${one}`);
      assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
    }
    assert.equal((await ownerNamed(name)).id, own);
  });

  test('a plan is added, in force with the next question, and removed when no site has it', async () => {
    const url = `${operator}/plans/gold`;
    const saved = await call('PUT', url, gold);
    assert.deepEqual([saved.status, saved.json], [200, { name: 'gold', ...gold, origin: 'own' }]);
    const site = await server.siteServer.newSite();
    await call('PATCH', `${operator}/sites/${site.id}`, { plan: 'gold' });
    const limitOf = async () => {
      const { sites } = (await call('GET', `${operator}/sites`)).json;
      return sites.find(({ id: one }: never) => one === site.id).usage.questions.limit;
    };
    assert.equal(await limitOf(), 3);
    await call('PUT', url, { ...gold, questions: 9 });
    assert.equal(await limitOf(), 9);
    const { plans } = (await call('GET', `${operator}/plans`)).json;
    assert.equal(plans.find(({ name: one }: never) => one === 'gold').sites, 1);
    const used = await call('DELETE', url);
    assert.deepEqual([used.status, used.json.code], [409, 'conflict']);
    assert.match(used.json.error, /^1 site has the plan gold/);
    await call('PATCH', `${operator}/sites/${site.id}`, { plan: 'free' });
    const gone = await call('DELETE', url);
    assert.deepEqual(gone.json, { name: 'gold', removed: true, plan: null });
    assert.equal((await call('DELETE', url)).status, 404);
    assert.equal(
      (await call('PATCH', `${operator}/sites/${site.id}`, { plan: 'gold' })).status,
      400,
    );
  });

  test('a built-in plan is changed, and gets its own numbers back; it is never removed', async () => {
    const url = `${operator}/plans/free`;
    const originOf = async () => {
      const { plans } = (await call('GET', `${operator}/plans`)).json;
      const { origin, questions } = plans.find(({ name: one }: never) => one === 'free');
      return [origin, questions];
    };
    assert.deepEqual(await originOf(), ['built-in', 500]);
    assert.equal((await call('DELETE', url)).status, 409);
    assert.equal((await call('PUT', url, gold)).json.origin, 'changed');
    assert.deepEqual(await originOf(), ['changed', 3]);
    assert.equal((await call('DELETE', url)).json.plan.questions, 500);
    assert.deepEqual(await originOf(), ['built-in', 500]);
  });

  test('a plan with a hostile name or wrong numbers is refused', async () => {
    for (const name of ['..%2Fx', '__proto__', 'A', 'a%20b', 'x'.repeat(41)])
      assert.equal((await call('PUT', `${operator}/plans/${name}`, gold)).status, 400, name);
    for (const wrong of [
      { ...gold, questions: -1 },
      { ...gold, questions: 1.5 },
      { ...gold, voice: '3' },
      { ...gold, live_seconds: 1e10 },
      { ...gold, rates: {} },
      { questions: 1 },
    ]) {
      const { status } = await call('PUT', `${operator}/plans/wrong`, wrong);
      assert.equal(status, 400, JSON.stringify(wrong));
    }
  });
});

test('plans of a file are shown, and not changed in the console', async (t) => {
  const folder = temporaryFolder(t);
  const BARAZA_PLANS = path.join(folder, 'plans.json');
  writeFileSync(BARAZA_PLANS, '{"silver":{"questions":7},"free":{"questions":8}}');
  const server = await openConsoleServer('sqlite', { environment: { BARAZA_PLANS } });
  t.after(server.close);
  const owner = await server.siteServer.newOwner();
  const { call } = await server.signIn({ link: await server.newLink(owner.id, true) });
  for (const name of ['silver', 'free'])
    for (const method of ['PUT', 'DELETE']) {
      const refused = await call(
        method,
        `${operator}/plans/${name}`,
        method === 'PUT' ? gold : undefined,
      );
      assert.deepEqual([refused.status, refused.json.code], [409, 'conflict']);
      assert.match(refused.json.error, /BARAZA_PLANS names/);
    }
  const { plans } = (await call('GET', `${operator}/plans`)).json;
  assert.deepEqual(fieldsOf(plans, 'name', 'origin', 'questions'), [
    ['local', 'built-in', null],
    ['free', 'file', 8],
    ['basic', 'built-in', 5_000],
    ['pro', 'built-in', 50_000],
    ['silver', 'file', 7],
  ]);
});
