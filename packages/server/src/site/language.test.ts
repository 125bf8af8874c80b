import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visitorLanguage } from './visits.ts';

test('the query comes first, then the browser’s preference, then the first language of the site', () => {
  const table = [
    ['sw', 'en', ['en'], 'sw'],
    ['fr', 'sw', ['en'], 'sw'],
    [undefined, 'sw-KE,en;q=0.8', ['en'], 'sw'],
    [undefined, 'en;q=0.2, sw;q=0.9', ['en'], 'sw'],
    [undefined, 'fr, de;q=0.5', ['sw', 'en'], 'sw'],
    [undefined, 'sw;q=0', ['en'], 'en'],
    [undefined, undefined, [], 'en'],
    ['', 'x'.repeat(10_000), ['sw'], 'sw'],
    [undefined, ';;;,,,q=', ['sw'], 'sw'],
  ] as const;
  for (const [wanted, accepted, own, expected] of table)
    assert.equal(visitorLanguage(wanted, accepted, own), expected, `${wanted} ${accepted}`);
});
