import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../problem.ts';
import { parseJson } from './json.ts';

const parse = (text: string, depthMax = 64) => parseJson(Buffer.from(text), depthMax);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

function hasUsableNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const names = Array.isArray(value) ? [] : Object.keys(value);
  return (
    !names.some((name) => /["\\\p{Cc}]/u.test(name)) && Object.values(value).every(hasUsableNames)
  );
}

test('accepted JSON has the value that JSON.parse gives', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\\u0000') && hasUsableNames(JSON.parse(text)));
      assert.deepEqual(parse(text), JSON.parse(text));
    }),
  );
});

// As the unit `binary` of fast-check, whose tables take more than a second to build.
const character = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc
    .nat(0x10_ffff)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code)),
);

test('an accepted value is the same after being written and read again', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: character }), (value) => {
      const text = JSON.stringify(value);
      fc.pre(!text.includes('\\u0000') && hasUsableNames(value));
      assert.equal(JSON.stringify(parse(JSON.stringify(parse(text)))), text);
    }),
  );
});

const refused: readonly (readonly [what: string, text: string, code: string])[] = [
  ['nothing', '', 'json'],
  ['a word', 'hello', 'json'],
  ['half an object', '{"a":', 'json'],
  ['two values', '1 2', 'json'],
  ['a comment', '{} // done', 'json'],
  ['a comma too many', '[1,]', 'json'],
  ['NaN', 'NaN', 'json'],
  ['a line break in a string', '"a\nb"', 'json'],
  ['NUL in a value', '{"a":"\\u0000"}', 'invalid'],
  ['NUL in a key', '{"a\\u0000":1}', 'invalid'],
  ['a quote in a name', '{"a\\"":1}', 'invalid'],
  ['an escaped quote in a name', '{"\\u0022":1}', 'invalid'],
  ['a backslash in a name', '{"\\\\":1}', 'invalid'],
  ['an escaped backslash in a name', '[{"a":{"\\u005Cn":1}}]', 'invalid'],
  ['a line break in a name', '{"a\\nb":1}', 'invalid'],
  ['a control character in a name', '{"\\u001f":1}', 'invalid'],
  ['a control character of Latin-1 in a name', '{"a\u0085":1}', 'invalid'],
  ['DEL in a name', '{"\u007f":1}', 'invalid'],
  ['NUL deep inside', '[[{"a":[{"b\\u0000":1}]}]]', 'invalid'],
  ['NUL as the whole', '"\\u0000"', 'invalid'],
  ['half a pair in a value', '"\\ud800"', 'invalid'],
  ['half a pair in a key', '{"\\udc00":1}', 'invalid'],
  ['a pair the wrong way round', '"\\udc00\\ud800"', 'invalid'],
  ['a number beyond every double', '1e999', 'invalid'],
  ['such a number in a list', '[0,-1e999]', 'invalid'],
  ['such a number with a large E', '{"a":1.5E+999}', 'invalid'],
  ['such a number of digits alone', `[${'9'.repeat(400)}]`, 'invalid'],
];
for (const [what, text, code] of refused)
  test(`${what} is refused as ${code}`, () => {
    assert.throws(() => parse(text), { name: 'Problem', code });
  });

for (const bytes of ['22ff22', '22c3', 'ed a0 80', 'c0 80', 'ff fe 22 00 22 00'])
  test(`bytes that are not UTF-8 are refused: ${bytes}`, () => {
    const body = Buffer.from(bytes.replaceAll(' ', ''), 'hex');
    assert.throws(() => parseJson(body, 64), { name: 'Problem', code: 'json' });
  });

test('nesting is counted, and 60,000 levels overflow no stack', () => {
  assert.deepEqual(parse(nested(3), 3), [[[]]]);
  assert.throws(() => parse(nested(4), 3), Problem);
  assert.throws(() => parse('{"a":{"b":{"c":{}}}}', 3), Problem);
  assert.doesNotThrow(() => parse('{"a":{"b":{"c":1}}}', 3));
  assert.throws(() => parse(nested(30_000)), Problem);
  assert.throws(() => parse('['.repeat(60_000)), Problem);
});

test('names like __proto__ are keys like any other', () => {
  const text = '{"__proto__":{"x":1},"constructor":2,"toString":3,"hasOwnProperty":4}';
  const value = parse(text) as object;
  assert.equal(JSON.stringify(value), text);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.equal(Object.hasOwn(value, '__proto__'), true);
});

test('a byte order mark before the text is dropped', () => {
  assert.deepEqual(parse('\ufeff{}'), {});
});

test('too many values are refused before any is built', () => {
  const list = (count: number) => `[${'[],'.repeat(count)}0]`;
  assert.equal((parse(list(400_000)) as unknown[]).length, 400_001);
  const before = process.memoryUsage().heapUsed;
  assert.throws(() => parse(list(600_000)), { name: 'Problem', code: 'too_large' });
  assert.ok(process.memoryUsage().heapUsed - before < 32 * 1024 * 1024);
});

test('a name of more than 32 KB is refused, and a text as long is not', () => {
  const long = JSON.stringify('a'.repeat(33_000));
  assert.deepEqual(parse(`[${long}]`), ['a'.repeat(33_000)]);
  assert.throws(
    () => parse(`{${long} : 1}`),
    (error) => error instanceof Problem && /at most 32768 bytes/.test(error.message),
  );
});
