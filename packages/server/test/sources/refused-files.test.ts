/** Files that cannot be read: each is refused with one sentence that says what to do. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Unreadable } from '../../src/site/sources/formats/blocks.ts';
import { docxOf, entityDocx, lyingDocx, swellingDocx, zipOf } from '../fakes/office-file.ts';
import { lockedPdf, scannedPdf } from '../fakes/pdf-file.ts';
import { readHere, type SentSource } from './sent-source.ts';

const refused: readonly (readonly [string, SentSource, RegExp])[] = [
  ['a scanned PDF', { bytes: scannedPdf() }, /^No text can be read in this PDF: scan it again/],
  ['a locked PDF', { bytes: lockedPdf() }, /locked with a password: save a copy without/],
  ['a broken PDF', { bytes: Buffer.from('%PDF-1.7\nnothing') }, /^This PDF is damaged: open it/],
  ['a zip bomb', { bytes: swellingDocx(200) }, /unpacks to far more/],
  ['a zip bomb that lies', { bytes: lyingDocx(64) }, /damaged/],
  ['a bomb of entities', { bytes: entityDocx() }, /damaged/],
  ['half a Word file', { bytes: docxOf([{ text: 'Hello' }]).subarray(0, 600) }, /damaged/],
  ['a zip of something else', { bytes: zipOf({ 'a.txt': 'Hello' }) }, /is not read: send a PDF/],
  [
    'an old Word file',
    { bytes: Buffer.from('d0cf11e0a1b11ae10000', 'hex'), name: 'old.doc' },
    /save it as \.docx/,
  ],
  ['a GIF', { bytes: Buffer.from('47494638396100000000', 'hex') }, /send a PDF, Word/],
  ['a file of another type', { bytes: 'a { b: c }', type: 'text/css' }, /send a PDF, Word/],
  ['an empty file', { bytes: '', type: 'text/plain' }, /is empty/],
];
for (const [name, source, sentence] of refused)
  test(`${name} is refused with one sentence that says what to do`, async () => {
    const error: unknown = await readHere(source).catch((thrown) => thrown);
    assert.ok(error instanceof Unreadable, String(error));
    assert.match(error.message, sentence);
    assert.equal(error.message.split(/[.!?] /).length, 1, error.message);
  });
