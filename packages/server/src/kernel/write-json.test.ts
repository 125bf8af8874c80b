import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { atOnce } from './steps.ts';
import { writingJson } from './write-json.ts';

test('a value is written as JSON.stringify writes it, small or large', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.nat(6_000), (value, count) => {
      const large = {
        many: Array.from({ length: count }, () => value),
        text: '"\u2028'.repeat(count * 20),
        absent: undefined,
        inside: { list: [value, ['x'.repeat(count * 30), value], undefined] },
      };
      assert.equal(atOnce(writingJson(large)), JSON.stringify(large));
      assert.equal(atOnce(writingJson(value)), JSON.stringify(value));
    }),
    { numRuns: 20 },
  );
});

test('a large value is written in many steps', () => {
  const entries = Array.from({ length: 5_000 }, (_, at) => ({ id: at, text: 'x'.repeat(1_000) }));
  let steps = 0;
  for (const work = writingJson({ entries }); work.next().done !== true; ) steps += 1;
  assert.ok(steps > 50, `${steps} steps`);
});
