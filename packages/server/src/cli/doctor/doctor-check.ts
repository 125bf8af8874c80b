/** What one check of the doctor found. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'missing' | 'failing';
  readonly saw: string;
  /** How to mend it, where there is something to mend. */
  readonly remedy?: string;
}
