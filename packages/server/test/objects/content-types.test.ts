import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { judgeContentType, sniffedBytes } from '../../src/platform/objects/content-type.ts';
import { newResource, serverOfSuite, storage } from '../fixtures/server.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const padded = (start: Buffer) => Buffer.concat([start, Buffer.alloc(600)]);

/** The first bytes that make a file what it is. */
const files = {
  html: Buffer.from('<!doctype html><script>alert(1)</script>'),
  svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
  xml: Buffer.from('<?xml version="1.0"?><a/>'),
  script: Buffer.from('alert(1);'),
  text: Buffer.from('Habari za asubuhi – žluťoučký\n'),
  // A character of two bytes lies across the end of what is looked at.
  longText: Buffer.from(`x${'é'.repeat(4_000)}`),
  png: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  jpeg: padded(hex('ffd8ffe0 00104a46 49460001')),
  gif: Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'),
  gifWithScript: Buffer.from('GIF89a=1;/*<script>alert(1)</script>*/', 'latin1'),
  webp: padded(Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')),
  pdf: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<<>>endobj\n', 'latin1'),
  mp3: padded(Buffer.from('ID3\x03\0\0\0\0\0\x0a\0\0\0\0\0\0\0\0\0\0\xff\xfb\x90\x64', 'latin1')),
  mp4: padded(Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1')),
  wav: padded(Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')),
  zip: padded(Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1')),
  binary: hex('00 01 02 03 fe ff'),
  latin1: Buffer.from('caf\xe9', 'latin1'),
  utf16: Buffer.from('\ufeff<script>', 'utf16le'),
};

type Row = readonly [
  bytes: keyof typeof files,
  declared: string | undefined,
  disposition: 'inline' | 'attachment',
  contentType: string,
];

const rows: readonly Row[] = [
  ['png', 'image/png', 'inline', 'image/png'],
  ['jpeg', 'image/jpeg', 'inline', 'image/jpeg'],
  ['gif', 'image/gif', 'inline', 'image/gif'],
  ['webp', 'image/webp', 'inline', 'image/webp'],
  ['pdf', 'application/pdf', 'inline', 'application/pdf'],
  ['mp3', 'audio/mpeg', 'inline', 'audio/mpeg'],
  ['mp4', 'video/mp4', 'inline', 'video/mp4'],
  ['mp4', 'audio/mp4', 'inline', 'audio/mp4'],
  ['wav', 'audio/wav', 'inline', 'audio/wav'],
  ['text', 'text/plain', 'inline', 'text/plain; charset=utf-8'],
  ['text', 'text/plain; charset=iso-8859-1', 'inline', 'text/plain; charset=utf-8'],
  ['script', 'text/plain', 'inline', 'text/plain; charset=utf-8'],
  ['html', 'text/html', 'attachment', 'text/html'],
  ['html', 'TEXT/HTML', 'attachment', 'text/html'],
  ['html', 'text/html;x', 'attachment', 'text/html'],
  ['html', ' text/html ; charset=utf-8', 'attachment', 'text/html'],
  ['html', '"text/html"', 'attachment', 'application/octet-stream'],
  ['html', 'application/xhtml+xml', 'attachment', 'application/xhtml+xml'],
  ['html', 'image/png', 'attachment', 'image/png'],
  ['html', 'image/svg+xml', 'attachment', 'image/svg+xml'],
  ['html', 'application/pdf', 'attachment', 'application/pdf'],
  ['html', 'video/mp4', 'attachment', 'video/mp4'],
  ['html', 'application/octet-stream', 'attachment', 'application/octet-stream'],
  ['svg', 'image/svg+xml', 'attachment', 'image/svg+xml'],
  ['svg', 'IMAGE/SVG+XML; x=y', 'attachment', 'image/svg+xml'],
  ['svg', 'image/png', 'attachment', 'image/png'],
  ['png', 'image/x+xml', 'attachment', 'image/x+xml'],
  ['png', 'image/xml', 'attachment', 'image/xml'],
  ['png', 'image/unheard-of', 'attachment', 'image/unheard-of'],
  ['mp4', 'video/x+xml', 'attachment', 'video/x+xml'],
  ['mp4', 'audio/xml', 'attachment', 'audio/xml'],
  ['xml', 'text/xml', 'attachment', 'text/xml'],
  ['xml', 'text/plain', 'attachment', 'text/plain'],
  ['script', 'text/javascript', 'attachment', 'text/javascript'],
  ['script', 'application/javascript', 'attachment', 'application/javascript'],
  ['text', 'text/css', 'attachment', 'text/css'],
  ['png', 'text/html', 'attachment', 'text/html'],
  ['png', 'TEXT/html; charset=utf-8', 'attachment', 'text/html'],
  ['png', 'image/svg+xml', 'attachment', 'image/svg+xml'],
  ['png', 'application/pdf', 'attachment', 'application/pdf'],
  ['gifWithScript', 'text/html', 'attachment', 'text/html'],
  ['gifWithScript', 'text/javascript', 'attachment', 'text/javascript'],
  ['pdf', 'text/html', 'attachment', 'text/html'],
  ['mp3', 'text/html', 'attachment', 'text/html'],
  ['zip', 'application/zip', 'attachment', 'application/zip'],
  ['zip', 'image/png', 'attachment', 'image/png'],
  ['binary', 'text/plain', 'attachment', 'text/plain'],
  ['latin1', 'text/plain', 'attachment', 'text/plain'],
  ['utf16', 'text/plain', 'attachment', 'text/plain'],
  ['binary', 'nonsense', 'attachment', 'application/octet-stream'],
  // Without a declared type the bytes decide.
  ['png', undefined, 'inline', 'image/png'],
  ['png', 'application/octet-stream', 'inline', 'image/png'],
  ['pdf', 'application/octet-stream', 'inline', 'application/pdf'],
  ['text', undefined, 'inline', 'text/plain; charset=utf-8'],
  ['html', undefined, 'inline', 'text/plain; charset=utf-8'],
  ['svg', undefined, 'inline', 'text/plain; charset=utf-8'],
  ['longText', undefined, 'inline', 'text/plain; charset=utf-8'],
  ['text', 'application/octet-stream', 'attachment', 'application/octet-stream'],
  ['binary', undefined, 'attachment', 'application/octet-stream'],
  ['zip', undefined, 'attachment', 'application/zip'],
];

for (const [bytes, declared, disposition, contentType] of rows)
  test(`${bytes} ${typeWords(declared)}: ${disposition}, ${contentType}`, async () => {
    const { essence, inline } = await judgeContentType(
      declared,
      files[bytes].subarray(0, sniffedBytes),
    );
    assert.equal(essence, contentType.split(';')[0]);
    assert.equal(inline ? 'inline' : 'attachment', disposition);
  });

describe('the type of an object', () => {
  const { server, owner } = serverOfSuite('sqlite');

  for (const [bytes, declared, disposition, contentType] of [
    ['longText', undefined, 'inline', 'text/plain; charset=utf-8'],
    ['text', 'text/plain; charset=iso-8859-1', 'inline', 'text/plain; charset=utf-8'],
    ['png', 'image/png', 'inline', 'image/png'],
    ['html', 'image/png', 'attachment', 'image/png'],
  ] satisfies Row[])
    test(`is in its headers: ${bytes} ${typeWords(declared)}`, async () => {
      const target = `${storage}/${(await newResource(server, owner.key, 'storage')).id}?key=a`;
      const type = declared === undefined ? '' : `Content-Type: ${declared}\r\n`;
      const body = Buffer.concat([
        Buffer.from(`--b\r\nContent-Disposition: form-data; name="file"\r\n${type}\r\n`),
        files[bytes],
        Buffer.from('\r\n--b--\r\n'),
      ]);
      const form = { 'content-type': 'multipart/form-data; boundary=b' };
      const sent = await owner.send('POST', target, body, form);
      assert.equal(sent.json.contentType, contentType.split(';')[0], sent.text);
      const { headers } = await owner.send('GET', target);
      assert.equal(headers.get('content-disposition')?.split(';')[0], disposition);
      assert.equal(headers.get('content-type'), contentType);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'; sandbox");
    });
});

test('no bytes and no declaration make a type that fails, and only harmless ones are shown', async () => {
  const start = fc.constantFrom(
    ...Object.values(files),
    Buffer.from('OggS'),
    Buffer.from('0&²u', 'latin1'),
  );
  const bytes = fc.tuple(start, fc.nat(40), fc.uint8Array({ maxLength: 300 }));
  const declared = fc.option(
    fc.oneof(fc.string(), fc.constantFrom('image/png', 'text/plain', 'video/mp4', 'text/html')),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(bytes, declared, async ([first, length, rest], type) => {
      const file = Buffer.concat([first.subarray(0, length), rest]);
      const { essence, inline } = await judgeContentType(type, file);
      assert.match(essence, /^[!#-'*+\-.0-9A-Z^-z|~]+\/[!#-'*+\-.0-9A-Z^-z|~]+$/);
      if (inline)
        assert.match(essence, /^(image\/(?!svg)|audio\/|video\/|application\/pdf$|text\/plain$)/);
    }),
    { numRuns: 1_000 },
  );
});

function typeWords(declared: string | undefined): string {
  return declared === undefined ? 'without a type' : `as ${declared}`;
}
