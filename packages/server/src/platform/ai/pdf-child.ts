/** Child process that parses untrusted PDF files, so that a crash or an exploit stays in it. */
import { getDocumentProxy } from 'unpdf';
import { serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import type { PdfRequest, PdfText } from './pdf-messages.ts';

// An unhandled rejection of the parser must not affect the next file.
process.on('unhandledRejection', () => {});

await watchMemory();
serveRequests<PdfRequest>((request, { takeChunks }) =>
  textOf(request, new Uint8Array(Buffer.concat(takeChunks()))),
);

async function textOf(
  { pagesMax, charactersMax }: PdfRequest,
  bytes: Uint8Array,
): Promise<PdfText> {
  const pages: string[] = [];
  let pageCount = 0;
  try {
    const document = await getDocumentProxy(bytes, {
      useWorkerFetch: false,
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    });
    pageCount = document.numPages;
    let left = charactersMax;
    for (let number = 1; number <= Math.min(pageCount, pagesMax) && left > 0; number += 1) {
      const text = (await pageText(document, number)).slice(0, left);
      left -= text.length;
      pages.push(text);
    }
    await document.loadingTask.destroy();
    if (pages.every((text) => text === '')) return { pages: [], pageCount, fault: 'scanned' };
    if (left <= 0 || pageCount > pages.length) return { pages, pageCount, fault: 'long' };
    return { pages, pageCount };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { pages: [], pageCount, fault: isLocked ? 'locked' : 'broken' };
  }
}

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
