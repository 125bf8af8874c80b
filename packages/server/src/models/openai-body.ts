import { ServerFault } from './openai-fault.ts';

export interface FetchLimits {
  /** Until the first byte of the answer's body. */
  readonly firstByteMs: number;
  /** Between two parts of it. */
  readonly silenceMs: number;
  readonly answerBytesMax: number;
  /** Of one line of the answer. */
  readonly lineBytesMax: number;
}

type Body = ReadableStream<Uint8Array>;

/**
 * The body as it comes, for as long as it keeps to the limits. It ends with the last word of a
 * stream of events, even when the server forgets to close the connection.
 */
export function watchBody(body: Body | null, limits: FetchLimits, cut: AbortController): Body {
  if (body === null) throw new ServerFault('nonsense');
  const reader = body.getReader();
  const look = watchLines(limits.lineBytesMax);
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const waitMs = bytes === 0 ? limits.firstByteMs : limits.silenceMs;
        const { done, value } = await readWithin(reader, waitMs, cut);
        if (done) return controller.close();
        bytes += value.length;
        const end = look(value);
        if (end === 'too long' || bytes > limits.answerBytesMax) {
          const fault = new ServerFault('endless');
          cut.abort(fault);
          throw fault;
        }
        controller.enqueue(value.subarray(0, end));
        if (end === undefined) return;
        controller.close();
        void drain(reader, cut);
      },
      cancel: (reason) => cut.abort(reason),
    },
    { highWaterMark: 0 },
  );
}

/** The beginning of a body, and nothing of what follows; empty when it cannot be read. */
export async function readHead(body: Body | null, bytesMax: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part);
      bytes += part.length;
      if (bytes >= bytesMax) break;
    }
  } catch {
    return '';
  }
  return Buffer.concat(parts).toString('utf8', 0, bytesMax);
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

async function readWithin(reader: Reader, waitMs: number, cut: AbortController) {
  const timer = setTimeout(() => cut.abort(new ServerFault('silent')), waitMs);
  try {
    return await reader.read();
  } catch {
    throw cut.signal.aborted ? cut.signal.reason : new ServerFault('cut');
  } finally {
    clearTimeout(timer);
  }
}

const lastWord = /^data: ?\[DONE\]\r?$/;
const headMax = 16;

/** Says where in a part the last word ends. */
function watchLines(lineBytesMax: number) {
  let head = '';
  let bytes = 0;
  return (part: Uint8Array): number | 'too long' | undefined => {
    for (let from = 0; from < part.length; ) {
      const found = part.indexOf(10, from);
      const end = found === -1 ? part.length : found;
      if (head.length < headMax)
        head += Buffer.from(part.subarray(from, Math.min(end, from + headMax))).toString('latin1');
      bytes += end - from;
      if (bytes > lineBytesMax) return 'too long';
      if (found === -1) return undefined;
      if (lastWord.test(head)) return end + 1;
      head = '';
      bytes = 0;
      from = end + 1;
    }
    return undefined;
  };
}

const drainMs = 1_000;
const drainBytesMax = 64 * 1024;

/** A connection whose answer was read to its end serves the next call. */
async function drain(reader: Reader, cut: AbortController): Promise<void> {
  const timer = setTimeout(() => cut.abort(), drainMs);
  try {
    for (let bytes = 0; bytes < drainBytesMax; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
    }
    cut.abort();
  } catch {
    // It has given its answer.
  } finally {
    clearTimeout(timer);
  }
}
