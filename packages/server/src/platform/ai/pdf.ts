/**
 * Text of PDF files, extracted in a child process that can be killed: started with the first file, ended
 * when idle.
 */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startParser } from '../../kernel/process/parser-process.ts';
import type { FromPdf, PdfText, ToPdf } from './pdf-messages.ts';

interface PdfReader {
  /**
   * Rejects only when the file cannot be loaded; one that cannot be parsed is reported by `fault`. One at a
   * time: queued files are not loaded yet.
   */
  readonly read: (load: () => Promise<Uint8Array>) => Promise<PdfText>;
}

interface PdfReaderOptions {
  /** How long one file may take. */
  readonly timeoutMs?: number;
  readonly idleMs?: number;
  readonly pagesMax?: number;
  readonly charactersMax?: number;
}

const startMs = 30_000;

export function createPdfReader(options: PdfReaderOptions = {}): PdfReader {
  const { timeoutMs = 10_000, idleMs = 10_000 } = options;
  const { pagesMax = 500, charactersMax = 1024 * 1024 } = options;
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  const start = async (): Promise<ChildProcess> => {
    const child = startProcess();
    running = child;
    const forget = () => {
      if (running === child) running = undefined;
    };
    // A process that could not be spawned, such as with EMFILE, emits no `exit`.
    child.once('exit', forget).once('error', forget);
    // It is slow to start on a busy machine; that is not the file's fault.
    await answerOf(child, startMs, (message) => ('ready' in message ? message : undefined));
    return child;
  };

  const readOne = async (bytes: Uint8Array): Promise<PdfText> => {
    clearTimeout(idle);
    const child = running ?? (await start());
    count += 1;
    const id = count;
    child.send({ id, bytes, pagesMax, charactersMax } satisfies ToPdf, () => {});
    const answer = await answerOf(child, timeoutMs, (message) =>
      'id' in message && message.id === id ? message : undefined,
    );
    idle = setTimeout(() => child.kill('SIGKILL'), idleMs).unref();
    const { id: _id, ...text } = answer;
    return text;
  };

  return {
    read: (load) => {
      const text = last.then(load).then((bytes) => readOne(bytes).catch(() => heavy));
      last = text.catch(() => {});
      return text;
    },
  };
}

const heavy: PdfText = { pages: [], pageCount: 0, fault: 'heavy' };

/** Waits for a message; kills the process on timeout. */
async function answerOf<Message>(
  child: ChildProcess,
  timeoutMs: number,
  wanted: (message: FromPdf) => Message | undefined,
): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const onMessage = (message: FromPdf) => {
    const found = wanted(message);
    if (found !== undefined) resolve(found);
  };
  const onEnd = () => reject(new Error('the process that reads PDF files ended'));
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  child.on('message', onMessage).once('exit', onEnd).once('error', onEnd);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('exit', onEnd).off('error', onEnd);
  }
}

function startProcess(): ChildProcess {
  const program = fileURLToPath(new URL('./pdf-child.ts', import.meta.url));
  return startParser(program, childFlags());
}

// Permission flags: it may read only its own code, and has no network, no child processes and no write
// access, so that an exploited parser reaches no data.
function childFlags(): readonly string[] {
  const readable = [
    new URL('../../', import.meta.url),
    new URL('../../../package.json', import.meta.url),
    new URL('../', import.meta.resolve('unpdf')),
  ];
  return [
    '--permission',
    ...readable.map((place) => `--allow-fs-read=${fileURLToPath(place)}`),
    '--allow-worker',
    '--max-old-space-size=256',
    '--disable-warning=SecurityWarning',
  ];
}
