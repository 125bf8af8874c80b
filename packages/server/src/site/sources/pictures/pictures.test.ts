import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../../test/fixtures/server-process.ts';
import { reduced, upright } from './grey-picture.ts';
import { readPictureHeader } from './picture-header.ts';
import { packageFile, recognitionFault } from './recognition-files.ts';

const picture = (name: string) =>
  readFileSync(new URL(`../../../../test/source-pages/${name}`, import.meta.url));

/** The EXIF of a phone, with the bytes of numbers in either order. */
function exifOf(orientation: number, isLittle: boolean): Buffer {
  const tiff = Buffer.alloc(26);
  const write = (value: number, at: number, bytes: 2 | 4) =>
    isLittle ? tiff.writeUIntLE(value, at, bytes) : tiff.writeUIntBE(value, at, bytes);
  tiff.write(isLittle ? 'II' : 'MM', 'latin1');
  write(42, 2, 2);
  write(8, 4, 4);
  write(1, 8, 2);
  write(0x01_12, 10, 2);
  write(3, 12, 2);
  write(1, 14, 4);
  write(orientation, 18, 2);
  return tiff;
}

function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  const segment = Buffer.concat([Buffer.from('ffe10000', 'hex'), Buffer.from('Exif\0\0'), exif]);
  segment.writeUInt16BE(segment.length - 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

test('the size and the orientation of a picture are read from its first bytes', () => {
  const size = { width: 1050, height: 1300, orientation: 1, passes: 1 };
  assert.deepEqual(readPictureHeader(picture('photo.jpg')), size);
  assert.deepEqual(readPictureHeader(picture('table.png')), { ...size, width: 900, height: 1100 });
  assert.deepEqual(readPictureHeader(picture('board.webp')), {
    ...size,
    width: 1300,
    height: 1050,
  });
  for (const isLittle of [true, false])
    assert.deepEqual(
      readPictureHeader(withExif(picture('photo.jpg'), exifOf(6, isLittle).subarray())),
      { ...size, orientation: 6 },
    );
});

test('a header that is cut off, or of another format, is not read', () => {
  const whole = withExif(picture('photo.jpg'), exifOf(8, true));
  for (let end = 0; end < 60; end += 1)
    assert.equal(readPictureHeader(whole.subarray(0, end)), undefined, String(end));
  assert.equal(readPictureHeader(Buffer.from('GIF89a....................')), undefined);
});

test('each orientation of EXIF becomes upright', () => {
  // As the sensor stored it, row by row; upright it reads ab/cd/ef.
  const stored = [
    'ab cd ef',
    'ba dc fe',
    'fe dc ba',
    'ef cd ab',
    'ace bdf',
    'bdf ace',
    'fdb eca',
    'eca fdb',
  ];
  for (const [index, text] of stored.entries()) {
    const rows = text.split(' ');
    const width = rows[0]?.length ?? 0;
    const pixels = new Uint8Array(Buffer.from(rows.join('')));
    const turned = upright({ width, height: rows.length, pixels }, index + 1);
    assert.deepEqual(
      [Buffer.from(turned.pixels).toString(), turned.width, turned.height],
      ['abcdef', 2, 3],
      `orientation ${index + 1}`,
    );
  }
});

test('a large picture becomes smaller by the mean of its pixels', () => {
  const { width, height, pixels } = reduced({
    width: 4_800,
    height: 2,
    greyAt: (x) => (x % 2) * 200,
  });
  assert.deepEqual([width, height], [2_400, 1]);
  assert.ok(pixels.every((grey) => grey === 100));
});

test('text recognition with one changed byte is not used, and a sentence says so', (t) => {
  assert.equal(recognitionFault(), undefined);
  const folder = temporaryFolder(t);
  const bytes = readFileSync(
    packageFile('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'),
  );
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  const changed = path.join(folder, 'eng.gz');
  writeFileSync(changed, bytes);
  assert.equal(
    recognitionFault((file) => (file.includes('/eng/') ? changed : packageFile(file))),
    'The file @tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz is missing or not the recorded one, ' +
      'and is not used.',
  );
});
