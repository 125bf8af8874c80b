/** Messages between the server and the process that reads documents. */
import type { TextForm } from './documents.ts';

export interface DocumentRequest {
  readonly form: TextForm | 'pdf';
  readonly bytes: Uint8Array;
  readonly title: string;
  /** Paths of the fields that are left out of records. */
  readonly hide: readonly string[];
}
