/** Files that cannot be read: each is refused with one sentence that says what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../src/kernel/problem.ts';
import {
  docxOf,
  entityDocx,
  lyingDocx,
  sheetOf,
  swellingDocx,
  zipOf,
} from '../fakes/office-file.ts';
import { lockedPdf, scannedPdf } from '../fakes/pdf-file.ts';
import { fieldsOf } from '../fixtures/fields-of.ts';
import { readHere, type SentSource } from './sent-source.ts';

const firstRow = '<row r="1"><c r="A1"><v>1</v></c></row>';
const far =
  /has cells as far away as XFD1048576: delete the rows below your table and the columns to its right/;

const refused: readonly (readonly [string, SentSource, RegExp])[] = [
  ['a scanned PDF', { bytes: scannedPdf() }, /^No text can be read in this PDF: scan it again/],
  ['a locked PDF', { bytes: lockedPdf() }, /locked with a password: save a copy without/],
  ['a broken PDF', { bytes: Buffer.from('%PDF-1.7\nnothing') }, /^This PDF is damaged: open it/],
  ['a zip bomb', { bytes: swellingDocx(49) }, /unpacks to far more/],
  ['a zip bomb that lies', { bytes: lyingDocx(1) }, /damaged/],
  ['a bomb of entities', { bytes: entityDocx() }, /damaged/],
  ['half a Word file', { bytes: docxOf([{ text: 'Hello' }]).subarray(0, 600) }, /damaged/],
  ['a zip of something else', { bytes: zipOf({ 'a.txt': 'Hello' }) }, /is not read: send a PDF/],
  [
    'an old Word file',
    { bytes: Buffer.from('d0cf11e0a1b11ae10000', 'hex'), name: 'old.doc' },
    /save it as \.docx/,
  ],
  [
    'a sheet with one far cell',
    { bytes: sheetOf(`${firstRow}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`) },
    far,
  ],
  [
    'a sheet with a far cell, written in another way',
    {
      bytes: sheetOf(
        `${firstRow}<x:row r='1048576'><x:c a=">" r="A1048576" x:r = 'XFD1048576'><v>1</v></x:c></x:row>`,
      ),
    },
    far,
  ],
  [
    'a sheet with a far cell, written with a reference',
    { bytes: sheetOf(`${firstRow}<row r="2"><c r="&#88;FD2"><v>1</v></c></row>`) },
    /damaged/,
  ],
  [
    'a sheet with a tag that is not whole',
    { bytes: sheetOf(`${firstRow}<row r="2"><c r=XFD2><v>1</v></c></row>`) },
    /damaged/,
  ],
  [
    'a sheet with a row that no program has',
    { bytes: sheetOf(`${firstRow}<row r="1e12"></row>`) },
    /damaged/,
  ],
  ['a GIF', { bytes: Buffer.from('47494638396100000000', 'hex') }, /send a PDF, Word/],
  ['a file of another type', { bytes: 'a { b: c }', type: 'text/css' }, /send a PDF, Word/],
  ['an empty file', { bytes: '', type: 'text/plain' }, /is empty/],
];
for (const [name, source, sentence] of refused)
  test(`${name} is refused with one sentence that says what to do`, async () => {
    const error: unknown = await readHere(source).catch((thrown) => thrown);
    assert.ok(error instanceof Problem, String(error));
    assert.match(error.message, sentence);
    assert.equal(error.message.split(/[.!?] /).length, 1, error.message);
  });

test('a sheet that ends with an empty row far below, as LibreOffice writes it, is read', async () => {
  const text = (place: string, value: string) =>
    `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const table =
    `<row r="1">${text('A1', 'Item')}${text('B1', 'Price (KES)')}</row>` +
    `<row r="3">${text('A3', 'Bread')}<c r="B3"><v>65</v></c><c r="XFD3" s="0"/></row>`;
  const found = await readHere({ bytes: sheetOf(`${table}<row r="1048576" ht="12.8"/>`) });
  assert.deepEqual(fieldsOf(found.proposals, 'entry', 'from'), [
    [{ item: 'Bread', price: 65, currency: 'KES' }, 'sheet Prices, row 3'],
  ]);
  assert.deepEqual(found.left_out, []);
});
