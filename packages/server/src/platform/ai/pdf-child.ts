/** Child process that parses untrusted PDF files, so that a crash or an exploit stays in it. */
import { Worker } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import type { FromPdf, PdfText, ToPdf } from './pdf-messages.ts';

// Ctrl-C reaches the whole process group; the parent drains first and ends this child itself.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
// An unhandled rejection of the parser must not affect the next file.
process.on('unhandledRejection', () => {});

// In a worker thread, which keeps running while a file blocks this one.
new Worker(new URL('../../kernel/process/memory-watch.ts', import.meta.url), {
  workerData: { parent: process.ppid },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
}).unref();

process.on('message', (message: ToPdf) => {
  void textOf(message).then((text) => sendMessage({ id: message.id, ...text }));
});
sendMessage({ ready: true });

async function textOf({ bytes, pagesMax, charactersMax }: ToPdf): Promise<PdfText> {
  const pages: string[] = [];
  let pageCount = 0;
  try {
    const document = await getDocumentProxy(new Uint8Array(bytes), {
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

function sendMessage(message: FromPdf): void {
  process.send?.(message);
}
