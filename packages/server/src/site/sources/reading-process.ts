/** The process that reads one source: started for it, killed with it, and without network, disk or environment. */
import type { ChildProcess } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startParser } from '../../kernel/process/parser-process.ts';
import type { FromReader, Order, Progress, ReaderReply, ToReader } from './messages.ts';

export interface ReadingProcess {
  /** Hands over bytes for the next order, piece by piece and no faster than they are taken. */
  readonly give: (pieces: Iterable<Uint8Array>) => Promise<void>;
  /** Rejects with `ReaderEnded` when the process is gone, also because it took longer than it may. */
  readonly ask: (order: Order, hear?: Hear) => Promise<ReaderReply>;
  readonly end: () => void;
}

interface Hear {
  readonly progress?: (progress: Progress) => void;
  readonly proposal?: (json: string) => void;
  readonly leftOut?: (json: string) => void;
}

/** It was killed for its time or memory, or has crashed. */
export class ReaderEnded extends Error {}

const startMs = 30_000;
const pieceBytes = 64 * 1024;

/** `orderMs`: the time that one order may take. The process ends with the signal. */
export function startReadingProcess(orderMs: number, signal: AbortSignal): ReadingProcess {
  const child = startProcess();
  const gone = Promise.withResolvers<never>();
  gone.promise.catch(() => {});
  const fail = () => gone.reject(new ReaderEnded('the process that reads a source ended'));
  child.once('exit', fail).once('error', fail);
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  let hear: Hear = {};
  let answer = Promise.withResolvers<ReaderReply>();
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: FromReader) => {
    if ('ready' in message) ready.resolve();
    else if ('progress' in message) hear.progress?.(message.progress);
    else if ('proposal' in message) hear.proposal?.(message.proposal);
    else if ('leftOut' in message) hear.leftOut?.(message.leftOut);
    else answer.resolve(message.reply);
  });
  const within = async <Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> => {
    const timer = setTimeout(kill, timeoutMs);
    try {
      return await Promise.race([work, gone.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
  const send = (message: ToReader) =>
    new Promise<void>((resolve, reject) => {
      if (!child.connected) reject(new ReaderEnded('the process that reads a source has ended'));
      else child.send(message, (error) => (error === null ? resolve() : reject(error)));
    });
  return {
    give: async (pieces) => {
      await within(ready.promise, startMs);
      for (const piece of pieces)
        for (let at = 0; at < piece.length; at += pieceBytes)
          await within(send({ piece: piece.subarray(at, at + pieceBytes) }), orderMs);
    },
    ask: async (order, listener = {}) => {
      await within(ready.promise, startMs);
      hear = listener;
      answer = Promise.withResolvers<ReaderReply>();
      await within(send({ order }), orderMs);
      return within(answer.promise, orderMs);
    },
    end: () => {
      signal.removeEventListener('abort', kill);
      kill();
    },
  };
}

function startProcess(): ChildProcess {
  const program = fileURLToPath(new URL('./child/program.ts', import.meta.url));
  return startParser(program, childFlags());
}

// It may read its own code and its parsers, and nothing else; no network, no processes, no writing.
function childFlags(): readonly string[] {
  const packages = [
    'unpdf',
    'mammoth',
    'read-excel-file/universal',
    'htmlparser2',
    'marked',
    'robots-parser',
    'fflate',
  ];
  const contract = import.meta.resolve('@baraza/contract/plain');
  const readable = new Set([
    fileURLToPath(new URL('../../', import.meta.url)),
    fileURLToPath(new URL('../../../package.json', import.meta.url)),
    ...packages.map((name) => packagesFolder(fileURLToPath(import.meta.resolve(name)))),
    // Linked into the folder of packages, and read where they really are.
    fileURLToPath(new URL('../', contract)),
    fileURLToPath(new URL('../../answer-model/', contract)),
  ]);
  return [
    '--permission',
    ...[...readable].map((place) => `--allow-fs-read=${realpathSync(place)}`),
    '--allow-worker',
    '--max-old-space-size=256',
    '--disable-warning=SecurityWarning',
  ];
}

/** The folder in which a package lies among those that it needs itself. */
function packagesFolder(file: string): string {
  const mark = 'node_modules';
  return file.slice(0, file.lastIndexOf(mark) + mark.length);
}
