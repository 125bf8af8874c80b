import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { createSlowWorkBudget } from '../../src/kernel/process/slow-work-budget.ts';
import { splitTextFile, type TextFormat } from '../../src/platform/ai/documents.ts';
import { createDocumentReader, notYet } from '../../src/platform/ai/documents-process.ts';
import { hiddenFields } from '../../src/platform/ai/fields/hidden-fields.ts';
import { createObjectReader } from '../../src/platform/ai/objects.ts';
import type { ObjectRow } from '../../src/store/platform/objects.ts';
import { overlapRead } from '../fakes/overlap-reader.ts';
import {
  deepPdf,
  endlessPdf,
  lockedPdf,
  pdfOf,
  scannedPdf,
  swellingPdf,
} from '../fakes/pdf-file.ts';
import { newResource, serverOfSuite } from '../fixtures/server.ts';
import { form, storage } from '../sockets/requests.ts';

// Honest documents are read to their end, even where other work makes that slow.
const patient = createDocumentReader({ timeoutMs: 90_000 });

describe('the text of PDF files', () => {
  const document = { format: 'pdf', title: 'a.pdf', hide: [] } as const;
  const read = (bytes: Buffer) => patient.read('own_a', document, async () => bytes);

  test('pages are read one by one, compressed or not', async () => {
    const pages = [
      ['Bicycles are repaired', 'on Saturdays.'],
      ['Tea (chai) costs 50.', '\xc9t\xe9'],
    ];
    const part = { kind: 'document', title: 'a.pdf' };
    for (const isCompressed of [false, true])
      assert.deepEqual(await read(pdfOf(pages, isCompressed)), {
        parts: [
          { ...part, text: 'Bicycles are repaired\non Saturdays.', page: 1 },
          { ...part, text: 'Tea (chai) costs 50.\nÉté', page: 2 },
        ],
      });
  });

  test('of very many pages the first ones are read', async () => {
    const many = Array.from({ length: 520 }, (_, n) => [`Page ${n + 1}`]);
    const { parts = [], warning = '' } = (await read(pdfOf(many))) ?? {};
    assert.deepEqual([parts.length, parts[499]?.text], [500, 'Page 500']);
    assert.match(warning, /only its beginning/);
  });

  test('a file that swells, loops or nests without end takes bounded time and affects no other', async () => {
    const reader = createDocumentReader({ timeoutMs: 10_000 });
    for (const hostile of [swellingPdf(), endlessPdf(), deepPdf()]) {
      const cut = await reader.read('own_a', document, async () => hostile);
      assert.ok(cut === undefined || cut.warning !== undefined);
    }
    assert.equal((await read(pdfOf([['Still here.']])))?.parts[0]?.text, 'Still here.');
  });

  test('while documents of two owners are read, one of a third owner is', async () => {
    const reader = createDocumentReader();
    const held = ['own_a', 'own_b'].map((owner) => {
      const bytes = Promise.withResolvers<Buffer>();
      const again = Promise.withResolvers<Buffer>();
      const done = [bytes, again].map(({ promise }) => reader.read(owner, document, () => promise));
      return { done, bytes: [bytes, again] };
    });
    const small = await reader.read('own_c', document, async () => pdfOf([['Small.']]));
    assert.equal(small?.parts[0]?.text, 'Small.');
    for (const { done, bytes } of held) {
      for (const { resolve } of bytes) resolve(pdfOf([['Read later.']]));
      for (const cut of await Promise.all(done)) assert.equal(cut?.parts[0]?.text, 'Read later.');
    }
  });

  test('the documents of an owner who has used up the time are left for later, and no others', async () => {
    const budget = createSlowWorkBudget({ capacityMs: 1, returnedMsPerSecond: 0.001 });
    const reader = createDocumentReader({ budget });
    const load = async () => pdfOf([['Once.']]);
    assert.equal((await reader.read('own_a', document, load))?.parts[0]?.text, 'Once.');
    assert.equal(await reader.read('own_a', document, load), notYet);
    assert.equal((await reader.read('own_b', document, load))?.parts[0]?.text, 'Once.');
  });

  test('a file that takes too long is given up', async () => {
    const hasty = createDocumentReader({ timeoutMs: 1 });
    assert.equal(await hasty.read('own_a', document, async () => deepPdf()), undefined);
  });
});

