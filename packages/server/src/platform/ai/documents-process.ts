/** Documents are read in a child process that can be killed and reaches no data. */
import { fileURLToPath } from 'node:url';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import type { DocumentParts, DocumentRequest } from './documents.ts';

// A process starts slowly on a busy machine; that is not a fault of the document.
const startMs = 30_000;

/** `timeoutMs` is how long one document may take. */
export function createDocumentReader({ timeoutMs }: { readonly timeoutMs: number }) {
  const child = createChild<DocumentRequest, DocumentParts>({
    name: 'the process that reads documents',
    kind: 'documents',
    program: new URL('./documents-child.ts', import.meta.url),
    idleMs: 10_000,
    stallMs: Math.max(timeoutMs, startMs),
    // A hostile document ends its process; the next one starts another at once.
    restartDelaysMs: [0],
    isBackground: true,
    heapMegabytes: 256,
    memoryMegabytes: 512,
    readable: readableFolders(),
  });
  const queue = createFairQueue(
    { atOnce: 1, waitingMax: Number.POSITIVE_INFINITY, waitMs: 2 ** 31 - 1 },
    { sentence: 'Too many documents are being read; try again shortly.' },
  );
  const never = new AbortController().signal;
  return {
    /**
     * Undefined when the document takes too long or too much memory; rejects only when `load` does. One at a
     * time: queued documents are not loaded yet.
     */
    read: (document: Omit<DocumentRequest, 'bytes'>, load: () => Promise<Uint8Array>) =>
      queue.run(async () => {
        const request = { ...document, bytes: await load() };
        const deadline = { deadlineMs: timeoutMs };
        return child.ask(request, never, 'urgent', deadline).catch(() => undefined);
      }),
  };
}

/** What the process may read: parser, lexicon and contract, by their links in `node_modules` and their real paths. */
function readableFolders(): readonly string[] {
  const [parser, contract] = [
    import.meta.resolve('unpdf'),
    import.meta.resolve('@baraza/contract'),
  ];
  return [
    new URL('../', parser),
    new URL('../../@baraza/answer-model/', parser),
    new URL('../../@baraza/contract/', parser),
    new URL('../../answer-model/', contract),
    new URL('../', contract),
  ].map((folder) => fileURLToPath(folder));
}
