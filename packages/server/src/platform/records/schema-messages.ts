/** Requests to the schema child process. */
export type SchemaRequest =
  /** Whether each of some values is a usable schema. */
  | { readonly kind: 'schemas'; readonly schemas: readonly string[] }
  /** Whether each of some records fits a schema. */
  | { readonly kind: 'records'; readonly schema: string; readonly records: readonly string[] };

/** Why a record violates its schema: the first reason as a sentence, and all of them by their paths. */
export interface Misfit {
  readonly sentence: string;
  readonly errors: readonly FieldError[];
}

export interface FieldError {
  /** A JSON Pointer into the record; of a missing field, where it belongs. */
  readonly path: string;
  readonly message: string;
  /** The values that would be right, where the schema lists them. */
  readonly allowed?: readonly unknown[];
}

/** `cpuMs` is the CPU time that the request used. */
export type TimedReply = SchemaReply & { readonly cpuMs: number };

export type SchemaReply =
  /** For each value why it cannot be used as a schema. */
  | { readonly kind: 'faults'; readonly faults: readonly (string | null)[] }
  /** For each record where it does not fit its schema. */
  | { readonly kind: 'misfits'; readonly misfits: readonly (Misfit | null)[] }
  /** The schema itself cannot be used. */
  | { readonly kind: 'unusable'; readonly fault: string }
  /** Stack overflow in the child process. */
  | { readonly kind: 'too-deep' };
