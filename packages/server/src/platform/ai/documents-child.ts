/** Child process that reads untrusted documents, so that a crash or an exploit stays in it. */
import { serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import { type Cut, cutTextFile, type DocumentRequest } from './documents.ts';

// An unhandled rejection of the PDF parser must not affect the next file.
process.on('unhandledRejection', () => {});
await watchMemory();

serveRequests<DocumentRequest>(async ({ form, ...file }): Promise<Cut> => {
  if (form !== 'pdf') return cutTextFile({ form, ...file });
  // Loaded with the first PDF file: texts do not need the parser.
  const { cutPdf } = await import('./pdf.ts');
  return cutPdf(file.bytes, file.title);
});
