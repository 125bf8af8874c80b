/** A line break of a visitor must not look like a line of ours. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
