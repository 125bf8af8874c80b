import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPersonName } from './person-name.ts';

test('names of people in every script are names', () => {
  for (const name of [
    'Asha',
    'Wanjiku wa Njeri',
    "N'Diaye-Sow",
    'José',
    'Jose\u0301',
    '李明',
    'علی‌رضا',
    'क्‍ष',
    '2Pac',
    '★',
  ])
    assert.equal(isPersonName(name), true, name);
});

test('a name that nobody sees, or that turns or breaks the text around it, is none', () => {
  for (const name of [
    '\u200b',
    '\u200d',
    '\u200c Asha',
    'Asha \u200d Juma',
    'Asha\u202eamuJ',
    '\u2066Asha',
    'Asha\u00adJuma',
    'Asha\nJuma',
    'Asha\u2028Juma',
    'Asha\u0007',
    '\u0301',
    '\ufeffAsha',
  ])
    assert.equal(isPersonName(name), false, JSON.stringify(name));
});
