import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProfileList, profileFields } from '@baraza/contract/plain';
import { language } from '../../../words/language.ts';
import { fieldLabel, linesOf } from './readable.ts';

test('every field of a profile has a label in both languages', () => {
  const unnamed = (['sw', 'en'] as const).flatMap((spoken) => {
    language.value = spoken;
    return profileFields.filter((name) => !isProfileList(name) && fieldLabel(name) === name);
  });
  assert.deepEqual(unnamed, []);
});

test('an entry is shown in words, without what the server keeps beside its texts', () => {
  const entry = { id: 'f1', question: 'Mnaleta?', language: 'en', taught: true };
  language.value = 'en';
  assert.deepEqual(linesOf(entry), ['Question: Mnaleta?', 'Language: English']);
  language.value = 'sw';
  assert.deepEqual(linesOf(entry), ['Swali: Mnaleta?', 'Lugha: Kiingereza']);
});
