/**
 * Documents are read in a child process that can be killed: it starts with the first document and ends when
 * idle.
 */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startParser } from '../../kernel/process/parser-process.ts';
import type { Cut } from './documents.ts';
import type { DocumentRequest, FromDocuments } from './documents-messages.ts';

interface DocumentReader {
  /**
   * Undefined when the document takes too long or too much memory; rejects only when `load` does. One at a
   * time: queued documents are not loaded yet.
   */
  readonly read: (
    document: Omit<DocumentRequest, 'bytes'>,
    load: () => Promise<Uint8Array>,
  ) => Promise<Cut | undefined>;
}

interface DocumentReaderOptions {
  /** How long one document may take. */
  readonly timeoutMs: number;
}

const startMs = 30_000;
const idleMs = 10_000;

export function createDocumentReader({ timeoutMs }: DocumentReaderOptions): DocumentReader {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const start = async (): Promise<ChildProcess> => {
    const child = startProcess();
    running = child;
    const forget = () => {
      if (running === child) running = undefined;
    };
    // A process that could not be spawned, such as with EMFILE, emits no `exit`.
    child.once('exit', forget).once('error', forget);
    // It is slow to start on a busy machine; the document is not to blame.
    await nextMessage(child, startMs);
    return child;
  };

  const ask = async (request: DocumentRequest): Promise<Cut> => {
    clearTimeout(idle);
    const child = running ?? (await start());
    child.send(request, () => {});
    const reply = await nextMessage(child, timeoutMs);
    idle = setTimeout(() => {
      running = undefined;
      child.kill('SIGKILL');
    }, idleMs).unref();
    return reply as Cut;
  };

  return {
    read: (document, load) => {
      const loaded = last.then(load);
      const cut = loaded.then((bytes) => ask({ ...document, bytes }).catch(() => undefined));
      last = cut.catch(() => {});
      return cut;
    },
  };
}

/** Kills the process on timeout, and rejects when it has ended. */
async function nextMessage(child: ChildProcess, timeoutMs: number): Promise<FromDocuments> {
  const { promise, resolve, reject } = Promise.withResolvers<FromDocuments>();
  const onEnd = () => reject(new Error('the process that reads documents ended'));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  child.once('message', resolve).once('exit', onEnd).once('error', onEnd);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', onEnd).off('error', onEnd);
  }
}

function startProcess(): ChildProcess {
  const program = fileURLToPath(new URL('./documents-child.ts', import.meta.url));
  return startParser(program, childFlags());
}

// Permission flags: it may read only its own code and the lexicon, and has no network, no child processes and
// no write access, so that an exploited parser reaches no data.
function childFlags(): readonly string[] {
  const readable = [
    new URL('../../', import.meta.url),
    new URL('../../../package.json', import.meta.url),
    new URL('../', import.meta.resolve('unpdf')),
    // Linked into the folder of packages, and read where it really is.
    new URL('../../@baraza/answer-model/', import.meta.resolve('unpdf')),
    new URL('../../answer-model/', import.meta.resolve('@baraza/contract')),
  ];
  return [
    '--permission',
    ...readable.map((place) => `--allow-fs-read=${fileURLToPath(place)}`),
    '--allow-worker',
    '--max-old-space-size=256',
    '--disable-warning=SecurityWarning',
  ];
}
