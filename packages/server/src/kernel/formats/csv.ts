/** CSV parser: quoted cells; comma, semicolon or tab; optional byte order mark. */

/** Cells are trimmed, and rows without any text are left out. */
export function* csvRows(text: string): Generator<readonly string[], void, undefined> {
  const separator = separatorOf(text);
  let row: string[] = [];
  let cell = '';
  // Tracked separately: rescanning the cell at each quote would be quadratic.
  let isBlank = true;
  let at = text.charCodeAt(0) === byteOrderMark ? 1 : 0;
  const endCell = () => {
    row.push(cell.trim());
    cell = '';
    isBlank = true;
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '"' && isBlank) {
      const quoted = readQuoted(text, at);
      cell = quoted.cell;
      isBlank = cell.trim() === '';
      at = quoted.end;
      continue;
    }
    at += 1;
    if (character === separator) endCell();
    else if (character === '\n' || character === '\r') {
      endCell();
      if (row.some((value) => value !== '')) yield row;
      row = [];
    } else {
      cell += character;
      isBlank &&= character.trim() === '';
    }
  }
  endCell();
  if (row.some((value) => value !== '')) yield row;
}

const byteOrderMark = 0xfeff;

/** Reads a cell from its opening quote; up to the end of the text when the closing one is missing. */
function readQuoted(text: string, start: number): { readonly cell: string; readonly end: number } {
  let cell = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { cell: cell + text.slice(from), end: text.length };
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    from = quote + 2;
  }
}

/** The separator that is most frequent in the first line, outside of quotes. */
function separatorOf(text: string): string {
  const counts = new Map([
    [',', 0],
    [';', 0],
    ['\t', 0],
  ]);
  let isQuoted = false;
  for (const character of text.slice(0, headCharacters)) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

const headCharacters = 10_000;
