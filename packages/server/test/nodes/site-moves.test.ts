import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { createMoves } from '../../src/site/moves/moves.ts';
import { insertMember, membersByEmail, membersOf } from '../../src/store/members.ts';
import { insertOwner } from '../../src/store/owners.ts';
import { watchSites } from '../../src/store/site/move-triggers.ts';
import { setSitePhase, sitePhase } from '../../src/store/site/site-moves.ts';
import { siteTables, stayingTables } from '../../src/store/site/site-rows.ts';
import { type Engine, sql } from '../../src/store/store.ts';
import { allTables } from '../../src/store/tables.ts';
import { nodePairOfSuite, openNodePair } from '../fixtures/node-pair.ts';
import { ask, engines } from '../fixtures/server.ts';
import type { SiteOwner } from '../fixtures/site-server.ts';
import { askAt, fullSite, isServed, movesOf, rowsOfSite, telegramToken } from './moving-sites.ts';

// From sqlite to sqlite are the moves below.
const pairs: readonly (readonly [Engine, Engine])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
];

for (const [from, to] of pairs)
  describe(`a site that moves from ${from} to ${to}`, () => {
    const pair = nodePairOfSuite(from, to);
    before(async () => pair.give((await pair.authorise()).grant));

    test('takes everything with it, is gone here, and can come back', async () => {
      const { operator, node } = pair;
      const site = await fullSite(operator);
      const before = await rowsOfSite(operator, site.id);
      for (const [table, rows] of Object.entries(before)) assert.ok(rows.length > 0, table);
      const moved = await operator.assistant.moves.move(site.id, node.url);
      assert.equal(moved.state, 'finished');
      assert.ok(moved.frozenMs <= 2_000, `${moved.frozenMs} ms`);
      assert.deepEqual(await rowsOfSite(node, site.id), before);
      for (const rows of Object.values(await rowsOfSite(operator, site.id)))
        assert.deepEqual(rows, []);
      assert.equal((await askAt(node, site, { question: 'Do you deliver?' })).status, 200);
      const after = await rowsOfSite(node, site.id);
      // The answer to `activate` is lost: it is sent again to an operator that has the site by then.
      let isLost = false;
      const back = movesOf(node, async (send, act) => {
        const receipt = await send();
        if (act !== 'activate' || isLost) return receipt;
        isLost = true;
        throw new Error('lost');
      });
      assert.equal((await back.move(site.id, operator.url)).state, 'finished');
      assert.deepEqual(await rowsOfSite(operator, site.id), after);
      assert.equal((await askAt(operator, site, { question: 'Do you deliver?' })).status, 200);
      assert.equal((await askAt(node, site, { question: 'Do you deliver?' })).status, 308);
    });

    test('answers while it moves: no answered question is lost or doubled', async () => {
      const { operator, node } = pair;
      const site = await fullSite(operator);
      const answered: string[] = [];
      const visit = async (name: string) => {
        const body = { question: 'Do you deliver?', request_id: `${name}-request` };
        const reply = await askAt(operator, site, body);
        const last = reply.status === 308 ? await askAt(node, site, body) : reply;
        if (last.status === 200) answered.push(...idsIn(last.text));
        else assert.equal(last.status, 503, last.text);
      };
      // Asked before each call of the move, and still being answered during it.
      const visits: Promise<void>[] = [];
      const moves = movesOf(operator, (send) => {
        visits.push(...['one', 'two', 'three'].map((name) => visit(`${name}-${visits.length}`)));
        return send();
      });
      await moves.move(site.id, node.url);
      await Promise.all(visits);
      assert.ok(answered.length > 0);
      const { questions = [] } = await rowsOfSite(node, site.id);
      const stored = new Set(questions.map(({ id }) => id));
      const lost = answered.filter((id) => !stored.has(id));
      assert.deepEqual(lost, []);
      assert.equal(questions.length, 3 + new Set(answered).size);
    });

    test('takes what changed and what was deleted while it was copied', async () => {
      const { operator, node } = pair;
      const site = await fullSite(operator);
      let wasChanged = false;
      const moves = movesOf(operator, async (send, act) => {
        const receipt = await send();
        if (act === 'rows' && !wasChanged) {
          wasChanged = true;
          await site.asOwner('DELETE', '/people?contact=0700000001');
          await site.asOwner('POST', '/rotate-key');
          await site.asOwner('PATCH', '/profile', { about: 'Another text.' });
        }
        return receipt;
      });
      const { leads = [] } = await rowsOfSite(operator, site.id);
      assert.equal(leads.length, 1);
      await moves.move(site.id, node.url);
      const rows = await rowsOfSite(node, site.id);
      assert.deepEqual(rows.leads, []);
      assert.match(String(rows.sites?.[0]?.profile), /Another text/);
      assert.notEqual(rows.sites?.[0]?.key, site.key);
    });
  });

