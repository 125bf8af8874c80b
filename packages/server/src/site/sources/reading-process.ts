/** The process that reads one source: started for it, ended with it, and without network, disk or environment. */
import { fileURLToPath } from 'node:url';
import { createChild } from '../../kernel/process/child-process.ts';
import type { Order, ReaderProgress, ReaderReply } from './messages.ts';

export interface ReadingProcess {
  /**
   * `pieces` are the bytes that the order is about. Rejects with `ChildEnded` when the process has ended, also
   * because it took longer than it may.
   */
  readonly ask: (
    order: Order,
    pieces?: readonly Uint8Array[],
    onProgress?: (progress: ReaderProgress) => void,
  ) => Promise<ReaderReply>;
  readonly end: () => Promise<void>;
}

/** `orderMs`: the time that one order may take. */
export function startReadingProcess(orderMs: number, signal: AbortSignal): ReadingProcess {
  const child = createChild<Order, ReaderReply, ReaderProgress>({
    name: 'the process that reads a source',
    kind: 'sources',
    program: new URL('./child/program.ts', import.meta.url),
    isOneShot: true,
    isBackground: true,
    stallMs: Math.max(orderMs, startMs),
    heapMegabytes: 256,
    memoryMegabytes: 512,
    readable: parserFolders(),
  });
  return {
    ask: (order, chunks = [], onProgress = () => {}) =>
      child.ask(order, signal, 'urgent', { deadlineMs: orderMs, chunks, onProgress }),
    end: child.close,
  };
}

const startMs = 30_000;

/** Where the parsers are. */
function parserFolders(): readonly string[] {
  const packages = [
    'unpdf',
    'mammoth',
    'read-excel-file/universal',
    'htmlparser2',
    'marked',
    'robots-parser',
    'fflate',
  ];
  const contract = import.meta.resolve('@baraza/contract/plain');
  return [
    ...new Set(packages.map((name) => packagesFolder(fileURLToPath(import.meta.resolve(name))))),
    // Linked into the folder of packages, and read where they really are.
    fileURLToPath(new URL('../', contract)),
    fileURLToPath(new URL('../../answer-model/', contract)),
  ];
}

/** The folder in which a package lies among those that it needs itself. */
function packagesFolder(file: string): string {
  const mark = 'node_modules';
  return file.slice(0, file.lastIndexOf(mark) + mark.length);
}
