/** Reads a file in the format that its bytes show, else its media type, else its name. */
import { invalid } from '../../../kernel/problem.ts';
import type { Progress, ReadText } from './blocks.ts';
import { decodeText, isText } from './decode-text.ts';
import { officeKind } from './office-zip.ts';

export interface FileNames {
  /** '' if it has none. */
  readonly name: string;
  /** The media type with its parameters. */
  readonly type: string;
}

export async function readFile(
  bytes: Uint8Array,
  names: FileNames,
  report: (progress: Progress) => void,
): Promise<ReadText> {
  if (bytes.length === 0) throw invalid('The file is empty.');
  if (startsWithin(bytes, '%PDF-', 1024)) return (await import('./pdf.ts')).readPdf(bytes, report);
  if (startsWithin(bytes, 'PK\u0003\u0004', 4)) return readOffice(bytes);
  if (startsWithin(bytes, '\u00d0\u00cf\u0011\u00e0', 4)) throw invalid(oldOffice);
  if (isPicture(bytes))
    return (await import('./picture.ts')).readPicture(bytes, (percent) =>
      report({ done: Math.round(percent), total: 100, unit: 'percent' }),
    );
  if (!isText(bytes) || startsWithin(bytes, '{\\rtf', 5)) throw invalid(unknownFormat);
  return readTextFile(bytes, names);
}

function isPicture(bytes: Uint8Array): boolean {
  const isWebp = startsWithin(bytes, 'RIFF', 4) && startsWithin(bytes.subarray(8), 'WEBP', 4);
  return (
    isWebp || startsWithin(bytes, '\u00ff\u00d8\u00ff', 3) || startsWithin(bytes, '\u0089PNG', 4)
  );
}

const knownFormats =
  'a PDF, Word (.docx), Excel (.xlsx), CSV, HTML, Markdown or plain text file, or a JPEG, PNG or WebP picture';
const unknownFormat = `This kind of file is not read: send ${knownFormats}.`;
const oldOffice =
  'This is an old Word or Excel file, or one that is locked with a password: ' +
  'save it as .docx or .xlsx without a password and send that.';

async function readOffice(bytes: Uint8Array): Promise<ReadText> {
  switch (officeKind(bytes)) {
    case 'docx':
      return (await import('./docx.ts')).readDocx(bytes);
    case 'xlsx':
      return (await import('./xlsx.ts')).readXlsx(bytes);
    case 'other':
      throw invalid(unknownFormat);
  }
}

async function readTextFile(bytes: Uint8Array, { name, type }: FileNames): Promise<ReadText> {
  const [media = '', ...parameters] = type.toLowerCase().split(';');
  const charset = parameters.map((part) => /^\s*charset="?([\w-]+)/.exec(part)?.[1]).find(Boolean);
  const text = decodeText(bytes, charset);
  switch (formOf(media.trim(), name.toLowerCase(), text)) {
    case 'html':
      return (await import('./html.ts')).readHtml(text, { isWholePage: true });
    case 'markdown':
      return (await import('./markdown.ts')).readMarkdown(text);
    case 'csv':
      return (await import('./sheet-text.ts')).readSheetText(text);
    case 'plain':
      return (await import('./plain.ts')).readPlain(text);
    case undefined:
      throw invalid(unknownFormat);
  }
}

type TextForm = 'html' | 'markdown' | 'csv' | 'plain';

function formOf(media: string, name: string, text: string): TextForm | undefined {
  const ending = /\.(\w+)$/.exec(name)?.[1] ?? '';
  if (media === 'text/html' || media === 'application/xhtml+xml') return 'html';
  if (media === 'text/markdown' || media === 'text/x-markdown') return 'markdown';
  if (csvTypes.has(media)) return 'csv';
  if (['html', 'htm', 'xhtml'].includes(ending)) return 'html';
  if (['md', 'markdown'].includes(ending)) return 'markdown';
  if (['csv', 'tsv'].includes(ending)) return 'csv';
  if (/^\s*(?:<!doctype html|<html[\s>])/i.test(text.slice(0, 1_000))) return 'html';
  if (media === 'text/plain' || ['txt', 'text'].includes(ending)) return 'plain';
  // Without a type it is taken as text.
  return media === '' || media === 'application/octet-stream' ? 'plain' : undefined;
}

// Windows sends CSV files as application/vnd.ms-excel.
const csvTypes = new Set([
  'text/csv',
  'application/csv',
  'text/tab-separated-values',
  'application/vnd.ms-excel',
  'text/comma-separated-values',
]);

function startsWithin(bytes: Uint8Array, mark: string, reach: number): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, reach)).includes(
    mark,
    0,
    'latin1',
  );
}
