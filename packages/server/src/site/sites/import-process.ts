/** Reads exports where it keeps nobody waiting: small ones here, large ones in a child process for each. */
import type { AnyProblemCode } from '@baraza/contract';
import { createFairQueue } from '../../kernel/fair-queue.ts';
import type { Log } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import { createHelper } from '../../kernel/process/helper-process.ts';
import { createImportReader, type ImportedItems, type ImportReader } from './import-reader.ts';

/** Lends a reader of this body to `use`. */
export type Imports = <Result>(
  body: Uint8Array,
  caller: { readonly account: string; readonly signal: AbortSignal },
  use: (reader: ImportReader) => Promise<Result>,
) => Promise<Result>;

export type ImportRequest =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array }
  | { readonly kind: 'judge' }
  | { readonly kind: 'next'; readonly list: keyof ImportedItems };

export type ImportReply =
  | { readonly result: unknown }
  | { readonly problem: { readonly code: AnyProblemCode; readonly sentence: string } };

/** For a process that serves nobody else. */
export const importHere: Imports = async (body, _, use) => use(createImportReader(body));

// What is as small takes 20 ms at most.
const smallBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;

export function createImports(log: Log, { hereBytesMax = smallBytes } = {}): Imports {
  const queue = createFairQueue(
    { atOnce: 2, ofOneMax: 1, waitingMax: 16, waitingOfOneMax: 4, waitMs: 30_000 },
    { sentence: 'Too many sites are being imported; try again shortly.', retryAfterSeconds: 10 },
  );
  return (body, caller, use) =>
    body.length <= hereBytesMax
      ? importHere(body, caller, use)
      : queue.run(() => inChild(log, body, caller.signal, use), caller);
}

async function inChild<Result>(
  log: Log,
  body: Uint8Array,
  signal: AbortSignal,
  use: (reader: ImportReader) => Promise<Result>,
): Promise<Result> {
  const helper = createHelper<ImportRequest, ImportReply>({
    name: 'the import process',
    program: new URL('./import-child.ts', import.meta.url),
    input: {},
    log,
    heapMegabytes: 512,
    stallMs: 60_000,
  });
  const ask = async (request: ImportRequest, until = signal): Promise<unknown> => {
    const reply = await helper.ask(request, until, 'urgent');
    if ('problem' in reply) throw new Problem(reply.problem.code, reply.problem.sentence);
    return reply.result;
  };
  try {
    for (let at = 0; at < body.length; at += pieceBytes)
      await ask({ kind: 'piece', bytes: body.subarray(at, at + pieceBytes) });
    return await use({
      judge: async () => (await ask({ kind: 'judge' })) as never,
      // What is saved already is completed, also where the owner has left.
      next: async (list) => (await ask({ kind: 'next', list }, never)) as never,
    });
  } finally {
    await helper.close();
  }
}

const never = new AbortController().signal;
