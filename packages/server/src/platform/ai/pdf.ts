/**
 * The text of PDF files, read in a process that may be killed: it starts with the first file and
 * ends when none comes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { FromPdf, PdfText, ToPdf } from './pdf-messages.ts';

interface PdfReader {
  /**
   * Rejects only when the file cannot be loaded; one that cannot be read is told by its `fault`.
   * One at a time: those that wait are not loaded yet.
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
    // One that could not even be started, for want of descriptors, has no exit.
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

/** The message that is waited for; kills the process when it does not come in time. */
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
  // None of the server's environment: it may hold passwords.
  const child = fork(program, [], {
    env: {},
    execArgv: [...childFlags()],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  // Neither it nor its channel keeps a server alive that has nothing else to do.
  child.unref();
  child.channel?.unref();
  try {
    // Whoever waits for an answer goes first.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {}
  return child;
}

// It may read what it is made of and nothing else, and has neither network nor programs nor a place
// to write: a file that takes the parser over finds nobody's data.
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
