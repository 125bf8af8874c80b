import { Problem } from '../kernel/problem.ts';

/** The fields of a query. One given twice is taken the first time; `toString` and its kin are only names here. */
export function readQuery(url: string): { readonly [name: string]: string } {
  const fields: Record<string, string> = Object.create(null);
  const at = url.indexOf('?');
  if (at === -1) return fields;
  for (const [name, value] of decodedPairs(url.slice(at + 1), 'The query')) fields[name] ??= value;
  return fields;
}

/** Names and values in their order; `what` begins the sentence of a refusal. */
export function decodedPairs(text: string, what: string): URLSearchParams {
  assertDecodable(text, what);
  return new URLSearchParams(text);
}

// URLSearchParams puts a replacement character for bytes that are no UTF-8: another key than was
// sent. NUL is text that one engine stores and the other refuses.
function assertDecodable(text: string, what: string): void {
  if (!text.includes('%')) return;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch (cause) {
    throw new Problem('invalid', `${what} must be percent-encoded UTF-8.`, { cause });
  }
  if (decoded.includes('\0')) throw new Problem('invalid', `${what} must have no NUL.`);
}
