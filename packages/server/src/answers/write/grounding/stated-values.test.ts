import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createValueCheck } from './stated-values.ts';
import { valuesOf } from './values.ts';

const allows = (approved: string, sentence: string, asked = '') =>
  createValueCheck([approved], asked)(sentence, valuesOf(sentence).values);

describe('values that approved texts allow', () => {
  for (const [approved, sentence, asked = ''] of [
    ['Open Monday to Friday.', 'We are open on Monday, Tuesday and Friday.'],
    ['Open Monday to Friday.', 'We are open on Wednesday.'],
    ['Open Monday, Tuesday, Wednesday, Thursday and Friday.', 'We are open Monday to Friday.'],
    ['Open Friday to Monday.', 'We are open on Sunday.'],
    ['Classes run from March to June.', 'There are classes in April.'],
    ['Classes run from November to February.', 'There are classes in January.'],
    ['Up to four books.', 'You may take four books.'],
    ['Guarantee of a year.', 'The guarantee is one year.'],
    ['Sugar KES 165. Flour KES 210.', 'Both come to KES 375.'],
    ['A KES 100. B KES 20. C KES 3.', 'Together KES 123.'],
    ['A chair is KES 500.', 'Four chairs are KES 2,000.', 'I want four chairs.'],
    ['A chair is KES 500.', 'That is KES 1,500.', 'What do 3 chairs cost?'],
    ['A chair is KES 500.', 'All 3 chairs are available.', 'I need 3 chairs.'],
    ['A tray has 30 eggs.', 'Two trays have 60 eggs.'],
  ] as const)
    test(`${approved} → ${sentence}`, () => assert.ok(allows(approved, sentence, asked)));
});

describe('values that approved texts do not allow', () => {
  for (const [approved, sentence, asked = ''] of [
    ['Open Monday to Friday.', 'We are open on Saturday.'],
    ['Open Monday to Friday.', 'We are open Monday to Saturday.'],
    ['Open Monday, Tuesday and Friday.', 'We are open Monday to Friday.'],
    ['Open Monday and Friday.', 'We are open on Wednesday.'],
    ['Classes run from March to June.', 'There are classes in July.'],
    ['Classes run from November to February.', 'There are classes in March.'],
    ['Ready within 3 hours.', 'Iko tayari ndani ya saa nne.'],
    ['Ready within 3 hours.', 'Tunafungua saa tatu asubuhi.'],
    ['Open 13:00 to 15:00.', 'Tuko wazi saa sita hadi saa tisa mchana.'],
    ['Sugar KES 165. Flour KES 210.', 'Both come to KES 376.'],
    ['Sugar KES 165. Flour USD 210.', 'Both come to 375 euros.'],
    ['A KES 1. B KES 10. C KES 100. D KES 1,000. E KES 10,000.', 'Together KES 11,111.'],
    ['A chair is KES 500.', 'Four chairs are KES 1,500.'],
    ['A chair is KES 500.', 'That is USD 1,500.', 'What do 3 chairs cost?'],
    ['Sugar KES 165. Flour KES 210.', 'Both come to USD 375.'],
    ['A chair is KES 500.', 'That is KES 2,000.', 'What do 3 chairs cost?'],
    ['A chair is KES 500.', 'That is KES 1,500.'],
    ['A chair is KES 500.', 'It costs KES 3.', 'I need 3 chairs.'],
    ['The discount is 10%.', 'Two are 20%.'],
  ] as const)
    test(`${approved} ↛ ${sentence}`, () => assert.ok(!allows(approved, sentence, asked)));
});

describe('a length of time', () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    [
      'Clothes not collected within 60 days are given away.',
      'We give them away after 60 weeks.',
      false,
    ],
    [
      'Clothes not collected within 60 days are given away.',
      'We give them away after 60 days.',
      true,
    ],
    [
      'Clothes not collected within 60 days are given away.',
      'Tunazigawa baada ya siku sitini.',
      true,
    ],
    ['Siku tano kwa nguo za kawaida.', 'It takes five days.', true],
    ['Siku tano kwa nguo za kawaida.', 'It takes five weeks.', false],
    ['Siku tano kwa nguo za kawaida.', 'Ni wiki tano.', false],
    ['The course lasts eight weeks.', 'The course is 8 weeks long.', true],
    ['The course lasts eight weeks.', 'The course is 8 days long.', false],
  ];
  for (const [approved, sentence, isAllowed] of rows)
    test(`${approved} ${isAllowed ? 'allows' : 'does not allow'}: ${sentence}`, () =>
      assert.equal(allows(approved, sentence), isAllowed));
});
