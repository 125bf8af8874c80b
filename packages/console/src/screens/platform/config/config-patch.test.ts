import assert from 'node:assert/strict';
import { test } from 'node:test';
import { patchBetween, patched } from './config-patch.ts';

const cases: readonly (readonly [before: object, after: object, patch: object | undefined])[] = [
  [{ a: 1, b: 2 }, { a: 1, b: 2 }, {}],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, {}],
  [{ a: 1 }, { a: 2, b: [1] }, { a: 2, b: [1] }],
  [{ a: 1, own: { x: 1 } }, { own: { x: 1 } }, { a: null }],
  [{ own: { x: 1, y: { z: 1 } } }, { own: { y: { z: 2 } } }, { own: { x: null, y: { z: 2 } } }],
  [{ a: { x: 1 } }, { a: {} }, { a: { x: null } }],
  [{ a: 1 }, { a: { x: 1 } }, { a: { x: 1 } }],
  [{ a: { x: 1 } }, { a: [1, null] }, { a: [1, null] }],
  // No merge patch sets a null.
  [{ a: 1 }, { a: null }, undefined],
  [{}, { schema: { properties: { a: { const: null } } } }, undefined],
  // One that was there stays.
  [{ rules: { list: null }, a: 1 }, { rules: { list: null }, a: 2 }, { a: 2 }],
];

for (const [before, after, patch] of cases)
  test(`from ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () => {
    const made = patchBetween({ ...before }, { ...after });
    assert.deepEqual(made, patch);
    if (made !== undefined) assert.deepEqual(patched({ ...before }, made), after);
  });

test('a patch keeps what another person has added meanwhile', () => {
  const mine = patchBetween({ a: 1, own: { x: 1 } }, { a: 2, own: {} }) ?? {};
  const theirs = { a: 1, b: 1, own: { x: 1, y: 1 } };
  assert.deepEqual(patched(theirs, mine), { a: 2, b: 1, own: { y: 1 } });
});
