/** Small files made to take long to read, by format: each is refused, or costs what an honest one does. */
import { deflateSync } from 'node:zlib';
import type { SentSource } from '../sources/sent-source.ts';
import { jpegOfScans, pictureOf } from './hostile-pictures.ts';
import { docxOf, sheetOf } from './office-file.ts';
import { catalog, streamOf, withObjects } from './pdf-file.ts';

type Make = () => SentSource;

const page = (resources: string, contents = '4 0 R') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << ${resources} >> >>`;
const pagesOf = (kids: string, count: number) =>
  `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`;
const onePage = (resources: string, contents?: string) => [
  catalog,
  pagesOf('3 0 R', 1),
  page(resources, contents),
];
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>';
const form = (text: string, resources: string) =>
  streamOf(
    Buffer.from(text),
    `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${resources} >>`,
  );
const text = (words: string) => Buffer.from(`BT /F1 12 Tf 72 720 Td (${words}) Tj ET`);
const times = (part: string, count: number) => part.repeat(count);

/** Forms in which each one draws the next one twice. */
function nestedForms(leaf: string): Buffer {
  const levels = 40;
  const forms = Array.from({ length: levels }, (_, level) =>
    level === levels - 1
      ? form(leaf, '/Font << /F1 5 0 R >>')
      : form('/N Do /N Do', `/XObject << /N ${7 + level} 0 R >>`),
  );
  return withObjects([
    ...onePage('/XObject << /N 6 0 R >>'),
    streamOf(Buffer.from('/N Do'), ''),
    font,
    ...forms,
  ]);
}

/** The same without a letter, with two copies of each form, so that no reader sees one twice under one name. */
function pairedForms(): Buffer {
  const levels = 40;
  const forms = Array.from({ length: levels * 2 }, (_, index) => {
    const next = 6 + (index - (index % 2));
    return form('/A Do /B Do', `/XObject << /A ${next + 1} 0 R /B ${next + 2} 0 R >>`);
  });
  return withObjects([
    ...onePage('/XObject << /A 5 0 R /B 6 0 R >>'),
    streamOf(Buffer.from('/A Do /B Do'), ''),
    ...forms,
    form('', ''),
    form('', ''),
  ]);
}

function pageTimes(count: number, stated = count): Buffer {
  return withObjects([
    catalog,
    pagesOf(times('3 0 R ', count), stated),
    page('/Font << /F1 5 0 R >>'),
    streamOf(text('Tea 50'), ''),
    font,
  ]);
}

function contentTimes(count: number): Buffer {
  const content = deflateSync(Buffer.from(times('BT /F1 12 Tf (Tea) Tj ET ', 20_000)));
  return withObjects([
    ...onePage('/Font << /F1 5 0 R >>', `[${times('4 0 R ', count)}]`),
    streamOf(content, '/Filter /FlateDecode'),
    font,
  ]);
}

function contentOf(content: Buffer, filter = '/FlateDecode', layers = 1): Buffer {
  let packed = content;
  for (let layer = 0; layer < layers; layer += 1) packed = deflateSync(packed);
  const filters = times(`${filter} `, layers);
  return withObjects([
    ...onePage('/Font << /F1 5 0 R >>'),
    streamOf(packed, `/Filter [${filters}]`),
    font,
  ]);
}

function fontWith(toUnicode: string): Buffer {
  const map =
    `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange ` +
    `${toUnicode} endcmap end`;
  return withObjects([
    ...onePage('/Font << /F1 5 0 R >>'),
    streamOf(text('Tea'), ''),
    '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ' +
      '/Supplement 0 >> /FontDescriptor 8 0 R >>',
    streamOf(deflateSync(Buffer.from(map)), '/Filter /FlateDecode'),
    '<< /Type /FontDescriptor /FontName /X /Flags 4 >>',
  ]);
}

/** A picture of a page without letters, as a reader of scans unpacks it. */
function pdfOfJpeg(jpeg: Buffer, count = 1): Buffer {
  return withObjects([
    ...onePage('/XObject << /P 5 0 R >>'),
    streamOf(Buffer.from(`q 595 0 0 842 0 0 cm ${times('/P Do ', count)}Q`), ''),
    streamOf(
      jpeg,
      '/Type /XObject /Subtype /Image /Width 2000 /Height 2000 /ColorSpace /DeviceGray /BitsPerComponent 8 ' +
        '/Filter /DCTDecode',
    ),
  ]);
}

export const hostilePdfs: { readonly [name: string]: Make } = {
  'forms in forms, each drawing the next one twice': () => ({
    bytes: nestedForms('BT /F1 9 Tf (Tea 50) Tj ET'),
  }),
  'forms in forms around a blank': () => ({ bytes: nestedForms('BT /F1 9 Tf ( ) Tj ET') }),
  'pairs of forms without a letter': () => ({ bytes: pairedForms() }),
  'one page listed 300,000 times': () => ({ bytes: pageTimes(300_000) }),
  'one page listed 300,000 times and counted once': () => ({ bytes: pageTimes(300_000, 400) }),
  'a content listed 20,000 times': () => ({ bytes: contentTimes(20_000) }),
  'a content of 400 MB in three layers': () => ({
    bytes: contentOf(Buffer.alloc(400 * 1024 * 1024, ' '), '/FlateDecode', 3),
  }),
  'a content of five million operators': () => ({
    bytes: contentOf(Buffer.from(times('q Q\n', 5_000_000)), '/FlateDecode', 2),
  }),
  'one list of ten million texts': () => ({
    bytes: contentOf(
      Buffer.from(`BT /F1 9 Tf [${times('(a)', 10_000_000)}] TJ ET`),
      '/FlateDecode',
      2,
    ),
  }),
  'a text of 100 million letters': () => ({
    bytes: contentOf(
      Buffer.from(`BT /F1 9 Tf (${times('a', 100_000_000)}) Tj ET`),
      '/FlateDecode',
      2,
    ),
  }),
  'ranges of letters without an end': () => ({
    bytes: fontWith(times('1 beginbfrange <0000> <FFFFFE> <0041> endbfrange\n', 200)),
  }),
  'ten thousand ranges over all letters': () => ({
    bytes: fontWith(times('1 beginbfrange <0000> <FFFF> <0041> endbfrange\n', 10_000)),
  }),
  'a scan of 20,000 passes': () => ({ bytes: pdfOfJpeg(jpegOfScans(2_000, 20_000)) }),
};

const sheetXml = (rows: string) => ({ bytes: sheetOf(rows) });

export const hostileOffice: { readonly [name: string]: Make } = {
  'a table of two million empty cells': () => ({
    bytes: docxOf([{ text: 'x' }], {
      'word/document.xml': wordXml(
        `<w:tbl>${times(`<w:tr>${times('<w:tc/>', 1_000)}</w:tr>`, 2_000)}</w:tbl>`,
      ),
    }),
  }),
  'a million merged cells': () => ({
    bytes: docxOf([{ text: 'x' }], {
      'word/document.xml': wordXml(
        `<w:tbl>${times(`<w:tr>${times(mergedCell, 100)}</w:tr>`, 3_000)}</w:tbl>`,
      ),
    }),
  }),
  'a million paragraphs': () => ({
    bytes: docxOf([{ text: 'x' }], {
      'word/document.xml': wordXml(times('<w:p><w:r><w:t>a</w:t></w:r></w:p>', 1_000_000)),
    }),
  }),
  'fields in fields': () => ({
    bytes: docxOf([{ text: 'x' }], {
      'word/document.xml': wordXml(`<w:p>${times(openField, 20_000)}</w:p>`),
    }),
  }),
  'styles based on each other': () => ({
    bytes: docxOf([{ text: 'x' }], {
      'word/styles.xml': wordXml(
        '',
        times(
          '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="A"/></w:style>',
          200_000,
        ),
      ),
    }),
  }),
  'a million rows of one cell': () =>
    sheetXml(
      Array.from(
        { length: 600_000 },
        (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
      ).join(''),
    ),
};

function wordXml(body: string, styles?: string): string {
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return styles === undefined
    ? `<w:document ${space}><w:body>${body}</w:body></w:document>`
    : `<w:styles ${space}>${styles}</w:styles>`;
}

const html = (bytes: string) => ({ bytes, type: 'text/html' });
const markdown = (bytes: string) => ({ bytes, type: 'text/markdown' });

export const hostileTexts: { readonly [name: string]: Make } = {
  'elements that nest 200,000 deep': () =>
    html(`${times('<div>', 200_000)}x${times('</div>', 200_000)}`),
  'paragraphs that never end': () => html(times('<p><b><i><u>', 200_000)),
  'a row of a million cells': () =>
    html(`<table><tr>${times('<td>a</td>', 1_000_000)}</tr></table>`),
  'lists that nest 5,000 deep': () =>
    markdown(Array.from({ length: 2_000 }, (_, at) => `${times(' ', at * 2)}- a`).join('\n')),
  'brackets without an end': () => markdown(times('[', 100_000)),
  'links in links': () => markdown(times('[a](', 50_000)),
  'stars without an end': () => markdown(times('*a **a ', 50_000)),
  'underlines around letters': () => markdown(times('_a__', 100_000)),
  'backticks of every length': () =>
    markdown(Array.from({ length: 2_000 }, (_, at) => times('`', at + 1)).join(' ')),
  'a table of 10,000 columns': () =>
    markdown(
      `|${times('a|', 10_000)}\n|${times('-|', 10_000)}\n${times(`|${times('a|', 100)}\n`, 2_000)}`,
    ),
  'tags that do not end': () => markdown(times('<a ', 100_000)),
  'angle brackets': () => markdown(times('<', 300_000)),
  'comments that do not end': () => markdown(times('<!--', 100_000)),
  autolinks: () => markdown(times('a@a.', 200_000)),
};

export const hostilePictures: { readonly [name: string]: Make } = {
  'a JPEG of 20,000 passes': () => ({ bytes: jpegOfScans(2_000, 20_000) }),
  'a large JPEG of 200 passes': () => ({ bytes: jpegOfScans(5_400, 200) }),
  'a PNG of small letters': () => ({ bytes: pictureOf('letters', 2_400) }),
};

const mergedCell = '<w:tc><w:tcPr><w:gridSpan w:val="9999"/><w:vMerge/></w:tcPr></w:tc>';
const openField = [
  '<w:fldChar w:fldCharType="begin"/>',
  '<w:instrText>HYPERLINK "a"</w:instrText>',
  '<w:fldChar w:fldCharType="separate"/>',
  '<w:t>a</w:t>',
]
  .map((run) => `<w:r>${run}</w:r>`)
  .join('');
