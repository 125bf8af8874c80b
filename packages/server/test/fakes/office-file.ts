/** Word and Excel files written by hand, honest and otherwise. */
import { zipSync } from 'fflate';

const utf8 = new TextEncoder();
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org';
const relations = `${office}/package/2006/relationships`;
const linked = `${office}/officeDocument/2006/relationships`;

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

type Parts = { readonly [name: string]: string | Uint8Array };

export function zipOf(parts: Parts): Buffer {
  const entries = Object.entries(parts).map(([name, part]) => [
    name,
    typeof part === 'string' ? utf8.encode(part) : part,
  ]);
  return Buffer.from(zipSync(Object.fromEntries(entries)));
}

type DocxBlock =
  | { readonly heading: string; readonly level?: number }
  | { readonly text: string; readonly isBold?: boolean }
  | { readonly items: readonly string[] }
  | { readonly rows: readonly (readonly string[])[] };

export function docxOf(blocks: readonly DocxBlock[], more: Parts = {}): Buffer {
  const w = `xmlns:w="${office}/wordprocessingml/2006/main"`;
  const body = blocks.map(docxBlock).join('');
  return zipOf({
    '[Content_Types].xml':
      `${head}<Types xmlns="${office}/package/2006/content-types">` +
      `<Default Extension="xml" ContentType="application/xml"/>` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/word/document.xml" ContentType="${wordType}"/>` +
      `</Types>`,
    '_rels/.rels':
      `${head}<Relationships xmlns="${relations}">` +
      `<Relationship Id="r1" Type="${linked}/officeDocument" Target="word/document.xml"/>` +
      `</Relationships>`,
    'word/_rels/document.xml.rels':
      `${head}<Relationships xmlns="${relations}">` +
      `<Relationship Id="r1" Type="${linked}/styles" Target="styles.xml"/>` +
      `<Relationship Id="r2" Type="${linked}/numbering" Target="numbering.xml"/>` +
      `</Relationships>`,
    'word/styles.xml': `${head}<w:styles ${w}>${[1, 2]
      .map(
        (level) =>
          `<w:style w:type="paragraph" w:styleId="Heading${level}">` +
          `<w:name w:val="heading ${level}"/></w:style>`,
      )
      .join('')}</w:styles>`,
    'word/numbering.xml':
      `${head}<w:numbering ${w}>` +
      `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>` +
      `</w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>` +
      `</w:numbering>`,
    'word/document.xml': `${head}<w:document ${w}><w:body>${body}</w:body></w:document>`,
    ...more,
  });
}

function docxBlock(block: DocxBlock): string {
  if ('heading' in block)
    return paragraph(block.heading, `<w:pStyle w:val="Heading${block.level ?? 1}"/>`);
  if ('items' in block)
    return block.items
      .map((item) => paragraph(item, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'))
      .join('');
  if ('rows' in block) return `<w:tbl>${block.rows.map(tableRow).join('')}</w:tbl>`;
  return paragraph(block.text, '', block.isBold === true ? '<w:rPr><w:b/></w:rPr>' : '');
}

function tableRow(row: readonly string[]): string {
  return `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;
}

function paragraph(text: string, properties = '', run = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r>${run}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
}

type CellValue = string | number;

interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly CellValue[])[];
}

/** `format`: the number format of every number, such as `"KES" #,##0`. */
export function xlsxOf(sheets: readonly Sheet[], format = '', more: Parts = {}): Buffer {
  const main = `xmlns="${office}/spreadsheetml/2006/main"`;
  const styles =
    format === ''
      ? ''
      : `<numFmts count="1"><numFmt numFmtId="164" formatCode="${escaped(format)}"/></numFmts>`;
  const listed = sheets.map(({ name }, index) => {
    const id = index + 1;
    return `<sheet name="${escaped(name)}" sheetId="${id}" r:id="r${id}"/>`;
  });
  const related = sheets.map((_, index) => {
    const target = `worksheets/sheet${index + 1}.xml`;
    return `<Relationship Id="r${index + 1}" Type="${linked}/worksheet" Target="${target}"/>`;
  });
  return zipOf({
    '[Content_Types].xml': `${head}<Types xmlns="${office}/package/2006/content-types"/>`,
    '_rels/.rels':
      `${head}<Relationships xmlns="${relations}">` +
      `<Relationship Id="r1" Type="${linked}/officeDocument" Target="xl/workbook.xml"/>` +
      `</Relationships>`,
    'xl/workbook.xml':
      `${head}<workbook ${main} xmlns:r="${linked}">` +
      `<sheets>${listed.join('')}</sheets>` +
      `</workbook>`,
    'xl/_rels/workbook.xml.rels':
      `${head}<Relationships xmlns="${relations}">${related.join('')}` +
      `<Relationship Id="rs" Type="${linked}/styles" Target="styles.xml"/>` +
      `</Relationships>`,
    'xl/styles.xml':
      `${head}<styleSheet ${main}>${styles}<cellXfs count="2">` +
      `<xf numFmtId="0"/>` +
      `<xf numFmtId="${format === '' ? 0 : 164}" applyNumberFormat="1"/></cellXfs>` +
      `</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ rows }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${head}<worksheet ${main}><sheetData>${rows.map(sheetRow).join('')}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  });
}

/** An xlsx file with one sheet; `rows` is the XML of its rows. */
export function sheetOf(rows: string): Buffer {
  const main = `xmlns="${office}/spreadsheetml/2006/main" xmlns:x="${office}/spreadsheetml/2006/main"`;
  return xlsxOf([{ name: 'Prices', rows: [] }], '', {
    'xl/worksheets/sheet1.xml': `${head}<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`,
  });
}

function sheetRow(cells: readonly CellValue[], index: number): string {
  const written = cells.map((value, column) => {
    const place = `${String.fromCharCode(65 + column)}${index + 1}`;
    return typeof value === 'number'
      ? `<c r="${place}" s="1"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  });
  return `<row r="${index + 1}">${written.join('')}</row>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** A Word file of a few kilobytes whose document has `megabytes` when it is unpacked. */
export function swellingDocx(megabytes: number): Buffer {
  return docxOf([], { 'word/document.xml': new Uint8Array(megabytes * 1024 * 1024).fill(0x20) });
}

/** The same, which says of itself that it unpacks to a few bytes. */
export function lyingDocx(megabytes: number): Buffer {
  const file = swellingDocx(megabytes);
  const size = megabytes * 1024 * 1024;
  // In the header of the entry and in the directory at the end.
  for (let at = 0; at + 4 <= file.length; at += 1)
    if (file.readUInt32LE(at) === size) file.writeUInt32LE(900, at);
  return file;
}

/** Entities that would be expanded to gigabytes. */
export function entityDocx(): Buffer {
  const levels = Array.from({ length: 9 }, (_, level) =>
    level === 0
      ? '<!ENTITY e0 "aaaaaaaaaa">'
      : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
  );
  return docxOf([], {
    'word/document.xml':
      `${head}<!DOCTYPE w [${levels.join('')}]>` +
      `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r>` +
      `<w:t>&e8;</w:t></w:r></w:p></w:body></w:document>`,
  });
}
