import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inLanguage, preferredLanguage } from './language.ts';

test('the console uses the first of its languages that the browser prefers, or else English', () => {
  assert.equal(preferredLanguage(['fr', 'sw-KE', 'en']), 'sw');
  assert.equal(preferredLanguage(['en-GB', 'sw']), 'en');
  assert.equal(preferredLanguage(['swg', 'fr']), 'en');
  assert.equal(preferredLanguage([]), 'en');
});

test('a text that is missing in a language is shown in the other one', () => {
  assert.equal(inLanguage({ sw: 'Habari' }, 'en'), 'Habari');
  assert.equal(inLanguage({ sw: 'Habari', en: 'Hello' }, 'en'), 'Hello');
  assert.equal(inLanguage({ sw: '', en: 'Hello' }, 'sw'), 'Hello');
  assert.equal(inLanguage('Duka', 'sw'), 'Duka');
  assert.equal(inLanguage(undefined, 'sw'), '');
});
