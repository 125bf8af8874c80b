/** What is asked of the process that works with schemas. */
export type SchemaRequest =
  /** Whether each of some values is a usable schema. */
  | { readonly kind: 'schemas'; readonly schemas: readonly string[] }
  /** Whether every record fits a schema. */
  | { readonly kind: 'records'; readonly schema: string; readonly records: readonly string[] };

export type SchemaReply =
  /** For each value why it is no usable schema. */
  | { readonly kind: 'faults'; readonly faults: readonly (string | null)[] }
  /** The first record that does not fit, and why. */
  | { readonly kind: 'misfit'; readonly index: number; readonly fault: string }
  | { readonly kind: 'fits' }
  /** The schema itself cannot be used. */
  | { readonly kind: 'unusable'; readonly fault: string }
  /** The stack did not hold it: for any other as slow as for this one. */
  | { readonly kind: 'too-deep' };

/** What a library says, as part of a sentence. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 300).replace(/\.$/, '');
}
