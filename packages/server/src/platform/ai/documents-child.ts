/** Child process that reads untrusted documents, so that a crash or an exploit stays in it. */
import { serveRequests, watchMemory } from '../../kernel/process/child-program.ts';
import { type DocumentParts, type DocumentRequest, splitTextFile } from './documents.ts';

// An unhandled rejection of the PDF parser must not affect the next file.
process.on('unhandledRejection', () => {});
await watchMemory();

serveRequests<DocumentRequest>(async ({ format, ...file }): Promise<DocumentParts> => {
  if (format !== 'pdf') return splitTextFile({ format, ...file });
  // Loaded with the first PDF file: texts do not need the parser.
  const { splitPdf } = await import('./pdf.ts');
  return splitPdf(file.bytes, file.title);
});
