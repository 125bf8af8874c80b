import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '@baraza/contract';
import { language } from '../../../words/language.ts';
import { warningText } from './warning-text.ts';

const profile = {
  faqs: [{ id: 'a', question: { sw: 'Mnaleta?', en: 'Do you deliver?' } }],
  facts: [],
  documents: [],
  prices: [
    { id: 'b', item: 'Sukari', price: 1 },
    { id: 'c', item: 'Sukari guru', price: 2 },
  ],
  hours: [{ days: ['mon', 'tue', 'wed', 'sat'], open: '08:00', close: '17:00' }],
} as unknown as Profile;

test('a warning names entries and fields by their titles, in the current language', () => {
  language.value = 'sw';
  assert.equal(
    warningText('There is no English text for greeting, faqs[0] and 3 more.', profile),
    'Haya hayajaandikwa kwa Kiingereza: Salamu, “Mnaleta?” na mengine 3.',
  );
  assert.equal(
    warningText('prices[0] and prices[1] name different prices of "sukari".', profile),
    '“Sukari” na “Sukari guru” zina bei tofauti za "sukari".',
  );
  language.value = 'en';
  assert.equal(
    warningText('There is no Swahili text for faqs[0].', profile),
    'Not written in Swahili yet: “Do you deliver?”.',
  );
  assert.equal(
    warningText('hours[0] and hours[9] overlap on mon.', profile),
    'These hours overlap: Mon–Wed, Sat 08:00–17:00 and hours[9].',
  );
  assert.equal(warningText('Another sentence.', profile), 'Another sentence.');
});
