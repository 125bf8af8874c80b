export const pieceBytes = 512 * 1024;
const piecesKept = 16;

// Buffers are kept for the next file: making one costs as much as filling it.
const pieces: Buffer[] = [];

export function takePiece(): Buffer {
  return pieces.pop() ?? Buffer.allocUnsafeSlow(pieceBytes);
}

export function givePiece(piece: Buffer): void {
  if (pieces.length < piecesKept) pieces.push(piece);
}
