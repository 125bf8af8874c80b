/**
 * Text of PDF files, extracted in a child process that can be killed: started with the first file, ended
 * when idle.
 */
import { fileURLToPath } from 'node:url';
import { createChild } from '../../kernel/process/child-process.ts';
import type { PdfRequest, PdfText } from './pdf-messages.ts';

interface PdfReader {
  /**
   * Rejects only when the file cannot be loaded; one that cannot be parsed is reported by `fault`. One at a
   * time: queued files are not loaded yet.
   */
  readonly read: (load: () => Promise<Uint8Array>) => Promise<PdfText>;
}

interface PdfReaderOptions {
  /** How long one file may take. */
  readonly timeoutMs?: number;
  readonly idleMs?: number;
  readonly pagesMax?: number;
  readonly charactersMax?: number;
}

const startMs = 30_000;

export function createPdfReader(options: PdfReaderOptions = {}): PdfReader {
  const { timeoutMs = 10_000, idleMs = 10_000 } = options;
  const { pagesMax = 500, charactersMax = 1024 * 1024 } = options;
  const child = createChild<PdfRequest, PdfText>({
    name: 'the process that reads PDF files',
    kind: 'documents',
    program: new URL('./pdf-child.ts', import.meta.url),
    idleMs,
    stallMs: Math.max(timeoutMs, startMs),
    // No backoff: an owner whose files end it must not delay the others.
    restsMs: [0],
    isBackground: true,
    heapMegabytes: 256,
    memoryMegabytes: 512,
    readable: [fileURLToPath(new URL('../', import.meta.resolve('unpdf')))],
  });
  let last: Promise<unknown> = Promise.resolve();

  const readOne = async (bytes: Uint8Array): Promise<PdfText> => {
    const work = { deadlineMs: timeoutMs, chunks: [bytes] };
    const reply = await child.ask({ pagesMax, charactersMax }, never, 'urgent', work);
    const { pages, pageCount, fault } = reply;
    return fault === undefined ? { pages, pageCount } : { pages, pageCount, fault };
  };

  return {
    read: (load) => {
      const text = last.then(load).then((bytes) => readOne(bytes).catch(() => heavy));
      last = text.catch(() => {});
      return text;
    },
  };
}

// The text is kept for the next caller, so a reading ends with its deadline alone.
const never = new AbortController().signal;
const heavy: PdfText = { pages: [], pageCount: 0, fault: 'heavy' };