function idsIn(stream: string): string[] {
  const events = stream
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice(5)) as { type: string; id?: string; error?: unknown });
  return events.flatMap(({ type, id, error }) =>
    type === 'done' && id !== undefined && error === undefined ? [id] : [],
  );
}

describe('the move of a site', () => {
  const pair = nodePairOfSuite('sqlite');
  let other: SiteOwner;
  before(async () => {
    // Before owners with the same names come with their sites.
    other = await pair.node.newOwner();
    pair.give((await pair.authorise()).grant);
  });

  // Calls of a whole move; each may fail before it arrives, or after it was done.
  for (const when of ['before', 'after'] as const)
    test(`that fails ${when} any of its calls goes on, and one server has the site at any time`, async () => {
      const { operator, node } = pair;
      for (let failing = 1; ; failing += 1) {
        const site = await fullSite(operator);
        const expected = await rowsOfSite(operator, site.id);
        let calls = 0;
        const owners: number[] = [];
        const moves = movesOf(operator, async (send) => {
          calls += 1;
          const fails = calls === failing;
          if (fails && when === 'before') throw new Error('killed');
          const receipt = await send();
          owners.push(
            Number(await isServed(operator, site.id)) + Number(await isServed(node, site.id)),
          );
          if (fails) throw new Error('killed');
          return receipt;
        });
        assert.equal((await moves.move(site.id, node.url)).state, 'finished');
        assert.deepEqual(await rowsOfSite(node, site.id), expected, `call ${failing}`);
        assert.ok(owners.every((count) => count <= 1));
        if (calls < failing) break;
      }
    });

  test('goes on after a kill at any of its commits', async () => {
    const { operator, node } = pair;
    const { assistant } = operator;
    let commitsLeft = 0;
    const store: typeof assistant.store = {
      ...assistant.store,
      write: async (job, options) => {
        if (commitsLeft === 0) throw new Error('killed');
        commitsLeft -= 1;
        const result = await assistant.store.write(job, options);
        if (commitsLeft === 0) throw new Error('killed');
        return result;
      },
    };
    // A move first makes the triggers of each table, in a commit for each; some of these are enough.
    const triggersMade = 2 + (await siteTables(store)).length;
    for (let failing = 1; ; failing += failing > 2 && failing + 6 <= triggersMade ? 6 : 1) {
      const site = await fullSite(operator);
      const expected = await rowsOfSite(operator, site.id);
      commitsLeft = failing;
      const doomed = createMoves({ ...assistant, store }, { pause: async () => {}, pageRows: 12 });
      const outcome = await doomed.move(site.id, node.url).catch(() => undefined);
      assert.ok(
        Number(await isServed(operator, site.id)) + Number(await isServed(node, site.id)) <= 1,
      );
      await createMoves(assistant, { pause: async () => {} }).resume('all');
      assert.deepEqual(await rowsOfSite(node, site.id), expected, `commit ${failing}`);
      if (outcome !== undefined) break;
    }
  });

  test('is served here again when the other server does not answer in time', async () => {
    const { operator, node } = pair;
    const site = await fullSite(operator);
    const seen: unknown[] = [];
    const moves = movesOf(operator, async (send, act) => {
      if (act !== 'prepare') return send();
      seen.push(await sitePhase(operator.assistant.store, site.id));
      const refused = await askAt(operator, site, { question: 'Do you deliver?' });
      assert.deepEqual([refused.status, refused.retryAfter], [503, '1']);
      assert.match(refused.text, /"code":"busy"/);
      const lead = await ask(operator, 'POST', `${site.public}/leads`, {
        body: { contact: '0700' },
      });
      assert.equal(lead.status, 503);
      assert.equal((await ask(operator, 'GET', `${site.public}/config`)).status, 200);
      assert.equal((await site.asOwner('POST', '/pause')).status, 503);
      throw new Error('no answer');
    });
    await assert.rejects(moves.move(site.id, node.url));
    assert.deepEqual(new Set(seen), new Set(['frozen']));
    assert.equal((await askAt(operator, site, { question: 'Do you deliver?' })).status, 200);
    const [listed] = await operator.assistant.moves.list();
    assert.equal(listed?.state, 'catching up');
    assert.equal((await operator.assistant.moves.move(site.id, node.url)).state, 'finished');
  });

  test('can be cancelled until the site was handed over', async () => {
    const { operator, node } = pair;
    const site = await fullSite(operator);
    const expected = await rowsOfSite(operator, site.id);
    const moves = movesOf(operator, async (send, act) => {
      if (act === 'prepare') throw new Error('no answer');
      return send();
    });
    await assert.rejects(moves.move(site.id, node.url));
    assert.equal((await moves.cancel(site.id)).state, 'cancelled');
    for (const rows of Object.values(await rowsOfSite(node, site.id))) assert.deepEqual(rows, []);
    assert.deepEqual(await rowsOfSite(operator, site.id), expected);
    await operator.assistant.moves.move(site.id, node.url);
    await assert.rejects(operator.assistant.moves.cancel(site.id), { code: 'not_found' });
  });

  test('sends no secret in clear', async () => {
    const { operator, node } = pair;
    const site = await fullSite(operator);
    const sent: string[] = [];
    const moves = movesOf(operator, (send, _, lines) => {
      sent.push(...lines);
      return send();
    });
    await moves.move(site.id, node.url);
    const { channels = [] } = await rowsOfSite(node, site.id);
    assert.match(String(channels[0]?.settings), new RegExp(telegramToken));
    assert.equal(sent.join('').includes(telegramToken), false);
    assert.equal(sent.join('').includes(site.owner.credential), false);
  });

  test('leaves an address behind that every path of the site leads to', async () => {
    const { operator, node } = pair;
    const site = await fullSite(operator);
    await operator.assistant.moves.move(site.id, node.url);
    const id = `c_${randomBytes(16).toString('base64url')}`;
    for (const [method, path] of [
      ['GET', `${site.public}/config?language=sw`],
      ['POST', `${site.public}/ask`],
      ['POST', `${site.public}/leads`],
      ['GET', `${site.public}/live`],
      ['GET', `${site.public}/conversations/${id}/events`],
      ['POST', `/v1/channels/telegram/${site.id}`],
      ['GET', `/s/${site.id}`],
      ['GET', `${site.admin}/questions`],
      ['PUT', `${site.admin}/profile`],
    ] as const) {
      const response = await fetch(`${operator.url}${path}`, {
        method,
        redirect: 'manual',
        headers: { authorization: `Bearer ${path.includes('admin') ? site.owner.credential : ''}` },
        ...(method === 'GET' ? {} : { body: '{}' }),
      });
      assert.equal(response.status, 308, `${method} ${path}`);
      assert.equal(response.headers.get('location'), `${node.url}${path}`);
      const body = (await response.json()) as { code: string; location: string };
      assert.deepEqual([body.code, body.location], ['moved', node.url]);
    }
    const base = await ask(operator, 'GET', `${site.public}/operator`);
    assert.deepEqual([base.status, base.json], [200, { base: node.url, same_key: true }]);
    const taken = await ask(operator, 'POST', '/v1/admin/sites', {
      key: site.owner.credential,
      body: { id: site.id },
    });
    assert.equal(taken.status, 409);
  });

  test('is refused where the node may not have the site, or has one of that name', async () => {
    const { operator, node, give, authorise } = pair;
    const moves = movesOf(operator, (send) => send());
    const move = (id: string, to = node.url) => moves.move(id, to);
    const site = await operator.newSite();
    await assert.rejects(move(site.id, 'https://elsewhere.example'), { code: 'invalid' });
    await assert.rejects(move('absent-site'), { code: 'site' });
    const name = `same-name-${randomBytes(3).toString('hex')}`;
    await other.newSite({}, name);
    await (await operator.newOwner()).newSite({}, name);
    await assert.rejects(move(name), { code: 'conflict' });
    assert.equal(await isServed(operator, name), true);
    await moves.cancel(name);
    assert.equal(await isServed(node, name), true);
    give((await authorise({ sites: ['another-site'] })).grant);
    await assert.rejects(move(site.id), { code: 'unauthorized' });
    give((await authorise()).grant);
    assert.equal((await move(site.id, new URL(node.url).host)).state, 'finished');
  });

  test('comes back to the owner that it had, and to no other', async () => {
    const { operator, node } = pair;
    const site = await fullSite(operator);
    const thief = await operator.newOwner();
    await operator.assistant.moves.move(site.id, node.url);
    const backTo = (owner?: string) =>
      movesOf(node, (send, act, lines) => {
        if (act !== 'open' || owner === undefined) return send();
        const opening = { ...JSON.parse(lines[0] ?? ''), owner: { id: owner, name: 'Thief' } };
        return send([JSON.stringify(opening)]);
      });
    await assert.rejects(backTo(thief.id).move(site.id, operator.url), /had another owner here/);
    assert.equal(await isServed(node, site.id), true);
    assert.equal((await backTo().move(site.id, operator.url)).state, 'finished');
  });

  test('brings no member who takes the place of a person of another owner', async () => {
    const { operator, node } = pair;
    const site = await fullSite(operator);
    const email = 'neema@example.com';
    const { store, clock, makeId } = node.assistant;
    const ownerId = makeId('owner');
    const own = { id: makeId('member'), owner_id: ownerId, name: 'Neema', role: 'owner' } as const;
    const times = { created_at: clock(), joined_at: clock() };
    await store.write((tx) => insertOwner(tx, { id: ownerId, createdAt: clock(), name: 'Neema' }));
    await store.write((tx) =>
      insertMember(tx, { ...own, ...times, email, confirmed_email: email }),
    );
    const moves = movesOf(operator, (send, act, lines) => {
      if (act !== 'open') return send();
      const made = (address: string) => ({
        ...{ id: makeId('member'), name: 'Neema', role: 'owner', created_at: 0, email: address },
      });
      const wrong = ['NEEMA@example.com', 'x', `${email},x@example.com`].map(made);
      const members = [...Array.from({ length: 12 }, () => made(email)), ...wrong];
      return send([JSON.stringify({ ...JSON.parse(lines[0] ?? ''), members })]);
    });
    await moves.move(site.id, node.url);
    const found = await membersByEmail(store, email, 10);
    assert.deepEqual([found.length, found[0]?.id], [2, own.id]);
    const others = (await membersOf(store, found[1]?.owner_id ?? '')).map((one) => one.email);
    assert.deepEqual(
      others.filter((address) => address !== null),
      [email],
    );
  });

  test('accepts no call that its operator has not signed, or that was changed', async () => {
    const { operator, node } = pair;
    const call = (jws: string, body = '') =>
      fetch(`${node.url}/v1/nodes/moves`, {
        method: 'POST',
        headers: { authorization: `Bearer ${jws}`, 'content-type': 'application/x-ndjson' },
        body,
      });
    const claims = {
      aud: node.url,
      move: 'move_x',
      site: 'some-site',
      act: 'rows',
      run: 1,
    } as const;
    const { sign } = operator.assistant.nodes.moveCalls;
    const statuses = await Promise.all([
      call(''),
      call('a.b.c'),
      node.assistant.nodes.moveCalls.sign({ ...claims, body: '' }).then((jws) => call(jws)),
      sign({ ...claims, aud: 'https://other.example', body: '' }).then((jws) => call(jws)),
      sign({ ...claims, body: 'of another body' }).then((jws) => call(jws, '{}\n')),
    ]);
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [401, 401, 401, 401, 400],
    );
  });
});

