/** Result of one check of the doctor. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'missing' | 'failing';
  /** What the check found, as a sentence. */
  readonly saw: string;
  /** How to fix it, if there is something to fix. */
  readonly remedy?: string;
}

export function ok(name: string, found: string): Finding {
  return { name, status: 'ok', saw: found };
}

/** For what the server works without, or what only needs attention; `failing` is for what breaks it. */
export function missing(name: string, found: string, remedy: string): Finding {
  return { name, status: 'missing', saw: found, remedy };
}

export function failing(name: string, found: string, remedy: string): Finding {
  return { name, status: 'failing', saw: found, remedy };
}