describe('texts in the process', () => {
  test('a text is split into the same parts as on the main thread, without its hidden fields', async () => {
    const goods = { name: 'Sukari', price: 165, costPrice: 100, colour: 'white' };
    const texts = {
      csv: 'name;price;costPrice\nSukari;165;100\n',
      json: JSON.stringify([goods]),
      markdown: '# Hours\nOpen at nine.',
      plain: 'The caf\xe9 opens at six.',
    } as const;
    for (const [format, text] of Object.entries(texts) as [TextFormat, string][]) {
      const document = { format, title: 'a', hide: ['costPrice'] };
      const bytes = Buffer.from(text, 'latin1');
      const parts = await patient.read('own_a', document, async () => bytes);
      assert.deepEqual(parts, splitTextFile({ ...document, bytes }));
      assert.doesNotMatch(JSON.stringify(parts), /100/);
    }
  });

  test('a hidden field whose name has an escape stays hidden, whatever names were read before', async () => {
    for (const [name, isWanted] of [
      ['cost 6"', false],
      ['cost 5\\', true],
      ['cost 5"', true],
    ] as const) {
      const bytes = Buffer.from(JSON.stringify([{ name: 'pipe', [name]: 777 }]));
      const document = { format: 'json', title: 'a', hide: ['cost 5"'] } as const;
      const isHidden = !JSON.stringify(
        await patient.read('own_a', document, async () => bytes),
      ).includes('777');
      assert.equal(isHidden, isWanted, name);
    }
  });
});

describe('a deadline that has passed', () => {
  test('leaves large files to the next question, and small texts are read all the same', async () => {
    const partsOf = (bytes: Buffer) => {
      const objects = createObjectReader(async (_resourceId, _row, { start, end }) =>
        Readable.from([bytes.subarray(start, end)]),
      );
      const row = { key: 'a.csv', size: bytes.length, sha256: 'a', content_type: '' } as ObjectRow;
      return objects.partsOf(
        { id: 'res_a', owner_id: 'own_a' },
        row,
        hiddenFields({}),
        AbortSignal.abort(),
      );
    };
    assert.equal(await partsOf(pdfOf([['Bicycles are repaired.']])), 'later');
    assert.equal(await partsOf(Buffer.from(`a,b\n${'1,2\n'.repeat(2_000)}`)), 'later');
    const cut = await partsOf(Buffer.from('a,b\n1,2\n'));
    assert.ok(typeof cut === 'object' && cut.parts.length === 1);
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
    await assert.rejects(
      objects.partsOf({ id: 'res_a', owner_id: 'own_a' }, row, hiddenFields({}), signal),
    );
    const cut = await objects.partsOf(
      { id: 'res_a', owner_id: 'own_a' },
      row,
      hiddenFields({}),
      signal,
    );
    assert.ok(typeof cut === 'object' && cut.warning === undefined);
    assert.match(cut.parts[0]?.text ?? '', /Bicycles/);
  });
});

describe('an assistant with PDF files', () => {
  const { server, owner } = serverOfSuite('sqlite', { read: overlapRead });

  test('it answers from their pages and warns of those that it could not read', async () => {
    const bucket = await newResource(server, owner.key, 'storage');
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
      const reply = await owner.send('POST', `${storage}/${bucket.id}`, body);
      assert.equal(reply.status, 201, reply.text);
    }
    const config = { knowledge: [bucket.id] };
    const { id: assistant } = await newResource(server, owner.key, 'ai', config);
    const generate = (prompt: string) =>
      owner.send('POST', '/api/platform/ai', { assistant, prompt });
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
    assert.match(String(unread.get('broken.pdf')), /cannot be read as PDF/);
  });
});
