/** The system error code (ENOENT, EACCES, …) of an error; empty for other errors. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(codeOf(error));
}

export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

/** For `catch`: a file that does not exist is undefined. */
export function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
