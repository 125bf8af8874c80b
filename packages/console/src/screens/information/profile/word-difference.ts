/** Which words of a text are new and which are gone. */
interface Piece {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

const wordsMax = 600;

export function wordDifference(before: string, after: string): readonly Piece[] {
  const old = piecesOf(before);
  const now = piecesOf(after);
  // A table of both texts would be too large; whole texts are compared then.
  if (old.length > wordsMax || now.length > wordsMax)
    return joined([
      { kind: 'gone', text: before },
      { kind: 'new', text: after },
    ]);
  const lengths = commonLengths(old, now);
  const pieces: Piece[] = [];
  let at = 0;
  let to = 0;
  while (at < old.length || to < now.length) {
    const [word, next] = [old[at], now[to]];
    if (word !== undefined && word === next) {
      pieces.push({ kind: 'same', text: word });
      at += 1;
      to += 1;
    } else if (
      next === undefined ||
      (word !== undefined && (lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0))
    ) {
      pieces.push({ kind: 'gone', text: word ?? '' });
      at += 1;
    } else {
      pieces.push({ kind: 'new', text: next });
      to += 1;
    }
  }
  return joined(pieces);
}

function piecesOf(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

/** How many words the rests behind each pair of places have in common. */
function commonLengths(old: readonly string[], now: readonly string[]): readonly Uint16Array[] {
  const rows = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1));
  for (let at = old.length - 1; at >= 0; at -= 1)
    for (let to = now.length - 1; to >= 0; to -= 1) {
      const row = rows[at] as Uint16Array;
      const below = rows[at + 1] as Uint16Array;
      row[to] =
        old[at] === now[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  return rows;
}

function joined(pieces: readonly Piece[]): readonly Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === piece.kind)
      all[all.length - 1] = { kind: piece.kind, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}
