import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Language } from '@baraza/contract';
import { asked, shop } from '../../../../test/fixtures/amani-shop.ts';
import { questionOf } from '../question.ts';
import { hoursAnswer } from './hours.ts';

const others: readonly (readonly [string, Language, string?])[] = [
  ['When does the course start?', 'en'],
  ['What time does the pool open?', 'en'],
  ['mnafungua akaunti mpya saa ngapi?', 'sw'],
  ['Kozi inaanza lini?', 'sw'],
  ['Do you deliver on Sunday?', 'en'],
  ['mnaleta mizigo Jumapili?', 'sw'],
  ['tawi la Rongai linafungwa saa ngapi', 'sw'],
  ['How long is the warranty?', 'en'],
  ['When was the shop founded?', 'en'],
  ['mko wapi?', 'sw'],
  ['where are you open', 'en'],
  ['is the Post Office open?', 'en'],
  ['what time will you come', 'en'],
  ['can I come with my dog tomorrow', 'en'],
  ['Were you open yesterday?', 'en'],
  ['Are you open on Easter?', 'en'],
  ['how much does it cost to open an account', 'en'],
];

describe('what is no question about the opening hours', () => {
  for (const [question, language] of others) {
    test(`is left to the search: ${question}`, () => {
      const read = questionOf({ business: shop, ask: asked(question), language });
      assert.equal(read && hoursAnswer(read)?.text, undefined);
    });
  }
});
