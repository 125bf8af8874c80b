/**
 * Limits the small pieces of bodies. Node calls back for each chunk of a body, also for one of a byte, and also when
 * nobody reads the body: the ten thousand in one packet would keep everyone else waiting for tens of milliseconds.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '@baraza/contract';
import { http } from '../../kernel/remote/node-http.ts';

// A slow network delivers some hundred bytes at a time, and those who send in chunks fill larger ones.
const smallBytes = 64;
const windowMs = 1_000;

// On the connection itself, since requests can follow each other in one packet.
const counted = Symbol('small pieces');
type Carrier = Socket & { [counted]?: { count: number; sinceMs: number } };

/** The class of requests for a server; `onTooMany` is called once for a connection, which is not read any further. */
export function limitSmallPieces(onTooMany: (socket: Socket) => void): typeof IncomingMessage {
  return class extends http.IncomingMessage {
    override push(piece: Buffer | null): boolean {
      if (piece === null || piece.length >= smallBytes) return super.push(piece);
      const socket: Carrier = this.socket;
      socket[counted] ??= { count: 0, sinceMs: performance.now() };
      const small = socket[counted];
      small.count += 1;
      if (small.count <= limits.smallPiecesPerSecond) return super.push(piece);
      if (small.count > limits.smallPiecesPerSecond + 1) return false;
      const nowMs = performance.now();
      if (nowMs - small.sinceMs > windowMs) {
        Object.assign(small, { count: 1, sinceMs: nowMs });
        return super.push(piece);
      }
      stopParsing(socket);
      onTooMany(socket);
      return false;
    }
  };
}

/**
 * Ends the parsing of a connection, in the middle of a packet: Node would call back for everything else that the packet
 * holds, also after the connection was destroyed. Node 26 stops when the parser leaves its list; others go on.
 */
export function stopParsing(socket: Socket): void {
  // Node declares no type for the parser of a connection.
  const { parser } = socket as { readonly parser?: { readonly remove?: () => void } | null };
  parser?.remove?.();
}
