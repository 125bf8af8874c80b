import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { hiddenFields } from '../../src/platform/ai/fields/hidden-fields.ts';
import { createObjectReader } from '../../src/platform/ai/objects.ts';
import { createPdfReader } from '../../src/platform/ai/pdf.ts';
import type { ObjectRow } from '../../src/store/platform/objects.ts';
import {
  ask,
  form,
  type House,
  newResource,
  type Owner,
  openHouse,
  storage,
} from '../houses/house.ts';
import { overlapRead } from '../stand-ins/overlap-reader.ts';
import {
  deepPdf,
  endlessPdf,
  lockedPdf,
  pdfOf,
  scannedPdf,
  swellingPdf,
} from '../stand-ins/pdf-file.ts';

describe('the text of PDF files', () => {
  const reader = createPdfReader();
  // What is honest is read to its end, also where other work makes that slow.
  const patient = createPdfReader({ timeoutMs: 90_000 });
  const read = (bytes: Buffer) => patient.read(async () => bytes);

  test('pages are read one by one, packed or not', async () => {
    const pages = [
      ['Bicycles are repaired', 'on Saturdays.'],
      ['Tea (chai) costs 50.', '\xc9t\xe9'],
    ];
    for (const isPacked of [false, true])
      assert.deepEqual(await read(pdfOf(pages, isPacked)), {
        pages: ['Bicycles are repaired\non Saturdays.', 'Tea (chai) costs 50.\nÉté'],
        pageCount: 2,
      });
  });

  test('what is locked, scanned or broken is told as what it is', async () => {
    assert.equal((await read(lockedPdf())).fault, 'locked');
    assert.equal((await read(scannedPdf())).fault, 'scanned');
    assert.equal((await read(Buffer.from('%PDF-1.7\nnothing'))).fault, 'broken');
    const cut = pdfOf([['Cut in the middle.']]).subarray(0, 300);
    assert.notEqual((await read(cut)).fault, undefined);
  });

  test('of very many pages the first ones are read', async () => {
    const many = Array.from({ length: 520 }, (_, n) => [`Page ${n + 1}`]);
    const { pages, pageCount, fault } = await read(pdfOf(many));
    assert.deepEqual([pages.length, pages[499], pageCount, fault], [500, 'Page 500', 520, 'long']);
  });

  test('one that swells, loops or nests without end costs a bounded moment and nobody else', async () => {
    for (const hostile of [swellingPdf(), endlessPdf(), deepPdf()]) {
      const { fault } = await reader.read(async () => hostile);
      assert.match(fault ?? '', /heavy|broken|scanned|long/);
    }
    assert.deepEqual((await read(pdfOf([['Still here.']]))).pages, ['Still here.']);
  });

  test('one that takes too long is ended', async () => {
    const hasty = createPdfReader({ timeoutMs: 1 });
    const text = await hasty.read(async () => swellingPdf());
    assert.equal(text.fault, 'heavy');
  });
});

describe('a PDF file that is gone before its turn', () => {
  test('is not taken for a broken one: the same bytes are read when they are there again', async () => {
    const bytes = pdfOf([['Bicycles are repaired on Saturdays.']]);
    let opened = 0;
    const objects = createObjectReader(async (_resourceId, _row, { start, end }) => {
      opened += 1;
      // There when it is looked at, gone when it is read, and back again.
      return opened === 2 ? undefined : Readable.from([bytes.subarray(start, end)]);
    });
    const row = { key: 'a.pdf', size: bytes.length, sha256: 'same', content_type: '' } as ObjectRow;
    const { signal } = new AbortController();
    await assert.rejects(objects.partsOf('res_a', row, hiddenFields({}), signal));
    const cut = await objects.partsOf('res_a', row, hiddenFields({}), signal);
    assert.ok(typeof cut === 'object' && cut.warning === undefined);
    assert.match(cut.parts[0]?.text ?? '', /Bicycles/);
  });
});

describe('an assistant with PDF files', () => {
  let house: House;
  let owner: Owner;
  before(async () => {
    house = await openHouse('sqlite', { read: overlapRead });
    owner = await house.newOwner();
  });
  after(() => house.close());

  test('it answers from their pages and warns of those that it could not read', async () => {
    const bucket = await newResource(house, owner.key, 'storage');
    const files = {
      'manual.pdf': pdfOf([
        ['This is the cover.'],
        ['Bicycles are repaired on Saturdays at the', 'workshop in Kisumu.'],
      ]),
      // Sniffed by content, whatever it is called.
      'notes.txt': pdfOf([['The library lends umbrellas for two days.']]),
      'locked.pdf': lockedPdf(),
      'scan.pdf': scannedPdf(),
      'broken.pdf': Buffer.from('%PDF-1.4 nothing'),
      'swelling.pdf': swellingPdf(),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const body = form({ bytes, name, type: 'application/pdf' });
      const reply = await ask(house, 'POST', `${storage}/${bucket.id}`, { key: owner.key, body });
      assert.equal(reply.status, 201, reply.text);
    }
    const config = { knowledge: [bucket.id] };
    const { id: assistant } = await newResource(house, owner.key, 'ai', config);
    const generate = (prompt: string) =>
      ask(house, 'POST', '/api/platform/ai', { key: owner.key, body: { assistant, prompt } });
    const repairs = await generate('When are bicycles repaired?');
    assert.equal(repairs.status, 200, repairs.text);
    assert.match(repairs.json.output, /Saturdays at the workshop in Kisumu/);
    const [source] = repairs.json.sources;
    assert.deepEqual([source.key, source.page, source.resourceId], ['manual.pdf', 2, bucket.id]);
    assert.match(
      (await generate('How long does the library lend umbrellas?')).json.output,
      /two days/,
    );
    const unread = new Map(
      repairs.json.warnings.map(({ key, message }: { key: string; message: string }) => [
        key,
        message,
      ]),
    );
    assert.deepEqual([...unread.keys()], ['broken.pdf', 'locked.pdf', 'scan.pdf', 'swelling.pdf']);
    assert.match(String(unread.get('locked.pdf')), /password/);
    assert.match(String(unread.get('scan.pdf')), /pictures/);
  });
});
