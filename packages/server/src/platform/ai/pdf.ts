/** The text of a PDF file, page by page. */
import { openPdf, type PdfFile, UnreadablePdf } from '../../kernel/formats/pdf.ts';
import { TooManySteps } from '../../kernel/formats/pdf-steps.ts';
import { type DocumentParts, splitPages } from './documents.ts';

const pagesMax = 500;
const charactersMax = 1024 * 1024;

const warnings = {
  broken: 'It cannot be read as PDF.',
  locked: 'It wants a password and is not read.',
  heavy: 'It asks for far more work than its pages show and is left out.',
  scanned: 'It has no text, only pictures of it.',
  long: 'It is very long; only its beginning is read.',
};

/** A file that cannot be parsed has no parts and a warning. */
export async function splitPdf(bytes: Uint8Array, title: string): Promise<DocumentParts> {
  try {
    return await readPages(await openPdf(new Uint8Array(bytes)), title);
  } catch (error) {
    if (error instanceof TooManySteps) return { parts: [], warning: warnings.heavy };
    if (!(error instanceof UnreadablePdf)) throw error;
    return { parts: [], warning: error.isLocked ? warnings.locked : warnings.broken };
  }
}

async function readPages(file: PdfFile, title: string): Promise<DocumentParts> {
  const pages: string[] = [];
  let left = charactersMax;
  while (pages.length < Math.min(file.pageCount, pagesMax) && left > 0) {
    // A page that cannot be read counts as empty.
    const items = (await file.page(pages.length + 1)) ?? [];
    const text = items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join('');
    pages.push(text.toWellFormed().replaceAll('\0', '').trim().slice(0, left));
    left -= pages.at(-1)?.length ?? 0;
  }
  if (pages.every((text) => text === '')) return { parts: [], warning: warnings.scanned };
  const parts = splitPages(pages, title);
  return left <= 0 || file.pageCount > pages.length ? { parts, warning: warnings.long } : { parts };
}
