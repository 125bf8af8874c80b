/** Child process that reads one large export: its bytes come first, piece by piece. */
import { Problem } from '../../kernel/problem.ts';
import { serveParent } from '../../speech/child.ts';
import type { ImportReply, ImportRequest } from './import-process.ts';
import { createImportReader, type ImportReader } from './import-reader.ts';

let pieces: Uint8Array[] = [];
let reader: ImportReader | undefined;

serveParent<ImportRequest & { readonly id: number }>(async (request): Promise<ImportReply> => {
  try {
    return { result: await answer(request) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: { code: error.code, sentence: error.message } };
  }
});

async function answer(request: ImportRequest): Promise<unknown> {
  if (request.kind === 'piece') return void pieces.push(request.bytes);
  reader ??= createImportReader(Buffer.concat(pieces));
  pieces = [];
  return request.kind === 'judge' ? reader.judge() : reader.next(request.list);
}
