/** Reads small exports in this process, and each large one in a child process. */
import { createFairQueue } from '../../kernel/fair-queue.ts';
import type { Log } from '../../kernel/log.ts';
import { createChild } from '../../kernel/process/child-process.ts';
import { createImportReader, type ImportedItems, type ImportReader } from './import-reader.ts';

/** Calls `use` with a reader of this body, which is closed afterwards. */
export type Imports = <Result>(
  body: Uint8Array,
  caller: ImportCaller,
  use: (reader: ImportReader) => Promise<Result>,
) => Promise<Result>;

interface ImportCaller {
  readonly account: string;
  readonly signal: AbortSignal;
  readonly nowMs: number;
}

export type ImportRequest =
  | { readonly kind: 'validate'; readonly nowMs: number }
  | { readonly kind: 'next'; readonly list: keyof ImportedItems };

/** Reads in this process, which must not serve requests. */
export const importHere: Imports = async (body, { nowMs }, use) =>
  use(createImportReader(body, nowMs));

// Takes some milliseconds.
const smallBytes = 64 * 1024;
const deadlineMs = 60_000;

export function createImports(log: Log, { hereBytesMax = smallBytes } = {}): Imports {
  const queue = createFairQueue(
    { atOnce: 2, ofOneMax: 1, waitingMax: 16, waitingOfOneMax: 4, waitMs: 30_000 },
    { sentence: 'Too many sites are being imported; try again shortly.', retryAfterSeconds: 10 },
  );
  return (body, caller, use) =>
    body.length <= hereBytesMax
      ? importHere(body, caller, use)
      : queue.run(() => inChild(log, body, caller, use), caller);
}

async function inChild<Result>(
  log: Log,
  body: Uint8Array,
  { signal, nowMs }: ImportCaller,
  use: (reader: ImportReader) => Promise<Result>,
): Promise<Result> {
  const child = createChild<ImportRequest, { readonly result: unknown }>({
    name: 'the process of an import',
    kind: 'imports',
    program: new URL('./import-child.ts', import.meta.url),
    log,
    isOneShot: true,
    heapMegabytes: 512,
    memoryMegabytes: 1_024,
    stallMs: 2 * deadlineMs,
  });
  // The body goes with the first request.
  let chunks: readonly Uint8Array[] = [body];
  const ask = async (request: ImportRequest, until = signal): Promise<unknown> => {
    const sent = { chunks, deadlineMs };
    chunks = [];
    return (await child.ask(request, until, 'urgent', sent)).result;
  };
  try {
    return await use({
      validate: async () => (await ask({ kind: 'validate', nowMs })) as never,
      // An import that has started to save is completed, even if the client leaves.
      next: async (list) => (await ask({ kind: 'next', list }, never)) as never,
    });
  } finally {
    await child.close();
  }
}

const never = new AbortController().signal;
