/** Child process that reads one large export. */
import { Problem } from '../../kernel/problem.ts';
import { serveRequests } from '../../kernel/process/child-program.ts';
import type { ImportReply, ImportRequest } from './import-process.ts';
import { createImportReader, type ImportReader } from './import-reader.ts';

let reader: ImportReader | undefined;

serveRequests<ImportRequest>(async (request, { takeChunks }): Promise<ImportReply> => {
  try {
    reader ??= createImportReader(Buffer.concat(takeChunks()));
    return {
      result: await (request.kind === 'judge' ? reader.judge() : reader.next(request.list)),
    };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { problem: { code: error.code, sentence: error.message } };
  }
});
