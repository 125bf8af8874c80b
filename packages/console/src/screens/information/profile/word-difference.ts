/** Compares two texts word by word. */
interface Piece {
  readonly kind: 'same' | 'gone' | 'new';
  text: string;
}

// The table for longer texts would be too large; they are compared as a whole.
const wordsMax = 600;

export function wordDifference(before: string, after: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text !== '') pieces.push({ kind, text });
  };
  const [old, now] = [before, after].map((text) => text.match(/\s+|\S+/g) ?? []) as string[][];
  if (old === undefined || now === undefined || Math.max(old.length, now.length) > wordsMax) {
    add('gone', before);
    add('new', after);
    return pieces;
  }
  const lengths = commonLengths(old, now);
  let [at, to] = [0, 0];
  while (at < old.length || to < now.length) {
    const [word, next] = [old[at], now[to]];
    const isGone = (lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0);
    if (word !== undefined && word === next) {
      add('same', word);
      at += 1;
      to += 1;
    } else if (word !== undefined && (next === undefined || isGone)) {
      add('gone', word);
      at += 1;
    } else {
      add('new', next ?? '');
      to += 1;
    }
  }
  return pieces;
}

/** The length of the longest common subsequence of both texts from each pair of positions on. */
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
