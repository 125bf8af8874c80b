import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from './read-answer.ts';

const two = {
  'Do you take cards? And where are you?': ['Do you take cards', 'And where are you?'],
  'how much is the tin and at what hour does it get here': [
    'how much is the tin',
    'at what hour does it get here',
  ],
  'fulana moja ni ngapi na mko wapi': ['fulana moja ni ngapi', 'mko wapi'],
  'is it open today, and can I bring my dog': ['is it open today', 'can I bring my dog'],
};
for (const [question, parts] of Object.entries(two))
  test(`two questions: ${question}`, () => assert.deepEqual(partsOf(question), parts));

const one = [
  'what does shade for two hundred and fifty people cost?',
  'my kid is 8 and shy, can I stay with him inside?',
  'How much is bread and butter?',
  'mchele na maharage ni bei gani',
  'where',
  `what is ${'a b and how much is it '.repeat(40)}`,
];
for (const question of one)
  test(`one question: ${question.slice(0, 60)}`, () => assert.equal(partsOf(question), undefined));
