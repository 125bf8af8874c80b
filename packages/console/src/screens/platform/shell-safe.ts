/** A text for the inside of single quotes of a shell. */
export function shellSafe(text: string): string {
  return text.replaceAll("'", "'\\''");
}
