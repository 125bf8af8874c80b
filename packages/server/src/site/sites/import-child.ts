/** Child process that reads one large export. */
import { serveRequests } from '../../kernel/process/child-program.ts';
import type { ImportRequest } from './import-process.ts';
import { createImportReader, type ImportReader } from './import-reader.ts';

let reader: ImportReader | undefined;

serveRequests<ImportRequest>(async (request, { takeChunks }) => {
  if (request.kind === 'validate') {
    reader = createImportReader(Buffer.concat(takeChunks()), request.nowMs);
    return { result: await reader.validate() };
  }
  return { result: await reader?.next(request.list) };
});
