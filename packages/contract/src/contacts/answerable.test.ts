import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAnswerable } from './answerable.ts';

const answerable = [
  '0712 345 678',
  '+254-711-000-000',
  '٠٧١٢٣٤٥',
  'call 722 000 111 after 5',
  'asha@example.com',
  '@asha_k',
  'telegram @asha',
  'https://example.com/asha',
  'www.asha.example',
  'wa.me/asha',
];
const unanswerable = [
  'abc',
  'call me',
  '12345',
  '@',
  'me @ home',
  'asha@',
  'a@b',
  'asha@gmail',
  'asha@gmail.',
  'Mr. Juma',
  'ndio. Asante',
  '---',
];

for (const contact of answerable)
  test(`somebody can answer ${contact}`, () => assert.equal(isAnswerable(contact), true));
for (const contact of unanswerable)
  test(`nobody can answer ${contact}`, () => assert.equal(isAnswerable(contact), false));
