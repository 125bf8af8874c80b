/** Child process that reads one large export. */
import '@baraza/contract/json-names';
import { serveRequests } from '../../kernel/process/child-program.ts';
import { replyWith } from '../profile/work/work-reply.ts';
import type { ImportRequest } from './import-process.ts';
import { createImportReader, type ImportReader } from './import-reader.ts';

let reader: ImportReader | undefined;

serveRequests<ImportRequest>((request, { takeChunks }) =>
  replyWith(() => {
    reader ??= createImportReader(Buffer.concat(takeChunks()));
    return request.kind === 'validate' ? reader.validate() : reader.next(request.list);
  }),
);
