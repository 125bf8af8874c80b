import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parseJson } from './json.ts';
import { parseForeignJson } from './plain-names.ts';

const parse = (text: string) => parseJson(Buffer.from(text), 1_001);

/** As Python's `json.dumps` writes it: everything beyond ASCII is escaped. */
const ofPython = (value: unknown, indent?: string | number) =>
  JSON.stringify(value, null, indent).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
/** As PHP's `json_encode` writes it: slashes are escaped, too. */
const ofPhp = (value: unknown) => ofPython(value).replaceAll('/', '\\/');

// V8 compares a name with those that it parsed before, so names of few characters find its fault soon.
const textOf = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 3 });
const name = textOf('é', 'n', 'a', '/', 'u', '1', '𝄞', ':', ',', '{');
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { withCrossShrink: true },
    fc.oneof(textOf('\\', '"', '\n', 'a', ':', 'é'), fc.integer(), fc.constantFrom(null, true)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(name, fc.constant('__proto__')), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('what Python and PHP write reads back as the value that was written', () => {
  fc.assert(
    fc.property(values, fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value);
      assert.equal(JSON.stringify(parse(ofPython(value, indent))), text);
      assert.equal(JSON.stringify(parse(ofPhp(value))), text);
    }),
    { numRuns: 2_000 },
  );
});

test('a name is never that of a text that was parsed before', () => {
  const [backslash, tab] = ['{"a":1,"\\\\":2}', '{"a":1,"\\u006e":2}'];
  for (const before of [backslash, '{"a":1,"\\u005c":2}', '{"a":1,"\\n":2}', '{"a":1,"\\":2}'])
    try {
      JSON.parse(before);
      parse(before);
    } catch {}
  assert.deepEqual(parse(tab), { a: 1, n: 2 });
  assert.deepEqual(parse('{"a":1,"\\u00e9":2}'), { a: 1, é: 2 });
  assert.deepEqual(parse('{"a":1,"\\/":2}'), { a: 1, '/': 2 });
  assert.deepEqual(parseForeignJson('{"a":1,"\\\\":2}'), { a: 1, ' ': 2 });
  assert.deepEqual(parseForeignJson('{"a":1,"x\\ny":2}'), { a: 1, 'x y': 2 });
  assert.deepEqual(parseForeignJson('{"\\ud800":2}'), { '\ufffd': 2 });
});

for (const [title, text, value] of [
  ['the last of several', '{"\\u0061":1,"b":2,"a":3,"\\u0061":4}', { a: 4, b: 2 }],
  ['numbers', '{"\\u0031":1,"1":2,"0":3}', { 0: 3, 1: 2 }],
  [
    'values with colons',
    '{"a":"\\\\\\":","\\u006e" : [ ] , "b":[ {} , "\\":" ]}',
    { a: '\\":', n: [], b: [{}, '":'] },
  ],
] as const)
  test(`names with escapes: ${title}`, () => {
    assert.ok(isDeepStrictEqual(parse(text), value));
    assert.deepEqual(Object.keys(parse(text) as object), Object.keys(value));
  });

test('a name that holds a quote, a backslash or a control character after decoding is refused', () => {
  for (const written of ['\\"', '\\\\', '\\n', '\\u0022', '\\u005c', '\\u0000', '\\u009f', '\\b'])
    assert.throws(() => parse(`[{"a":{"x${written}":1}}]`), { code: 'invalid' }, written);
  assert.throws(() => parse('{"\\ud800":1}'), { code: 'invalid' });
});

test('what is not JSON is refused, and deep texts are read', () => {
  for (const text of [
    '{"\\u0061":}',
    '{"\\u0061":1',
    '"\\n',
    '{"\\x":1}',
    '\\',
    '',
    '{"a"\\u0062":1}',
    '{"a":"x"\\u002c":1":2}',
    '{"a":1,\\u0062":1":2}',
  ])
    assert.throws(() => parse(text), { code: 'json' }, text);
  const depth = 1_000;
  const text = `${'{"\\u00e9":'.repeat(depth)}1${'}'.repeat(depth)}`;
  assert.equal(JSON.stringify(parse(text)), text.replaceAll('\\u00e9', 'é'));
});
