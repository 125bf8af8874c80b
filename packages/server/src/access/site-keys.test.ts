import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { siteKeyPattern } from '@baraza/contract';
import { mintSiteKey, sentSiteKeys } from './site-keys.ts';

describe('the key of a site', () => {
  test('is pk_ and 22 letters or digits, another one each time', () => {
    const keys = Array.from({ length: 1_000 }, mintSiteKey);
    for (const key of keys) assert.match(key, new RegExp(siteKeyPattern));
    assert.equal(new Set(keys).size, keys.length);
  });

  const key = 'pk_0123456789abcdefghijkl';
  for (const [name, request, sent] of [
    ['nothing', {}, []],
    ['the query', { url: `/x?key=${key}` }, [key]],
    ['the query behind others', { url: `/x?language=sw&key=${key}&key=other` }, [key, 'other']],
    ['an escaped name', { url: `/x?k%65y=${key}` }, [key]],
    ['an empty query', { url: '/x?key=' }, []],
    ['another name', { url: `/x?monkey=${key}` }, []],
    ['the header', { headers: { 'x-site-key': key } }, [key]],
    [
      'a header that was sent twice',
      { headers: { 'x-site-key': `${key}, other` } },
      [key, 'other'],
    ],
    ['an empty header', { headers: { 'x-site-key': '' } }, []],
    ['a bearer', { headers: { authorization: `Bearer ${key}` } }, [key]],
    ['a bearer in any case', { headers: { authorization: `bEARER  ${key} ` } }, [key]],
    [
      'a bearer that is too long',
      { headers: { authorization: `Bearer pk_${'x'.repeat(500)}` } },
      [`pk_${'x'.repeat(500)}`],
    ],
    ['a credential of an owner', { headers: { authorization: 'Bearer osk_x' } }, []],
    [
      'all three',
      { url: `/?key=a`, headers: { 'x-site-key': 'b', authorization: 'Bearer pk_c' } },
      ['a', 'b', 'pk_c'],
    ],
  ] as const)
    test(`read from ${name}`, () => {
      assert.deepEqual(sentSiteKeys({ url: '/x', headers: {}, ...request }), sent);
    });
});
