import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Cuts off who has stopped reading: a connection that has something to send and could not send any
 * of it for so long. Node's own limit gives a reader that stopped a second turn, and writing more
 * to it begins the turn anew.
 */
export function cutSlowReaders(server: Server, stalledMs: number): void {
  const open = new Map<Socket, Progress>();
  const look = (): void => {
    const nowMs = performance.now();
    for (const [socket, before] of open) {
      const { waiting, sent } = stateOf(socket);
      if (waiting === 0 || sent !== before.sent) open.set(socket, { sent, sinceMs: nowMs });
      else if (nowMs - before.sinceMs >= stalledMs) socket.destroy();
    }
  };
  const timer = setInterval(look, Math.min(1_000, stalledMs / 4)).unref();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { sent: 0, sinceMs: performance.now() });
    socket.once('close', () => open.delete(socket));
  });
  server.once('close', () => clearInterval(timer));
}

interface Progress {
  readonly sent: number;
  readonly sinceMs: number;
}

// What Node's own limit looks at. The socket's public numbers move only with whole writes: a large
// one that goes out slowly would pass for one that does not go out at all.
type Handle = { readonly bytesWritten?: number; readonly writeQueueSize?: number };

function stateOf(socket: Socket): { readonly waiting: number; readonly sent: number } {
  const { _handle: handle } = socket as unknown as { readonly _handle?: Handle | null };
  const waiting = handle?.writeQueueSize ?? socket.writableLength;
  return { waiting, sent: (handle?.bytesWritten ?? socket.bytesWritten) - waiting };
}
