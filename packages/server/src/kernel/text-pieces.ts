const charactersMax = 64 * 1024;

/** A long text in pieces; a character is never split between two. */
export function* textPieces(text: string): Generator<string, void, undefined> {
  for (let at = 0; at < text.length; ) {
    const end = at + charactersMax;
    const isCut = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const piece = text.slice(at, isCut ? end - 1 : end);
    yield piece;
    at += piece.length;
  }
}
