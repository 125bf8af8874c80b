/** Photos and scans of price lists, and the proposals that are read from them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import { pdfOfPicture } from '../fakes/pdf-file.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { entriesOf, picturedPrices as prices, readHere as read } from './sent-source.ts';

const fixture = (name: string) => readFileSync(new URL(`../source-pages/${name}`, import.meta.url));
describe('pictures of price lists', () => {
  // `reading.process.test.ts` reads a ruled table.
  test('a board with white letters, photographed sideways, gives every item with its price', async () => {
    const found = await read({ bytes: fixture('board.webp') });
    assert.deepEqual(fieldsOf(entriesOf(found, 'prices'), 'item', 'price'), prices);
    assert.deepEqual(new Set(found.proposals.map(({ from }) => from)), new Set(['picture']));
  });

  test('a scanned PDF is read like a photo, even when its page is turned', async () => {
    const found = await read({
      bytes: pdfOfPicture(fixture('photo.jpg'), { width: 1050, height: 1300, rotate: 180 }),
    });
    assert.deepEqual(fieldsOf(entriesOf(found, 'prices'), 'item', 'price'), prices);
    assert.ok(found.proposals.every(({ from }) => from === 'page 1'));
  });

  const huge = Buffer.from(fixture('table.png').subarray(0, 100));
  huge.writeUInt32BE(20_000, 16);
  huge.writeUInt32BE(20_000, 20);
  for (const [name, bytes, sentence] of [
    [
      'a picture without text',
      fixture('nothing.jpg'),
      /^No text can be read in this picture: take/,
    ],
    [
      'a picture of too many pixels',
      huge,
      /^This picture has 400 megapixels and may have at most 30/,
    ],
    ['half a picture', fixture('table.png').subarray(0, 900), /^This picture is damaged: take/],
    ['the first bytes of a picture', Buffer.from('ffd8ffe000', 'hex'), /^This picture is damaged/],
  ] as const)
    test(`${name} is refused with one sentence that says what to do`, async () => {
      const error: unknown = await read({ bytes }).catch((thrown) => thrown);
      assert.ok(error instanceof Problem, String(error));
      assert.match(error.message, sentence);
      assert.equal(error.message.split(/[.!?] /).length, 1, error.message);
    });
});
