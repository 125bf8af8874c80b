/** A text for the inside single quotes of a shell. */
export function shellSafe(text: string): string {
  return text.replaceAll("'", "'\\''");
}
