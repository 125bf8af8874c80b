import { Problem } from '../kernel/problem.ts';

/** Query fields. Of duplicates the first counts; names such as `toString` are safe (no prototype). */
export function readQuery(url: string): { readonly [name: string]: string } {
  const fields: Record<string, string> = Object.create(null);
  const at = url.indexOf('?');
  if (at === -1) return fields;
  for (const [name, value] of decodedPairs(url.slice(at + 1), 'The query')) fields[name] ??= value;
  return fields;
}

/** Names and values in order; `what` is the subject of a refusal's sentence. */
export function decodedPairs(text: string, what: string): URLSearchParams {
  assertDecodable(text, what);
  return new URLSearchParams(text);
}

// URLSearchParams replaces invalid UTF-8, which would be another key than was sent. NUL is stored by one
// engine and refused by the other.
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
