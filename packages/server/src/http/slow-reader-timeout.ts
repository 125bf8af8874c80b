import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes connections of slow readers: those with pending output of which nothing could be sent for the
 * timeout. Node's own timeout grants a stalled reader a second period, and every further write restarts
 * it.
 */
export function cutSlowReaders(server: Server, stalledMs: number): void {
  const open = new Map<Socket, Progress>();
  const check = (): void => {
    const nowMs = performance.now();
    for (const [socket, before] of open) {
      const { waiting, sent } = stateOf(socket);
      if (waiting === 0 || sent !== before.sent) open.set(socket, { sent, sinceMs: nowMs });
      else if (nowMs - before.sinceMs >= stalledMs) socket.destroy();
    }
  };
  const timer = setInterval(check, Math.min(1_000, stalledMs / 4)).unref();
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

// Answers are written in small pieces (`answer.ts`), so that a piece that is taken shows progress.
function stateOf(socket: Socket): { readonly waiting: number; readonly sent: number } {
  const waiting = socket.writableLength;
  return { waiting, sent: socket.bytesWritten - waiting };
}
