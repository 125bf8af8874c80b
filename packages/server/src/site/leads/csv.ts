/** One line of a table for spreadsheets. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

export const csvType = 'text/csv; charset=utf-8';

// What a spreadsheet would take for a formula when it opens the file, wide forms included.
const formula = /^[\s\0]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** Visitors write these texts: none of them may do anything on the owner's machine. */
function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const inert = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(inert) || inert !== inert.trim()
    ? `"${inert.replaceAll('"', '""')}"`
    : inert;
}
