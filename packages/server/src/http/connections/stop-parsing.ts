import type { Socket } from 'node:net';

/**
 * Ends the parsing of a connection, in the middle of a packet: Node would call back for everything else that the packet
 * holds, also after the connection was destroyed. Node 26 stops when the parser leaves its list; others go on.
 */
export function stopParsing(socket: Socket): void {
  // Node declares no type for the parser of a connection.
  const { parser } = socket as { readonly parser?: { readonly remove?: () => void } | null };
  parser?.remove?.();
}
