import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/fixtures/hostile-values.ts';
import { readQuery } from './query.ts';

test('what a client encodes is what is read', () => {
  const text = anyText().filter((value) => !value.includes('\0'));
  fc.assert(
    fc.property(fc.dictionary(text, text), (fields) => {
      const query = Object.entries(fields)
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join('&');
      // A pair with an empty name and an empty value is skipped.
      fc.pre(fields[''] !== '');
      assert.deepEqual({ ...readQuery(`/path?${query}`) }, { ...fields });
    }),
  );
});

const read: { readonly [url: string]: object } = {
  '/path': {},
  '/path?': {},
  '/path?a=1&a=2': { a: '1' },
  '/path?a=b=c': { a: 'b=c' },
  '/path?a=b+c': { a: 'b c' },
  '/path?a': { a: '' },
  '/path?a=100%': { a: '100%' },
  '/path?a=%zz': { a: '%zz' },
  '/path?a=1?b=2': { a: '1?b=2' },
  '/path?toString=1&__proto__=2': { toString: '1', ['__proto__']: '2' },
};
for (const [url, fields] of Object.entries(read))
  test(`${url} is ${JSON.stringify(fields)}`, () => {
    assert.deepEqual(Object.entries(readQuery(url)), Object.entries(fields));
  });

for (const url of ['/path?a=%ff', '/path?a=%ed%a0%80', '/path?%c3=1', '/path?a=%00', '/path?%00'])
  test(`${url} is refused`, () => {
    assert.throws(() => readQuery(url), { name: 'Problem', code: 'invalid' });
  });

test('a name that was not sent is undefined, even where objects inherit it', () => {
  const query = readQuery('/path?a=1');
  for (const name of ['toString', 'constructor', '__proto__', 'b'])
    assert.equal(query[name], undefined);
});
