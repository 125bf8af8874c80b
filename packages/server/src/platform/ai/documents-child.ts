/** Child process that reads untrusted documents, so that a crash or an exploit stays in it. */
import { Worker } from 'node:worker_threads';
import type { Cut } from './documents.ts';
import type { DocumentRequest, FromDocuments } from './documents-messages.ts';
import { cutTextFile } from './text-file.ts';

// Ctrl-C reaches the whole process group; the parent drains first and ends this child itself.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit(0));
// An unhandled rejection of the PDF parser must not affect the next file.
process.on('unhandledRejection', () => {});

// In a worker thread, which keeps running while a file blocks this one.
new Worker(new URL('../../kernel/process/memory-watch.ts', import.meta.url), {
  workerData: { parent: process.ppid },
  resourceLimits: { maxOldGenerationSizeMb: 16 },
}).unref();

process.on('message', (request: DocumentRequest) => {
  void cutDocument(request).then(sendMessage, () => process.exit(1));
});
sendMessage('ready');

async function cutDocument({ form, ...file }: DocumentRequest): Promise<Cut> {
  if (form !== 'pdf') return cutTextFile({ form, ...file });
  // Loaded with the first PDF file: texts do not need the parser.
  const { cutPdf } = await import('./pdf.ts');
  return cutPdf(file.bytes, file.title);
}

function sendMessage(message: FromDocuments): void {
  process.send?.(message);
}
