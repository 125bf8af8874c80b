/** Lists and headings by the shape of a line, where the format does not mark them. */

/** The text of a list item without its bullet; numbered items keep their number. Undefined for other lines. */
export function bulletOf(text: string): string | undefined {
  const marked = /^(?:[•●○◦▪▫■□‣⁃·*➢➤✓✔]|[-–—](?=\s))\s*(\S.*)$/u.exec(text)?.[1];
  if (marked !== undefined) return marked;
  return /^(?:\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S/i.test(text) ? text : undefined;
}

/** A short line in capitals. */
export function isAllCaps(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 4 &&
    text.length <= 70 &&
    text === text.toUpperCase() &&
    text !== text.toLowerCase() &&
    !/[.,;]$|\d{2}/.test(text)
  );
}
