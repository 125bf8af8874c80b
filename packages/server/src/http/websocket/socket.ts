/** WebSockets behind the same door as calls: who is let in there gets one, and nobody else. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveLimits, liveProtocol } from '@baraza/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import { Problem } from '../../kernel/problem.ts';
import { createFrameReader } from './frames.ts';

/** One side of an open socket, as far as a rule needs it. */
interface Connection {
  readonly send: (text: string) => void;
  readonly sendAudio: (bytes: Uint8Array) => void;
  /** What was given to it and has not left. */
  readonly waitingBytes: () => number;
  readonly ping: () => void;
  readonly close: (code: number, reason: string) => void;
  /** Without a word. */
  readonly cut: () => void;
}

/** What comes of it; bytes are the reader's own only while it is called. */
interface ConnectionHandlers {
  readonly onText: (bytes: Uint8Array) => void;
  readonly onBinary: (bytes: Uint8Array) => void;
  /** The other side asks whether we are there; it is answered by itself. */
  readonly onPing: () => void;
  readonly onPong: () => void;
  /** A frame was larger than any may be; the connection is of no use after it. */
  readonly onTooLarge: () => void;
  /** A frame was none, or held no text where it said so; likewise. */
  readonly onBroken: () => void;
  /** Told once, however it ended. */
  readonly onClose: () => void;
}

/** Takes a socket that is open; nothing is read from it before this has resolved. */
export type AcceptConnection = (connection: Connection) => Promise<ConnectionHandlers>;

export interface SocketDoor {
  /** Makes a socket of a request that was let in; throws the refusal where it is none. */
  readonly open: (
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    accept: AcceptConnection,
  ) => void;
}

export function createSocketDoor(): SocketDoor {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // By itself the library answers pings without looking whether anybody reads the answers.
    autoPong: false,
    maxPayload: liveLimits.frameBytesMax,
    handleProtocols: (offered) => (offered.has(liveProtocol) ? liveProtocol : false),
  });
  let refused: Error | undefined;
  // Told within `handleUpgrade`, instead of an answer of the library's own.
  server.on('wsClientError', (error) => {
    refused = error;
  });
  return {
    open: (request, socket, head, accept) => {
      refused = undefined;
      server.handleUpgrade(request, socket, head, (opened) => {
        void attach(opened, socket, accept);
      });
      if (refused !== undefined)
        throw new Problem('invalid', 'The request is no well-formed WebSocket handshake.', {
          headers: { 'sec-websocket-version': '13' },
        });
    },
  };
}

/** Whether a request asks for a socket. */
export function wantsSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

async function attach(socket: WebSocket, stream: Duplex, accept: AcceptConnection): Promise<void> {
  const handlers: Partial<ConnectionHandlers> = {};
  nameClosings(socket, handlers);
  readBefore(socket, stream, (bytes) => handlers.onBinary?.(bytes));
  // What the network and the protocol have to say comes with the close that follows.
  socket.on('error', () => {});
  socket.pause();
  try {
    Object.assign(handlers, await accept(connectionOf(socket)));
  } catch {
    socket.close(1011);
    setTimeout(() => socket.terminate(), 1_000).unref();
  }
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) handlers.onBinary?.(data);
    else handlers.onText?.(data);
  });
  socket.on('ping', (data: Buffer) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount < unreadPongsMax)
      socket.pong(data);
    handlers.onPing?.();
  });
  socket.on('pong', () => handlers.onPong?.());
  if (socket.readyState === socket.CLOSED) handlers.onClose?.();
  else socket.once('close', () => handlers.onClose?.());
  socket.resume();
}

/** Takes the library's place at the stream, and hands on to it what it alone knows how to read. */
function readBefore(
  socket: WebSocket,
  stream: Duplex,
  onBinary: (bytes: Uint8Array) => void,
): void {
  const theirs = stream.listeners('data');
  const { read, stop } = createFrameReader({
    bytesMax: liveLimits.frameBytesMax,
    onBinary,
    passOn: (chunk) => {
      for (const listener of theirs) listener.call(stream, chunk);
    },
  });
  stream.removeAllListeners('data');
  stream.on('data', read);
  // As the library does: after a bad frame, and after the end, nothing is read any more.
  socket.on('error', stop);
  stream.prependListener('close', stop);
}

const unreadPongsMax = 16 * 1024;
const closings = { protocol: 1002, text: 1007, tooLarge: 1009 };

// The library closes for a bad frame by itself, with a code that says less than ours.
function nameClosings(socket: WebSocket, handlers: Partial<ConnectionHandlers>): void {
  const close = socket.close.bind(socket);
  socket.close = (code, reason) => {
    if (code === closings.tooLarge) handlers.onTooLarge?.();
    if (code === closings.text || code === closings.protocol) handlers.onBroken?.();
    close(code, reason);
  };
}

function connectionOf(socket: WebSocket): Connection {
  const isOpen = () => socket.readyState === socket.OPEN;
  return {
    send: (text) => {
      if (isOpen()) socket.send(text);
    },
    sendAudio: (bytes) => {
      if (isOpen()) socket.send(bytes, { binary: true });
    },
    waitingBytes: () => socket.bufferedAmount,
    ping: () => {
      if (isOpen()) socket.ping();
    },
    close: (code, reason) => socket.close(code, reason),
    cut: () => socket.terminate(),
  };
}
