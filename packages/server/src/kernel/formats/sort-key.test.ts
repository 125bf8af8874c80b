import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareCodePoints } from './code-points.ts';
import { numberKey, sortKey, textKey, timeKey } from './sort-key.ts';

const runs = { numRuns: 2_000 };

test('keys compare as their bytes of UTF-8 do, which is how both databases compare them', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffff', '𐀀', '🎉'),
  });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const wanted = Buffer.compare(Buffer.from(one), Buffer.from(other));
      assert.equal(Math.sign(compareCodePoints(one, other)), wanted);
    }),
    runs,
  );
});

test('keys of numbers are in the order of the numbers, and -0 is 0', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(number, number, (one, other) => {
      const wanted = one < other ? -1 : one > other ? 1 : 0;
      assert.equal(Math.sign(compareCodePoints(numberKey(one), numberKey(other))), wanted);
    }),
    runs,
  );
  assert.equal(numberKey(-0), numberKey(0));
});

test('times compare as instants, and text that is not a time as text', () => {
  const same = ['2026-11-15', '2026-11-15T00:00Z', '2026-11-15 03:00:00.000+03:00'];
  assert.equal(new Set(same.map(timeKey)).size, 1);
  const inOrder = [
    '0000-01-01T00:00:00+23:59',
    '0000-01-01',
    '1969-12-31T23:59:59.999Z',
    '1970-01-01',
    '2026-11-15T09:00:00.000000001Z',
    '2026-11-15T09:00:00.1Z',
    '2026-11-15T12:00:00-01:00',
    '9999-12-31T23:59:59-23:59',
  ].map((text) => timeKey(text) ?? '');
  assert.deepEqual(inOrder.toSorted(compareCodePoints), inOrder);
  for (const text of [
    ...['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '26-01-01', '2026-01-01T24:00Z'],
    ...['2026-01-01T10Z', '2026-01-01T10:00:60Z', '2026-01-01T10:00:00.0000000001Z', '2026-01-01x'],
    ...['2026-01-01T10:00:00+24:00', '2026', '20260101', ' 2026-01-01', '2026-01-01\n'],
  ])
    assert.equal(timeKey(text), undefined, text);
});

test('a long text is cut between characters, never inside of one', () => {
  const key = textKey('🎉'.repeat(300));
  assert.equal(key, `6${'🎉'.repeat(256)}`);
  assert.ok(Buffer.byteLength(sortKey('\u{10ffff}'.repeat(20_000))) < 2_000);
});
