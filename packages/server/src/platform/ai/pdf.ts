/** The text of a PDF file, page by page. */
import { getDocumentProxy } from 'unpdf';
import { type Cut, cutPages } from './documents.ts';

const pagesMax = 500;
const charactersMax = 1024 * 1024;

/** A file that cannot be parsed has no parts and a warning. */
export async function cutPdf(bytes: Uint8Array, title: string): Promise<Cut> {
  const pages: string[] = [];
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), {
      useWorkerFetch: false,
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    });
    const { numPages } = document;
    let left = charactersMax;
    for (let number = 1; number <= Math.min(numPages, pagesMax) && left > 0; number += 1) {
      const text = (await pageText(document, number)).slice(0, left);
      left -= text.length;
      pages.push(text);
    }
    await document.loadingTask.destroy();
    if (pages.every((text) => text === '')) return { parts: [], warning: warnings.scanned };
    const parts = cutPages(pages, title);
    return left <= 0 || numPages > pages.length ? { parts, warning: warnings.long } : { parts };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { parts: [], warning: isLocked ? warnings.locked : warnings.broken };
  }
}

const warnings = {
  broken: 'It is no PDF that can be read.',
  locked: 'It wants a password and is not read.',
  scanned: 'It has no text, only pictures of it.',
  long: 'It is very long; only its beginning is read.',
};

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>;

// A page that cannot be read counts as empty; the others are still used.
async function pageText(document: PdfDocument, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''));
    return text.join('').toWellFormed().replaceAll('\0', '').trim();
  } catch {
    return '';
  }
}
