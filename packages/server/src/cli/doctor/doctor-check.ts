/** Result of one check of the doctor. */
export interface Finding {
  readonly name: string;
  readonly status: 'ok' | 'missing' | 'failing';
  readonly saw: string;
  /** How to fix it, where there is something to fix. */
  readonly remedy?: string;
}
