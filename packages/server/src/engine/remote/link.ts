/** One connection between a server and an engine, the same on both sides: frames, heartbeats and the end. */
import type { WebSocket } from 'ws';
import { race } from '../../kernel/race.ts';
import { type FromEngine, messageBytesMax, type ToEngine, writeMessage } from './protocol.ts';

export interface Link<Message extends ToEngine | FromEngine> {
  /** Dropped when the connection has ended; false for a message that is too large. */
  readonly send: (message: Message) => boolean;
  /** Sends what is buffered, then closes; resolves when the connection has ended, after a second at most. */
  readonly close: () => Promise<void>;
  /** Ends at once, for this reason. */
  readonly cut: (reason: string) => void;
}

interface LinkHandlers {
  /** Returns false for a message that it cannot read, which ends the connection. */
  readonly onMessage: (bytes: Buffer) => boolean;
  /** Called once, however the connection ended. */
  readonly onEnd: (reason: string) => void;
}

/** For both sides. A message of this size is read whole before anything is decoded. */
export const socketOptions = { perMessageDeflate: false, maxPayload: messageBytesMax } as const;

const tickMs = 1_000;
const ticksBetweenPings = 2;
const silentTicksMax = 5;
// Requests wait for their replies, so more than this is buffered only if the other side does not read.
const bufferedBytesMax = 3 * messageBytesMax;

/** `stream`: the connection below the socket. */
export function openLink<Message extends ToEngine | FromEngine>(
  socket: WebSocket,
  stream: { readonly bytesRead: number },
  { onMessage, onEnd }: LinkHandlers,
): Link<Message> {
  let reason: string | undefined;
  let ticks = 0;
  let silentTicks = 0;
  let bytesRead = -1;

  const cut = (why: string): void => {
    reason ??= why;
    socket.terminate();
  };
  // Counted in ticks, not in time: after a pause of this process the other side was not silent.
  const tick = (): void => {
    ticks += 1;
    // Part of a large message is a sign of life too.
    silentTicks = stream.bytesRead === bytesRead ? silentTicks + 1 : 0;
    ({ bytesRead } = stream);
    if (silentTicks >= silentTicksMax) cut(`silent for ${silentTicksMax} seconds`);
    else if (ticks % ticksBetweenPings === 0 && socket.readyState === socket.OPEN) socket.ping();
  };
  const timer = setInterval(tick, tickMs).unref();
  const ended = Promise.withResolvers<void>();

  socket.on('message', (data: Buffer, isBinary) => {
    try {
      if (reason === undefined && !(isBinary && onMessage(data))) cut('a malformed message');
    } catch (error) {
      cut(`a message failed: ${(error as Error).message}`);
    }
  });
  socket.on('error', (error) => cut(error.message));
  socket.once('close', (code) => {
    clearInterval(timer);
    ended.resolve();
    onEnd(reason ?? `closed with ${code}`);
  });

  return {
    send: (message) => {
      if (socket.readyState !== socket.OPEN) return true;
      const bytes = writeMessage(message);
      if (bytes.length > messageBytesMax) return false;
      if (socket.bufferedAmount > bufferedBytesMax) cut('it does not read');
      else socket.send(bytes);
      return true;
    },
    close: () => {
      socket.close(1001);
      return race(ended.promise, { limitMs: tickMs }, () => socket.terminate());
    },
    cut,
  };
}
