import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSentenceReader } from './sentence-reader.ts';

function read(...pieces: readonly string[]): readonly string[] {
  const reader = createSentenceReader();
  return [...pieces.flatMap((piece) => reader.push(piece)), ...reader.end()].map(
    ({ text }) => text,
  );
}

test('a sentence is given when the next one begins, not before', () => {
  const reader = createSentenceReader();
  assert.deepEqual(reader.push('We open at 8 a.m. on'), []);
  assert.deepEqual(reader.push(' Mondays.'), []);
  assert.deepEqual(reader.push(' '), []);
  assert.deepEqual(reader.push('O'), [{ text: 'We open at 8 a.m. on Mondays.', isLine: false }]);
  assert.deepEqual(reader.push('n Sundays not!\nCall'), [
    { text: 'On Sundays not!', isLine: false },
  ]);
  assert.deepEqual(reader.end(), [{ text: 'Call', isLine: true }]);
});

test('amounts, titles, addresses and hours end no sentence; an hour before a capital does', () => {
  assert.deepEqual(
    read('It costs KES 1,000.50 at Dr. Juma’s, see amani.example. We close at 8 pm. Come early.'),
    ['It costs KES 1,000.50 at Dr. Juma’s, see amani.example.', 'We close at 8 pm.', 'Come early.'],
  );
});

test('however a text is cut into pieces, its sentences are the same', () => {
  const text =
    'Ndiyo, tunaleta. Bei ni KES 200!\n- Nairobi: 200\n- Kiambu: 400\n\nKaribu... Je? 8 a.m. Sawa "sana." Mwisho';
  const whole = read(text);
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), (cuts) => {
      const places = [0, ...cuts.toSorted((one, other) => one - other), text.length];
      const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
      assert.deepEqual(read(...pieces), whole);
    }),
  );
});

test('a text without an end waits, and is cheap to wait for', () => {
  const reader = createSentenceReader();
  const before = process.cpuUsage();
  for (let count = 0; count < 20_000; count += 1) reader.push('na tena ');
  assert.equal(reader.waiting(), 160_000);
  assert.ok(process.cpuUsage(before).user < 3_000_000);
});
