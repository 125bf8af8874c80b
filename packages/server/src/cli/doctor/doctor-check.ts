/** Result of one check of the doctor. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'missing' | 'failing';
  readonly saw: string;
  /** How to fix it, if there is something to fix. */
  readonly remedy?: string;
}

export function ok(name: string, saw: string, remedy?: string): Finding {
  return { name, status: 'ok', saw, ...(remedy === undefined ? {} : { remedy }) };
}

export function missing(name: string, saw: string, remedy: string): Finding {
  return { name, status: 'missing', saw, remedy };
}

export function failing(name: string, saw: string, remedy: string): Finding {
  return { name, status: 'failing', saw, remedy };
}
