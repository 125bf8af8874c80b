import type { WebSocket } from 'ws';
import { CheckFailed } from '../check.ts';
import { type Json, type Reply, replyOf } from '../reply.ts';

/** A frame of a live session: one JSON object, or a number of bytes of audio. */
export type Frame =
  | { readonly message: Json; readonly bytes?: undefined }
  | { readonly message?: undefined; readonly bytes: number };

export type LiveSession = ReturnType<typeof wrapSocket>;

/** A session, or the answer by which the upgrade was refused. */
export type Opening =
  | { readonly session: LiveSession; readonly refusal?: undefined }
  | { readonly session?: undefined; readonly refusal: Reply };

interface SessionParts {
  readonly Socket: typeof WebSocket;
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly signal: AbortSignal;
  /** Called with every text of the server. */
  readonly watch: (text: string) => void;
}

const protocol = 'site-assistant.v1';
const patienceMs = 30_000;
const messageBytesMax = 1024 * 1024;
const framesMax = 10_000;

export function openSession({
  Socket,
  url,
  headers,
  signal,
  watch,
}: SessionParts): Promise<Opening> {
  const address = url.href.replace(/^http/, 'ws');
  const socket = new Socket(address, protocol, {
    headers,
    perMessageDeflate: false,
    followRedirects: false,
    handshakeTimeout: patienceMs,
    maxPayload: messageBytesMax,
  });
  const stop = () => socket.terminate();
  signal.addEventListener('abort', stop, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', stop));
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve({ session }));
    socket.once('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      const give = () => {
        const { statusCode = 0, headers } = response;
        const bytes = Buffer.concat(chunks);
        resolve({ refusal: replyOf('the refused upgrade', statusCode, headers, bytes) });
        // After a complete response the request no longer destroys its socket.
        socket.terminate();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (Buffer.concat(chunks).length > messageBytesMax) give();
      });
      response.once('end', give);
      response.once('error', give);
    });
    socket.on('error', (error) =>
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new CheckFailed(`the WebSocket was not opened: ${error.message}`),
      ),
    );
    const session = wrapSocket(socket, watch);
  });
}

function wrapSocket(socket: WebSocket, watch: (text: string) => void) {
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const check = () => {
    for (const one of [...waiting]) one();
  };
  let code: number | undefined;
  socket.once('close', (given) => {
    code = given;
    check();
  });
  socket.on('message', (data: Buffer, isBinary) => {
    const text = isBinary ? '' : data.toString('utf8');
    if (isBinary) frames.push({ bytes: data.length });
    else {
      watch(text);
      frames.push({ message: messageIn(text) });
    }
    if (frames.length > framesMax) socket.terminate();
    check();
  });
  /** Waits until `find` has a result; `what` names it in the failure. */
  const settle = <Value>(find: () => Value | undefined, what: string): Promise<Value> =>
    new Promise((resolve, reject) => {
      const end = (act: () => void) => {
        clearTimeout(timer);
        waiting.delete(one);
        act();
      };
      const one = () => {
        const found = find();
        if (found !== undefined) end(() => resolve(found));
        else if (code !== undefined)
          end(() => reject(new CheckFailed(`the session was closed with ${code} before ${what}`)));
      };
      const timer = setTimeout(
        () =>
          end(() =>
            reject(new CheckFailed(`nothing came within ${patienceMs / 1000} s before ${what}`)),
          ),
        patienceMs,
      );
      waiting.add(one);
      one();
    });
  return {
    get protocol() {
      return socket.protocol;
    },
    /** All received frames, in order. */
    frames,
    /** Sends an object as JSON, a text as it is, bytes as audio. */
    send: (message: object | string) => {
      if (socket.readyState !== socket.OPEN) return;
      const isRaw = typeof message === 'string' || message instanceof Uint8Array;
      socket.send(isRaw ? message : JSON.stringify(message));
    },
    /** The first matching message, received or still to come; CheckFailed if the session closes first. */
    until: (type: string, isIt: (message: Json) => boolean = () => true) =>
      settle(
        () => frames.find(({ message }) => message?.type === type && isIt(message))?.message,
        type,
      ),
    /** The code with which the server closes it. */
    closed: () => settle(() => code, 'it was closed'),
    leave: () => socket.terminate(),
  };
}

// A text that is not JSON gets a type that no check waits for.
function messageIn(text: string): Json {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return { type: 'no JSON', text: text.slice(0, 80) };
  }
}
