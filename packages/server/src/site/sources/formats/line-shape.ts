/** What the shape of a line says, where no format says it. */

/** The text of a list item without its mark; counted items keep their number. Undefined for other lines. */
export function bulletOf(text: string): string | undefined {
  const marked = /^(?:[•●○◦▪▫■□‣⁃·*➢➤✓✔]|[-–—](?=\s))\s*(\S.*)$/u.exec(text)?.[1];
  if (marked !== undefined) return marked;
  return /^(?:\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S/i.test(text) ? text : undefined;
}

/** A short line in capitals. */
export function isShouted(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 4 &&
    text.length <= 70 &&
    text === text.toUpperCase() &&
    text !== text.toLowerCase() &&
    !/[.,;]$|\d{2}/.test(text)
  );
}
