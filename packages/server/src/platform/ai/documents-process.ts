/** Documents are read in child processes that can be killed and reach no data. */
import { createFairQueue } from '../../kernel/fair-queue.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { folderOfPackage } from '../../kernel/process/code-places.ts';
import { createSlowWorkBudget } from '../../kernel/process/slow-work-budget.ts';
import type { DocumentParts, DocumentRequest } from './documents.ts';

// Texts are split in bounded time, which a busy machine may stretch.
const documentMs = { pdf: 30_000, text: 60_000 };
// An owner has one document read at a time, so two owners leave a process to the others.
const processes = 3;
// Three minutes of a processor at once, then a fifth of it.
const budgetSize = { capacityMs: 180_000, returnedMsPerSecond: 200 };

/** For an owner who has used up the time for documents. */
export const notYet: DocumentParts = { parts: [], warning: 'It has not been read yet.' };

/** `timeoutMs` is how long one document may take. */
export function createDocumentReader({
  timeoutMs,
  budget = createSlowWorkBudget(budgetSize),
}: {
  readonly timeoutMs?: number;
  readonly budget?: ReturnType<typeof createSlowWorkBudget>;
} = {}) {
  const free = Array.from({ length: processes }, () => createProcess(budget.spend));
  const queue = createFairQueue(
    {
      atOnce: processes,
      ofOneMax: 1,
      waitingMax: Number.POSITIVE_INFINITY,
      waitMs: 2 ** 31 - 1,
    },
    { sentence: 'Too many documents are being read; try again shortly.' },
  );
  return {
    /**
     * Undefined when the document takes too long or too much memory; `notYet` when the owner has used up the time for
     * documents; rejects only when `load` does. One of an owner at a time: queued documents are not loaded yet.
     */
    read: (
      owner: string,
      document: Omit<DocumentRequest, 'bytes'>,
      load: () => Promise<Uint8Array>,
    ): Promise<DocumentParts | undefined> =>
      queue.run(
        async () => {
          if (!budget.hasLeft(owner)) return notYet;
          const request = { ...document, bytes: await load() };
          // The last one that was used: the others end when they are idle.
          const process = free.pop();
          if (process === undefined) throw new Error('more documents are read than processes');
          const usualMs = document.format === 'pdf' ? documentMs.pdf : documentMs.text;
          try {
            return await process.ask(owner, request, timeoutMs ?? usualMs);
          } finally {
            free.push(process);
          }
        },
        { account: owner },
      ),
  };
}

function createProcess(spend: (owner: string, cpuMs: number) => void) {
  let reader = '';
  let countedSeconds = 0;
  const child = createChild<DocumentRequest, DocumentParts>({
    name: 'the process that reads documents',
    kind: 'documents',
    program: new URL('./documents-child.ts', import.meta.url),
    idleMs: 10_000,
    stallMs: documentMs.text,
    // A hostile document ends its process; the next one starts another at once.
    restartDelaysMs: [0],
    isBackground: true,
    heapMegabytes: 256,
    memoryMegabytes: 512,
    readable: readableFolders(),
    onUsage: ({ cpuSeconds }) => {
      // A new process counts from the beginning.
      if (cpuSeconds < countedSeconds) countedSeconds = 0;
      spend(reader, (cpuSeconds - countedSeconds) * 1_000);
      countedSeconds = cpuSeconds;
    },
  });
  const never = new AbortController().signal;
  return {
    /** Undefined when the document takes too long or too much memory. */
    ask: async (owner: string, request: DocumentRequest, deadlineMs: number) => {
      reader = owner;
      try {
        return await child.ask(request, never, 'urgent', { deadlineMs });
      } catch {
        return undefined;
      }
    },
  };
}

// Besides the server's code. A package that became a part of the program is not there.
const packages = ['unpdf', '@baraza/answer-model', '@baraza/contract'];

function readableFolders(): readonly string[] {
  return packages.flatMap((name) => folderOfPackage(name) ?? []);
}
