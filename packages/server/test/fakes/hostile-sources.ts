/** Small files that were made to take a long time to read, by format: each is refused, or costs what an honest one does. */
import { deflateSync } from 'node:zlib';
import type { SentSource } from '../sources/sent-source.ts';
import { jpegOfScans, pictureOf, pngOf } from './hostile-pictures.ts';
import { docxOf, sheetOf, xlsxOf, zipOf } from './office-file.ts';
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

/** A tree of pages in which each node holds the next one many times. */
function pageTree(): Buffer {
  const nodes = Array.from(
    { length: 30 },
    (_, level) => `<< /Type /Pages /Kids [${times(`${3 + level} 0 R `, 20)}] >>`,
  );
  return withObjects([catalog, ...nodes, page('', '99 0 R')]);
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

/** A compact font whose glyphs call routines that call routines, ten deep and twenty wide. */
function callingFont(): Buffer {
  const index = (items: readonly Buffer[]) => {
    if (items.length === 0) return Buffer.from([0, 0]);
    const offsets = [1];
    for (const item of items) offsets.push((offsets.at(-1) ?? 1) + item.length);
    return Buffer.concat([
      Buffer.from([items.length >> 8, items.length & 255, 2]),
      ...offsets.map((at) => Buffer.from([at >> 8, at & 255])),
      ...items,
    ]);
  };
  const long = (value: number) => Buffer.from([29, 0, 0, value >> 8, value & 255]);
  const call = (number: number) => [number - 107 + 139, 29];
  const routines = Array.from({ length: 12 }, (_, level) =>
    Buffer.from(
      level === 11 ? [11] : [...Array.from({ length: 20 }, () => call(level + 1)).flat(), 11],
    ),
  );
  const glyph = Buffer.from([...Array.from({ length: 20 }, () => call(0)).flat(), 14]);
  const glyphs = index([Buffer.from([14]), glyph]);
  const subroutines = index(routines);
  const names = index([Buffer.from('X')]);
  const strings = index([]);
  const head = Buffer.from([1, 0, 4, 2]);
  const dictionary = (at: number) => index([Buffer.concat([long(at), Buffer.from([17])])]);
  const start = head.length + names.length + dictionary(0).length + strings.length;
  const file = Buffer.concat([
    head,
    names,
    dictionary(start + subroutines.length),
    strings,
    subroutines,
    glyphs,
  ]);
  return withObjects([
    ...onePage('/Font << /F1 5 0 R >>'),
    streamOf(text('Tea'), ''),
    '<< /Type /Font /Subtype /Type1 /BaseFont /X /FontDescriptor 6 0 R /FirstChar 65 /LastChar 66 /Widths [500 500] >>',
    '<< /Type /FontDescriptor /FontName /X /Flags 4 /FontFile3 7 0 R >>',
    streamOf(file, '/Subtype /Type1C'),
  ]);
}

function brokenIndex(count: number): Buffer {
  return Buffer.from(
    `%PDF-1.7\n${times('1 0 obj\n<< /A 1 >>\nendobj\n', count)}trailer << /Root 1 0 R >>`,
  );
}

/** Streams in which each holds objects and names the one before. */
function objectStreams(): Buffer {
  const numbers = Array.from({ length: 200_000 }, (_, index) => `${index + 9} 0`).join(' ');
  const packed = deflateSync(Buffer.from(`${numbers} ${times('1 ', 200_000)}`));
  return withObjects([
    ...onePage('/Font 5 0 R'),
    streamOf(Buffer.from('BT /F1 1 Tf (x) Tj ET'), ''),
    streamOf(packed, `/Type /ObjStm /N 200000 /First ${numbers.length + 1} /Filter /FlateDecode`),
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

const inlinePictures = (count: number) =>
  contentOf(Buffer.from(times('q BI /W 1 /H 1 /CS /G /BPC 8 ID x EI Q\n', count)));
const unclosedPictures = (count: number) =>
  contentOf(Buffer.from(times('BI /W 9 /H 9 /CS /G /BPC 8 ID xx E I EII ', count)));

export const hostilePdfs: { readonly [name: string]: Make } = {
  'forms in forms, each drawing the next one twice': () => ({
    bytes: nestedForms('BT /F1 9 Tf (Tea 50) Tj ET'),
  }),
  'forms in forms around a blank': () => ({ bytes: nestedForms('BT /F1 9 Tf ( ) Tj ET') }),
  'pairs of forms without a letter': () => ({ bytes: pairedForms() }),
  'one page listed 300,000 times': () => ({ bytes: pageTimes(300_000) }),
  'one page listed 300,000 times and counted once': () => ({ bytes: pageTimes(300_000, 400) }),
  'pages in pages in pages': () => ({ bytes: pageTree() }),
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
  'brackets that nest a million deep': () => ({
    bytes: contentOf(Buffer.from(times('[', 1_000_000)), '/FlateDecode', 1),
  }),
  'a million fonts set': () => ({
    bytes: contentOf(
      Buffer.from(`BT ${times('/F1 9 Tf ', 1_000_000)} (a) Tj ET`),
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
  'glyphs that call routines that call routines': () => ({ bytes: callingFont() }),
  'one object written 200,000 times without an index': () => ({ bytes: brokenIndex(200_000) }),
  'a stream of 200,000 objects': () => ({ bytes: objectStreams() }),
  '100,000 pictures within a content': () => ({ bytes: inlinePictures(100_000) }),
  '100,000 pictures that do not end': () => ({ bytes: unclosedPictures(100_000) }),
  'a scan of 20,000 passes': () => ({ bytes: pdfOfJpeg(jpegOfScans(2_000, 20_000)) }),
  'a scan drawn 5,000 times': () => ({ bytes: pdfOfJpeg(jpegOfScans(2_000, 1), 5_000) }),
};

const sheetXml = (rows: string) => ({ bytes: sheetOf(rows) });
const letters = (count: number) => times('a', count);

export const hostileOffice: { readonly [name: string]: Make } = {
  'tables in tables': () => {
    const depth = 3_000;
    return {
      bytes: docxOf([{ text: 'x' }], {
        'word/document.xml': wordXml(
          `${times('<w:tbl><w:tr><w:tc>', depth)}<w:p/>${times('</w:tc></w:tr></w:tbl>', depth)}`,
        ),
      }),
    };
  },
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
        `<w:tbl>${times(`<w:tr>${times('<w:tc><w:tcPr><w:gridSpan w:val="9999"/><w:vMerge/></w:tcPr></w:tc>', 100)}</w:tr>`, 3_000)}</w:tbl>`,
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
      'word/document.xml': wordXml(
        `<w:p>${times('<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "a"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>a</w:t></w:r>', 20_000)}</w:p>`,
      ),
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
  'one shared text in five million cells': () => {
    const long = letters(30_000);
    return {
      bytes: xlsxOf([{ name: 'Prices', rows: [[long]] }], '', {
        'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${long}</t></si></sst>`,
        'xl/worksheets/sheet1.xml': sheetPart(
          times(`<row>${times('<c t="s"><v>0</v></c>', 100)}</row>`, 15_000),
        ),
      }),
    };
  },
  'a million shared texts': () => ({
    bytes: xlsxOf([{ name: 'Prices', rows: [['x']] }], '', {
      'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${times('<si><t>a</t></si>', 1_000_000)}</sst>`,
    }),
  }),
  'a shared text of a million runs': () => ({
    bytes: xlsxOf([{ name: 'Prices', rows: [['x']] }], '', {
      'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si>${times('<r><t>a</t></r>', 1_000_000)}</si></sst>`,
    }),
  }),
  'a million rows of one cell': () =>
    sheetXml(
      Array.from(
        { length: 600_000 },
        (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
      ).join(''),
    ),
  'a million merged ranges': () =>
    sheetXml(
      `<row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${times('<mergeCell ref="A1:XFD1048576"/>', 500_000)}</mergeCells><sheetData>`,
    ),
  'elements that nest 100,000 deep': () =>
    sheetXml(`${times('<a>', 100_000)}${times('</a>', 100_000)}`),
  'a thousand sheets of 400,000 empty cells': () => ({
    bytes: xlsxOf(Array.from({ length: 1_000 }, (_, at) => ({ name: `S${at}`, rows: [[1], [2]] }))),
  }),
  'attributes without an end': () => sheetXml(`<row ${times('a="b" ', 2_000_000)}r="1"></row>`),
  'a tag that almost ends': () => sheetXml(times('<c r="A1" a', 500_000)),
  '5,001 parts': () => ({
    bytes: zipOf(
      Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`word/a${at}.xml`, ''])),
    ),
  }),
};

function wordXml(body: string, styles?: string): string {
  const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  return styles === undefined
    ? `<w:document ${space}><w:body>${body}</w:body></w:document>`
    : `<w:styles ${space}>${styles}</w:styles>`;
}

function sheetPart(rows: string): string {
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
}

const html = (bytes: string) => ({ bytes, type: 'text/html' });
const markdown = (bytes: string) => ({ bytes, type: 'text/markdown' });
const csv = (bytes: string) => ({ bytes, type: 'text/csv' });
const plain = (bytes: string) => ({ bytes, type: 'text/plain' });

export const hostileTexts: { readonly [name: string]: Make } = {
  'elements that nest 200,000 deep': () =>
    html(`${times('<div>', 200_000)}x${times('</div>', 200_000)}`),
  'inline elements that nest 200,000 deep': () => html(`${times('<b>', 200_000)}x`),
  'paragraphs that never end': () => html(times('<p><b><i><u>', 200_000)),
  'tables in tables, as text': () =>
    html(`${times('<table><tr><td>', 250)}${times('<p>Tea 50</p>', 50_000)}`),
  'details in details': () =>
    html(`${times('<details><summary>a</summary>', 250)}${times('<p>Tea 50</p>', 50_000)}`),
  'lists in lists': () => html(`${times('<ul><li>', 125)}${times('<p>Tea 50</p>', 50_000)}`),
  'cells that span columns': () =>
    html(
      `<table>${times(`<tr>${times('<td colspan="1000" rowspan="1000">a</td>', 100)}</tr>`, 2_000)}</table>`,
    ),
  'a row of a million cells': () =>
    html(`<table><tr>${times('<td>a</td>', 1_000_000)}</tr></table>`),
  'rows of cells that are not closed': () => html(`<table>${times('<tr><td>', 300_000)}`),
  'headers in headers': () => html(times('<header>', 250) + times('<header>a</header>', 100_000)),
  'a class without an end': () =>
    html(
      times(`<div class="${times('nav-', 0)}${letters(200)} ${times(' ', 200)}">a</div>`, 20_000),
    ),
  'a style without an end': () => html(`<div style="${times('display:', 1_000_000)}">a</div>`),
  'data of many things': () =>
    html(
      `<script type="application/ld+json">[${times('{"@type":"Question","name":"<p>a</p>","acceptedAnswer":{"text":"<b>b</b>"}},', 50_000)}{}]</script>`,
    ),
  'data that is much asked for': () =>
    html(
      `<script type="application/ld+json">{"@type":"Product","name":"a","offers":${times('[{"offers":', 10)}${JSON.stringify(Array.from({ length: 100_000 }, () => ({ '@type': 'Product', name: 'a', offers: [] })))}${times('}]', 10)}}</script>`,
    ),
  'quotes in quotes': () => markdown(`${times('>', 50_000)} a`),
  'quotes in quotes, line by line': () => markdown(times(`${times('> ', 50)}a\n`, 5_000)),
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
  'references to references': () => markdown(times('[a]: b\n[a][a] ', 50_000)),
  'tags that do not end': () => markdown(times('<a ', 100_000)),
  entities: () => markdown(times('&', 500_000)),
  'blanks at the ends of lines': () => markdown(times(`${times(' ', 1_000)}\n`, 5_000)),
  'angle brackets': () => markdown(times('<', 300_000)),
  'comments that do not end': () => markdown(times('<!--', 100_000)),
  'blanks before a bar': () => markdown(`a|b\n-|-\n${times(' ', 500_000)}|`),
  autolinks: () => markdown(times('a@a.', 200_000)),
  'autolinks of dots': () => markdown(`www.${times('a.', 200_000)}`),
  'a row of ten million commas': () => csv(times(',', 10_000_000)),
  'a quote that does not end': () => csv(`a,b\n"${times('a""', 3_000_000)}`),
  '20,000 rows of 1,000 columns': () => csv(times(`${times('a,', 500)}\n`, 20_000)),
  '20,000 rows of prices': () => csv(`item,price\n${times('Tea,50\n', 20_000)}`),
  'prices in every cell': () => csv(times(`${times('KES 50,', 100)}\n`, 10_000)),
  'titles of blanks': () => csv(times(`${times(' ', 1_000_000)}\n`, 10)),
  'a line of blanks': () => plain(`Tea${times(' ', 10_000_000)}50`),
  'lines in capitals': () => plain(times('TEA AND MILK\n', 500_000)),
  'underlined lines': () => plain(times('Tea\n---\n', 500_000)),
  'lines with colons': () => plain(times('Tea:\n', 500_000)),
  'hours in a line': () => plain(times('Mon - Fri 8:00 am - 5:00 pm, ', 200_000)),
  'prices in a line': () => plain(times('Tea KES 50 ', 500_000)),
  'dots in a line': () => plain(`Tea ${times('.', 5_000_000)} 50`),
  'dots and blanks': () => plain(times('. ', 2_000_000)),
  digits: () => plain(times('1', 5_000_000)),
  'digits and commas': () => plain(times('1,', 2_500_000)),
  questions: () => plain(times('Q: a?\nA: b\n', 200_000)),
  dashes: () => plain(times('- ', 2_000_000)),
  'combining marks': () => plain(`a${times('\u0301\u0323', 500_000)}`),
  'different lines': () =>
    plain(Array.from({ length: 100_000 }, (_, at) => `Item ${at} ..... KES ${at}`).join('\n')),
};

export const hostilePictures: { readonly [name: string]: Make } = {
  'a JPEG of 20,000 passes': () => ({ bytes: jpegOfScans(2_000, 20_000) }),
  'a large JPEG of 200 passes': () => ({ bytes: jpegOfScans(5_400, 200) }),
  'a JPEG of 15 passes': () => ({ bytes: jpegOfScans(5_400, 15) }),
  'a PNG that unpacks to 400 MB': () => ({
    bytes: pngOf(100, 100, Buffer.alloc(400 * 1024 * 1024)),
  }),
  'a PNG of 30 megapixels': () => ({ bytes: pngOf(6_000, 5_000, Buffer.alloc(5_000 * 6_001)) }),
  'a PNG of noise': () => ({ bytes: pictureOf('noise', 2_400) }),
  'a PNG of blots': () => ({ bytes: pictureOf('blots', 2_400) }),
  'a PNG of small letters': () => ({ bytes: pictureOf('letters', 2_400) }),
  'a PNG of stripes': () => ({ bytes: pictureOf('stripes', 2_400) }),
};
