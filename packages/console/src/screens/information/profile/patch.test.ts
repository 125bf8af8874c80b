import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '@baraza/contract';
import { patchOf, withoutBlanks } from './profile.ts';

test('a patch sends a removed language or address as null, because the server keeps what it does not name', () => {
  assert.deepEqual(patchOf({ sw: 'Asha', en: 'Asha' }, { sw: 'Zuri' }), { sw: 'Zuri', en: null });
  assert.equal(patchOf({ sw: 'Asha' }, 'Zuri'), 'Zuri');
  assert.equal(patchOf('Asha', undefined), null);
});

test('empty lines and addresses are not sent', () => {
  const faq = { id: 'a', question: 'Q', answer: 'A' };
  const profile = {
    suggestions: ['Bei?', '', { sw: '', en: '' }],
    allowed_origins: [' '],
    notify: { email: '', digest: 'hourly' },
    faqs: [faq, { ...faq, alternatives: ['', 'R'] }, { ...faq, alternatives: [''] }],
  } as unknown as Profile;
  assert.deepEqual(withoutBlanks(profile), {
    suggestions: ['Bei?'],
    allowed_origins: [],
    notify: { digest: 'hourly' },
    faqs: [faq, { ...faq, alternatives: ['R'] }, faq],
  });
});
