import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits } from './required-value.ts';

const rows: readonly (readonly [string, string, boolean])[] = [
  [
    'How much is a pregnancy test?',
    'For a test before 12 weeks, drink four glasses of water.',
    false,
  ],
  ['How much is a pregnancy test?', 'A pregnancy test costs TZS 5,000.', true],
  ['What does the course cost?', 'The course is free for members.', true],
  ['Bei ya safari ni gani?', 'Safari huanza saa mbili asubuhi.', false],
  ['Bei ya safari ni gani?', 'Safari ni shilingi elfu tano.', true],
  ['solar kit ya 500W ni how much', 'A 300 W kit costs KES 58,000.', false],
  ['solar kit ya 300W ni how much', 'A 300 W kit costs KES 58,000.', true],
  ['how much are the fees for grade 5', 'Fees for grade 4 to 6 are KES 36,500.', true],
  ['how much is lunch for 3 people', 'Lunch costs USD 12 each.', true],
  ['how much is a generator', 'Renting a mixer costs KES 4,200 a day.', false],
  ['bei ya jenereta ni gani', 'Kukodi mashine ni KES 4,200 kwa siku.', false],
  ['how much is white cement', 'Cement costs KES 720 a bag.', false],
  ['how much is delivery', 'We deliver for KES 200.', true],
  ['What time is check-out?', 'Check-out is before 10:30.', true],
  ['What time is check-out?', 'Please leave the key at the desk.', false],
  ['Basi linaondoka saa ngapi?', 'Basi linaondoka saa kumi jioni.', true],
  ['what is the phone number of the plumber', 'We can recommend a plumber.', false],
  ['what is the phone number of the plumber', 'The plumber is on 0722 418 306.', true],
  ['who teaches the coding club', 'The club meets on Wednesdays from 3 pm.', false],
  ['who teaches the coding club', 'The coding club is led by Amina Yusuf.', true],
  ['Do you deliver?', 'Yes, we do.', true],
];

for (const [question, text, does] of rows) {
  test(`"${text}" ${does ? 'can' : 'cannot'} answer "${question}"`, () => {
    assert.equal(fits(question, { title: '', text }), does);
  });
}
