import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import './json-names.ts';

// V8 compares a name with those that it parsed before, so names of few characters find its fault soon.
const name = fc.string({
  unit: fc.constantFrom('\\', '"', '\n', 'n', 'a', 'é', '1'),
  maxLength: 3,
});
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { withCrossShrink: true },
    fc.oneof(name, fc.double(), fc.constantFrom(null, true, false)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(name, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('every text reads back as the value that was written', () => {
  fc.assert(
    fc.property(values, fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      assert.equal(JSON.stringify(JSON.parse(text), null, indent), text);
    }),
    { numRuns: 2_000 },
  );
});

test('a name is never that of a text that was parsed before', () => {
  for (const [before, text] of [
    [
      { a: 1, '\\': 2 },
      { a: 1, '\n': 2 },
    ],
    [
      { b: 1, '\\': 2 },
      { b: 1, '"': 2 },
    ],
    [
      { c: 1, 'x\\': 2 },
      { c: 1, 'x"': 2 },
    ],
    [
      { d: 1, '\\n': 2 },
      { d: 1, '\nx': 2 },
    ],
  ]) {
    JSON.parse(JSON.stringify(before));
    assert.deepEqual(JSON.parse(JSON.stringify(text)), text);
  }
});

for (const [title, text, value] of [
  ['the last of several', '{"\\u0061":1,"b":2,"a":3,"\\u0061":4}', { a: 4, b: 2 }],
  ['numbers', '{"\\u0031":1,"1":2,"0":3}', { 0: 3, 1: 2 }],
  [
    'values with colons',
    '{"a":"\\\\\\":","\\n" : [ ] , "b":[ {} , "\\":" ]}',
    { a: '\\":', '\n': [], b: [{}, '":'] },
  ],
] as const)
  test(`names with escapes: ${title}`, () => {
    assert.ok(isDeepStrictEqual(JSON.parse(text), value));
    assert.deepEqual(Object.keys(JSON.parse(text)), Object.keys(value));
  });

test('what is not JSON is refused as before, and deep texts are read', () => {
  for (const text of ['{"\\n":}', '{"\\n":1', '"\\n', '{"\\x":1}', '\\', ''])
    assert.throws(() => JSON.parse(text), SyntaxError);
  const depth = 1_000;
  const text = `${'{"\\n":'.repeat(depth)}1${'}'.repeat(depth)}`;
  assert.equal(JSON.stringify(JSON.parse(text)), text);
  assert.deepEqual(
    JSON.parse('{"\\n":1,"a":2}', (_, value) => (value === 2 ? undefined : value)),
    { '\n': 1 },
  );
});