for (const engine of engines)
  test(`no writer can change a row of a frozen site, on ${engine}`, async (t) => {
    const pair = await openNodePair(engine);
    t.after(() => pair.close());
    const { operator } = pair;
    const { store } = operator.assistant;
    const site = await fullSite(operator);
    const tables = await siteTables(store);
    // Every table of a site moves or stays; a new one must be decided about.
    const withSite = (await allTables(store, engine)).filter(({ columns }) =>
      columns.some(({ name }) => name === 'site_id'),
    );
    assert.equal(tables.length - 1 + stayingTables.size, withSite.length);
    await watchSites(store, async () => {});
    await store.write((tx) => setSitePhase(tx, site.id, 'frozen'));
    for (const { name, site: column } of tables) {
      const text = (statement: string) => ({ strings: [statement], parts: [] });
      const where = sql`WHERE ${text(column)} = ${site.id}`;
      const change = store.write((tx) =>
        tx.run(sql`UPDATE ${text(name)} SET ${text(column)} = ${text(column)} ${where}`),
      );
      await assert.rejects(change, /being moved/, name);
      if (name === 'sites') continue;
      const deletion = store.write((tx) => tx.run(sql`DELETE FROM ${text(name)} ${where}`));
      await assert.rejects(deletion, /being moved/, name);
    }
  });
