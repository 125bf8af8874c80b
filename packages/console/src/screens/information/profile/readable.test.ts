import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProfileList, profileFields } from '@baraza/contract/plain';
import { language } from '../../../words/language.ts';
import { fieldLabel } from './readable.ts';

test('every field of a profile has a label in both languages', () => {
  const unnamed = (['sw', 'en'] as const).flatMap((spoken) => {
    language.value = spoken;
    return profileFields.filter((name) => !isProfileList(name) && fieldLabel(name) === name);
  });
  assert.deepEqual(unnamed, []);
});
