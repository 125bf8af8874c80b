/** Escapes a text for use inside single quotes of a shell. */
export function shellSafe(text: string): string {
  return text.replaceAll("'", "'\\''");
}
