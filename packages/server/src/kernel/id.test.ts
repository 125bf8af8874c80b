import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idPattern, idPrefixes, isId } from '@baraza/contract';
import fc from 'fast-check';
import { createIdMaker, idTimeMs } from './id.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The 128 bits of an id, as 32 hexadecimal digits. */
function uuidOf(id: string): string {
  let value = 0n;
  for (const character of id.slice(id.indexOf('_') + 1))
    value = value * 32n + BigInt(alphabet.indexOf(character));
  return value.toString(16).padStart(32, '0');
}

test('every noun has ids of the TypeID form: a prefix and a UUIDv7 in 26 characters', () => {
  const atMs = Date.UTC(2026, 10, 15);
  const makeId = createIdMaker(() => atMs);
  for (const noun of Object.keys(idPrefixes) as (keyof typeof idPrefixes)[]) {
    const id = makeId(noun);
    assert.ok(isId(noun, id), id);
    assert.match(id, new RegExp(idPattern(noun)));
    assert.match(id, /^[a-z]{1,8}_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    const uuid = uuidOf(id);
    assert.equal(Number.parseInt(uuid.slice(0, 12), 16), atMs);
    assert.equal(uuid[12], '7');
    assert.match(uuid[16] ?? '', /[89ab]/);
  }
});

test('ids of one maker are in order and never the same, whatever the clock does', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 200 }), (steps) => {
      let nowMs = 1_700_000_000_000;
      const makeId = createIdMaker(() => nowMs);
      let last = makeId('record');
      for (const step of steps) {
        nowMs += step;
        const next = makeId('record');
        assert.ok(next > last, `${last} ${next}`);
        last = next;
      }
    }),
  );
});

test('ten thousand ids of one millisecond are in order, and borrow only a few from the future', () => {
  const makeId = createIdMaker(() => 1_700_000_000_000);
  const ids = Array.from({ length: 10_000 }, () => makeId('record'));
  assert.deepEqual(ids, [...new Set(ids)].sort());
  assert.ok(idTimeMs(ids.at(-1) ?? '') - 1_700_000_000_000 <= 5);
});

test('two makers at the same moment do not make the same id', () => {
  const clock = () => 1_700_000_000_000;
  const [one, other] = [createIdMaker(clock), createIdMaker(clock)];
  const ids = Array.from({ length: 1_000 }, () => [one('record'), other('record')]).flat();
  assert.equal(new Set(ids).size, 2_000);
});

test('the time of an id is the millisecond it was made at', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 41), (atMs) => {
      fc.pre(atMs > 0);
      assert.equal(idTimeMs(createIdMaker(() => atMs)('resource')), atMs);
    }),
  );
});
