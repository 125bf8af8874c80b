/** A process of its own that reads PDF files, made by anybody: what they do to it stays here. */
import { Worker } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import type { FromPdf, PdfText, ToPdf } from './pdf-messages.ts';

// A Ctrl-C reaches the whole group; the parent still has callers to answer, and ends this one.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
// A parser that throws in a place where nobody waits must not take the next file with it.
process.on('unhandledRejection', () => {});

// On a thread of its own: it still looks while a file keeps this one busy.
new Worker(new URL('./pdf-watch.ts', import.meta.url), {
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

// One page that cannot be read is an empty one; the others are still worth reading.
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
