/** Rows of a table from a spreadsheet (tabs) or a CSV file (commas or semicolons). Empty rows are left out. */
export function cellsIn(text: string): readonly (readonly string[])[] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') {
      rows.push([...row, cell]);
      row = [];
      cell = '';
    } else if (sign !== '\r') cell += sign;
  }
  rows.push([...row, cell]);
  return rows
    .map((cells) => cells.map((one) => one.trim()))
    .filter((cells) => cells.some((one) => one !== ''));
}

function separatorOf(text: string): string {
  const head = text.split('\n', 1)[0] ?? '';
  const counts = ['\t', ';', ','].map((sign) => [sign, head.split(sign).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}
