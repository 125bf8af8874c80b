import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { namesAnother } from './things.ts';
import { kindsWithTwoReadings, namesOf } from './wordings.ts';

function isAnother(question: string, text: string, title = ''): boolean {
  return namesAnother(question, { title, text }, () => text);
}

describe('a passage about another thing of the kind', () => {
  const swaps: readonly (readonly [question: string, told: string])[] = [
    ['Can I bring my cat?', 'Dogs are welcome on the terrace.'],
    ['Naweza kuja na paka wangu?', 'Mbwa wanakaribishwa kwenye baraza.'],
    ['Naweza kuja na paka wangu?', 'Dogs are welcome on the terrace.'],
    ['When is check-out?', 'Check-in is from 2 pm.'],
    ['Mnauza mbegu za maharage?', 'Mbegu za mahindi ni shilingi 300.'],
    ['Do you take euros?', 'We take shillings and dollars.'],
    ['Do you repair bicycles?', 'We repair cars and motorbikes.'],
    ['Is there a class on Sunday?', 'The class is on Saturday morning.'],
    ['Is there a class on Sunday?', 'Sign in on Saturday, next to the walk-in clinic.'],
    ['When is check-out?', 'Check-in is from 2 pm. You may leave your luggage here before.'],
    ['Can I rent a projector?', 'We sell projectors and screens.'],
  ];
  for (const [question, told] of swaps)
    test(`${question} is not answered by: ${told}`, () => assert.ok(isAnother(question, told)));

  const answers: readonly (readonly [question: string, told: string, why: string])[] = [
    ['Can I bring my puppy?', 'Dogs are welcome.', 'another name of the thing'],
    ['Naweza kuja na paka?', 'Cats and dogs are welcome.', 'the thing in the other language'],
    ['Can I bring my cat?', 'Pets are welcome, dogs on a lead.', 'the whole kind'],
    ['Can I bring my cat?', 'Only dogs are allowed.', 'what is said to be all'],
    ['Je, boys wanakaa bweni?', 'Bweni ni la wasichana pekee.', 'what is said to be all'],
    ['Are you open on Wednesday?', 'Open from Monday to Friday.', 'what lies between'],
    ['Mko wazi mchana na asubuhi?', 'Tuko wazi hadi saa kumi na moja jioni.', 'what lies between'],
    ['Can we see whales in August?', 'Whales come between July and October.', 'what lies between'],
    ['How do I get to you from Thika?', 'We are in Nairobi.', 'a question for the way'],
    ['Embu niambie mko wapi?', 'Tuko Dar es Salaam.', 'a word that is no place here'],
    ['Can my spouse come too?', 'Your wife comes for free.', 'one of two that were meant'],
    ['Do you serve pasta?', 'Our chef cooks spaghetti.', 'a word with two meanings'],
    ['Which colours are there besides blue?', 'White, black and red.', 'a question about the kind'],
    ['Can I bring my cat?', 'Breakfast is from 7 to 10.', 'nothing of the kind'],
    [
      'How do I get there from the bus stop?',
      'By car it takes five minutes.',
      'a word inside a phrase',
    ],
  ];
  for (const [question, told, why] of answers)
    test(`${question} may be answered by ${why}: ${told}`, () =>
      assert.ok(!isAnother(question, told)));

  test('what stands far from the sentence that would be said speaks against nothing', () => {
    const text = 'Parking is free for guests. Our dogs guard it at night.';
    const question = 'Can I park with my cat in the car?';
    assert.ok(isAnother(question, text));
    assert.ok(!namesAnother(question, { title: '', text }, () => 'Parking is free for guests.'));
  });
});

describe('names of a thing', () => {
  test('are told in both languages, in any number', () => {
    for (const word of ['dog', 'dogs', 'mbwa', 'puppies'])
      assert.ok(namesOf(word).includes('mbwa'), word);
    assert.deepEqual(namesOf('bicycle').includes('baiskeli'), true);
  });

  test('are none for a word that may mean something else', () => {
    assert.deepEqual(namesOf('card'), []);
    assert.deepEqual(namesOf('hakuna'), []);
  });

  test('no kind has two things of one name', () => {
    assert.deepEqual(kindsWithTwoReadings(), []);
  });
});
