/** PDF files written by hand, honest and otherwise. */
import { deflateSync } from 'node:zlib';

/** Pages of lines in Helvetica. */
export function pdfOf(pages: readonly (readonly string[])[], isCompressed = false): Buffer {
  const contents = pages.map((lines) => textContent(lines));
  return assembled(
    contents.map((content) => ({ content, isCompressed })),
    '',
  );
}

function textContent(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`);
  return Buffer.from(`BT /F1 12 Tf 72 720 Td 14 TL ${shown.join(' ')} ET`, 'latin1');
}

/** One that opens with a password only. */
export function lockedPdf(): Buffer {
  const odd = 'ab'.repeat(32);
  return assembled(
    [{ content: textContent(['secret']), isCompressed: false }],
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${odd}> /U <${odd}> /P -44 >> /ID [<00> <00>]`,
  );
}

/** A page with a picture and not one letter. */
export function scannedPdf(): Buffer {
  const picture = 'q 100 0 0 100 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \xff EI Q\n0 0 100 100 re f';
  return assembled([{ content: Buffer.from(picture, 'latin1'), isCompressed: false }], '');
}

/** A page that is one JPEG, as scanners make them. */
export function pdfOfPicture(
  jpeg: Buffer,
  {
    width,
    height,
    rotate,
  }: { readonly width: number; readonly height: number; readonly rotate: number },
): Buffer {
  return withObjects([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Rotate ${rotate} /Contents 4 0 R ` +
      '/Resources << /XObject << /P 5 0 R >> >> >>',
    streamOf(Buffer.from('q 595 0 0 842 0 0 cm /P Do Q'), ''),
    streamOf(
      jpeg,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        '/BitsPerComponent 8 /Filter /DCTDecode',
    ),
  ]);
}

/** A page with a font that would have two gigabytes. */
export function swellingPdf(): Buffer {
  // Each pair of these bytes unpacks to 128 of them, in both layers.
  const font = Buffer.alloc(512 * 1024, 129);
  return withObjects([
    catalog,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    streamOf(textContent(['Too large.']), ''),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Large /FontDescriptor 6 0 R >>',
    '<< /Type /FontDescriptor /FontName /Large /Flags 32 /FontFile 7 0 R >>',
    streamOf(font, '/Filter [/RunLengthDecode /RunLengthDecode] /Length1 2000000000'),
  ]);
}

/** Pages that are their own parents, with an impossible count. */
export function endlessPdf(): Buffer {
  return withObjects([
    catalog,
    '<< /Type /Pages /Kids [2 0 R 2 0 R] /Parent 2 0 R /Count 1000000000 >>',
  ]);
}

/** Brackets in brackets, deeper than any stack. */
export function deepPdf(): Buffer {
  const depth = 2_000_000;
  return withObjects([
    catalog,
    `<< /Type /Pages /Kids ${'['.repeat(depth)}${']'.repeat(depth)} /Count 1 >>`,
  ]);
}

export const catalog = '<< /Type /Catalog /Pages 2 0 R >>';

interface Content {
  readonly content: Buffer;
  readonly isCompressed: boolean;
}

function assembled(pages: readonly Content[], trailer: string): Buffer {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`);
  return withObjects(
    [
      catalog,
      `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
      ...pages.flatMap(({ content, isCompressed }, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << ` +
          '/Font << /F1 3 0 R >> >> >>',
        isCompressed
          ? streamOf(deflateSync(content), '/Filter /FlateDecode')
          : streamOf(content, ''),
      ]),
    ],
    trailer,
  );
}

export function streamOf(bytes: Buffer, filter: string): Buffer {
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${filter} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

export function withObjects(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  let size = 9;
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      typeof object === 'string' ? Buffer.from(object, 'latin1') : object,
      Buffer.from('\nendobj\n'),
    ]);
    places.push(size);
    parts.push(part);
    size += part.length;
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  return Buffer.concat([
    ...parts,
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer << /Size ${count} /Root 1 0 R ${trailer} >>\n` +
        `startxref\n${size}\n%%EOF\n`,
    ),
  ]);
}
