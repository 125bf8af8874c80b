import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { compareCodePoints } from '../../src/kernel/formats/code-points.ts';
import { sortKey } from '../../src/kernel/formats/sort-key.ts';
import { partsOf, rangesOf } from '../../src/platform/records/query/key-ranges.ts';
import { parseRule } from '../../src/platform/rules/parse-rule.ts';
import { bindRule } from '../../src/platform/rules/rule.ts';
import type { KeyRange } from '../../src/store/platform/record-keys.ts';
import { ask, engines, resources, serverOfSuite } from '../fixtures/server.ts';
import { modelHolds } from './condition-model.ts';
import { newCollection, newUsers, signUp } from './users-calls.ts';

const nowMs = Date.parse('2026-11-17T06:00:00.000Z');

test('an index never leaves out a record that the rule allows, and is exact where it says so', () => {
  const scalars = fc.oneof(
    fc.constantFrom<unknown>('', 'a', 'b', '10', 10, -0, 0, 1.5, true, false, null, '2026-11-17'),
    fc.constantFrom('2026-11-17T06:00:00Z', '2026-11-17T09:00:00+03:00', '2026', 'x'.repeat(300)),
    fc.constantFrom('x'.repeat(256), `${'x'.repeat(299)}y`, '\uffee', '🎉', 'é'),
    fc.string({ unit: 'grapheme', maxLength: 2 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const anything = fc.oneof(scalars, fc.array(scalars, { maxLength: 3 }));
  const comparison = fc.oneof(
    fc
      .tuple(fc.constantFrom('=', '!=', '<', '<=', '>', '>=', '~', 'in'), fc.boolean())
      .map(([sign, isTurned]) =>
        isTurned ? `user.a ${sign} record.a` : `record.a ${sign} user.a`,
      ),
    fc.constantFrom(
      'record.a = null',
      'record.a in [user.a, user.b, 10]',
      'record.a',
      'now > record.a',
    ),
  );
  const rule = fc
    .array(fc.tuple(comparison, fc.constantFrom(' && ', ' || ')), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.flatMap(([one, sign], at) => (at === 0 ? [one] : [sign, one])).join(''));
  const property = fc.property(
    rule,
    fc.record({ a: anything, b: anything }),
    fc.record({ a: anything }, { requiredKeys: [] }),
    (text, user, record) => {
      const condition = bindRule(parseRule(text), { user, nowMs });
      const isHeld = modelHolds(
        condition,
        (path) => (record as Record<string, unknown>)[path.join('.')],
      );
      const key = sortKey(record.a);
      const found = partsOf(condition).map(rangesOf);
      const isWithin = (ranges: readonly KeyRange[]) =>
        ranges.some(
          ({ from, to }) => compareCodePoints(from, key) <= 0 && compareCodePoints(key, to) < 0,
        );
      const isDecided = found.every((one) => one?.isExact);
      if (!isHeld) {
        const isOut = !isDecided || !found.every((one) => isWithin(one?.ranges ?? []));
        assert.ok(isOut || condition === true, JSON.stringify({ text, user, record, found }));
        return;
      }
      for (const { ranges } of found.flatMap((one) => one ?? []))
        assert.ok(isWithin(ranges), JSON.stringify({ text, user, record, ranges }));
    },
  );
  fc.assert(property, { numRuns: 5_000 });
});

for (const engine of engines)
  describe(`rules on indexed fields on ${engine}`, () => {
    const suite = serverOfSuite(engine, { environment: { BARAZA_RECORDS_MAX: '10000' } });

    test('lists and summaries by an index have exactly the records, total and sum that the rule allows', async () => {
      const { server, owner } = suite;
      const usersId = await newUsers(suite);
      const { token, id: userId } = await signUp(suite, usersId, 'i@example.com');
      const other = await signUp(suite, usersId, 'j@example.com');
      const list = 'record.owner = user.id && record.n != 5 || record.owner = "both"';
      const id = await newCollection(suite, { rules: { list }, indexes: ['owner', 'n'] });
      const records = Array.from({ length: 1_300 }, (_, n) => ({
        n,
        owner: n % 100 === 0 ? 'both' : n % 3 === 0 ? userId : n % 3 === 1 ? other.id : 'none',
      }));
      const fill = async (some: readonly object[]) => {
        const body = some.map((record) => JSON.stringify(record)).join('\n');
        const headers = { 'content-type': 'application/x-ndjson' };
        const path = `${resources}/${id}/records`;
        const sent = await ask(server, 'POST', path, { key: owner.key, body, headers });
        assert.equal(sent.status, 201, sent.text);
      };
      const check = async (stored: typeof records) => {
        const wanted = stored.filter((one) => one.owner === userId || one.owner === 'both');
        const found: number[] = [];
        let cursor = '';
        do {
          const path = `${resources}/${id}/records?limit=150&count=true${cursor}`;
          const { json, text } = await ask(server, 'GET', path, { key: token });
          assert.equal(json.total, wanted.length, text.slice(0, 200));
          found.push(...json.records.map((one: { record: { n: number } }) => one.record.n));
          cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
        } while (cursor !== '');
        assert.deepEqual(
          found,
          wanted.map(({ n }) => n),
        );
        const narrow = `${resources}/${id}/records/summary?count=true&sum=n&where.n.lt=200`;
        const { json } = await ask(server, 'GET', narrow, { key: token });
        const few = wanted.filter(({ n }) => n < 200);
        const sum = few.reduce((total, { n }) => total + n, 0);
        assert.deepEqual(json.groups, [{ key: {}, count: few.length, sum: { n: sum } }]);
      };
      await fill(records.slice(0, 600));
      await check(records.slice(0, 600));
      await fill(records.slice(600));
      await check(records);
    });
  });
