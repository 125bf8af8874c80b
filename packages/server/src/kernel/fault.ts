/** The code that the system gives its errors: ENOENT, EACCES and their kin; empty for others. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}
