/** Requests to the schema child process. */
export type SchemaRequest =
  /** Whether each of some values is a usable schema. */
  | { readonly kind: 'schemas'; readonly schemas: readonly string[] }
  /** Whether each of some records fits a schema. */
  | { readonly kind: 'records'; readonly schema: string; readonly records: readonly string[] };

/** `cpuMs` is the CPU time that the request used. */
export type TimedReply = SchemaReply & { readonly cpuMs: number };

export type SchemaReply =
  /** For each value why it cannot be used as a schema, or does not fit it. */
  | { readonly kind: 'faults'; readonly faults: readonly (string | null)[] }
  /** The schema itself cannot be used. */
  | { readonly kind: 'unusable'; readonly fault: string }
  /** Stack overflow in the child process. */
  | { readonly kind: 'too-deep' };
