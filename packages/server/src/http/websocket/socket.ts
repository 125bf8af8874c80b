/** WebSocket upgrades, subject to the same access checks as plain calls. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { liveLimits, liveProtocol } from '@baraza/contract';
import type { WebSocket } from 'ws';
import { invalid } from '../../kernel/problem.ts';

/** One side of an open socket, as far as a rule needs it. */
type Connection = ReturnType<typeof connectionOf>;

/** Callbacks of a connection. */
interface ConnectionHandlers {
  readonly onText: (bytes: Uint8Array) => void;
  readonly onBinary: (bytes: Uint8Array) => void;
  /** A ping arrived; the pong is sent automatically. */
  readonly onPing: () => void;
  readonly onPong: () => void;
  /** A frame exceeded the size limit; nothing more is read. */
  readonly onTooLarge: () => void;
  /** A frame was invalid, or its text was not UTF-8; nothing more is read. */
  readonly onBroken: () => void;
  /** Called once, however the connection ended. */
  readonly onClose: () => void;
}

/** Handles an open socket; nothing is read from it before this resolves. */
export type AcceptConnection = (connection: Connection) => Promise<ConnectionHandlers>;

/** Upgrades an admitted request; throws the refusal when the upgrade is invalid. */
export type SocketUpgrader = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  accept: AcceptConnection,
  /** A handler threw; the connection is closed. */
  onFault: (cause: unknown) => void,
) => void;

/** Loaded with the first socket: with the library come `node:https` and `node:tls`, 40 ms of a start. */
export async function loadSocketUpgrader(): Promise<SocketUpgrader> {
  const { WebSocketServer } = await import('ws');
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    // `autoPong` of the library ignores backpressure.
    autoPong: false,
    maxPayload: liveLimits.frameBytesMax,
    handleProtocols: (offered) => (offered.has(liveProtocol) ? liveProtocol : false),
  });
  let refused: Error | undefined;
  // Emitted inside `handleUpgrade`, instead of the library's own answer.
  server.on('wsClientError', (error) => {
    refused = error;
  });
  return (request, socket, head, accept, onFault) => {
    refused = undefined;
    server.handleUpgrade(request, socket, head, (opened) => {
      void attach(opened, accept, onFault);
    });
    if (refused !== undefined)
      throw invalid('The request is not a valid WebSocket handshake.', {
        headers: { 'sec-websocket-version': '13' },
      });
  };
}

/** Whether a request asks for a socket. */
export function wantsSocket({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers.upgrade?.toLowerCase() === 'websocket';
}

async function attach(
  socket: WebSocket,
  accept: AcceptConnection,
  onFault: (cause: unknown) => void,
): Promise<void> {
  let handlers: Partial<ConnectionHandlers> = {};
  const contained =
    <Given extends unknown[]>(handle: (...given: Given) => void) =>
    (...given: Given): void => {
      try {
        handle(...given);
      } catch (cause) {
        onFault(cause);
        const { onClose = () => {} } = handlers;
        handlers = { onClose };
        socket.terminate();
      }
    };
  nameClosings(socket, (code) =>
    contained(() => {
      if (code === closings.tooLarge) handlers.onTooLarge?.();
      if (code === closings.text || code === closings.protocol) handlers.onBroken?.();
    })(),
  );
  // Network and protocol errors are reported by the `close` event that follows.
  socket.on('error', () => {});
  socket.pause();
  try {
    handlers = await accept(connectionOf(socket));
  } catch (cause) {
    onFault(cause);
    socket.close(1011);
    setTimeout(() => socket.terminate(), 1_000).unref();
  }
  let lateFrames = 0;
  /** The client learns that the connection ends, and may be sending until then; one that goes on is cut off. */
  const whileOpen = <Given extends unknown[]>(handle: (...given: Given) => void) =>
    contained((...given: Given) => {
      if (socket.readyState === socket.OPEN) handle(...given);
      else if (++lateFrames > lateFramesMax) socket.terminate();
    });
  socket.on(
    'message',
    whileOpen((data: Buffer, isBinary: boolean) =>
      isBinary ? handlers.onBinary?.(data) : handlers.onText?.(data),
    ),
  );
  socket.on(
    'ping',
    whileOpen((data: Buffer) => {
      if (socket.bufferedAmount < unreadPongsMax) socket.pong(data);
      handlers.onPing?.();
    }),
  );
  socket.on(
    'pong',
    whileOpen(() => handlers.onPong?.()),
  );
  const onClose = contained(() => handlers.onClose?.());
  if (socket.readyState === socket.CLOSED) onClose();
  else socket.once('close', onClose);
  socket.resume();
}

const unreadPongsMax = 16 * 1024;
// Ten seconds of speech.
const lateFramesMax = 500;
const closings = { protocol: 1002, text: 1007, tooLarge: 1009 };

// The library would close for a bad frame with a less specific code than ours.
function nameClosings(socket: WebSocket, onClosing: (code: number | undefined) => void): void {
  const close = socket.close.bind(socket);
  socket.close = (code, reason) => {
    onClosing(code);
    close(code, reason);
  };
}

function connectionOf(socket: WebSocket) {
  const isOpen = () => socket.readyState === socket.OPEN;
  return {
    send: (text: string) => {
      if (isOpen()) socket.send(text);
    },
    sendAudio: (bytes: Uint8Array) => {
      if (isOpen()) socket.send(bytes, { binary: true });
    },
    /** Bytes buffered for sending. */
    waitingBytes: () => socket.bufferedAmount,
    ping: () => {
      if (isOpen()) socket.ping();
    },
    close: (code: number, reason: string) => socket.close(code, reason),
    /** Terminates without a close frame. */
    cut: () => socket.terminate(),
  };
}
