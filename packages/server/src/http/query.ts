import { listed } from '@baraza/contract';
import type { z } from 'zod';
import { invalid } from '../kernel/problem.ts';

/** Query fields. Of duplicates the first counts; names such as `toString` are safe (no prototype). */
export function readQuery(url: string): { readonly [name: string]: string } {
  const fields: Record<string, string> = Object.create(null);
  const at = url.indexOf('?');
  if (at === -1) return fields;
  for (const [name, value] of decodedPairs(url.slice(at + 1), 'The query'))
    fields[plainName(name)] ??= value;
  return fields;
}

/** `where[path]` is `where.path`: what generated clients send for a parameter of style `deepObject`. */
function plainName(name: string): string {
  return name.startsWith('where[') && name.endsWith(']') ? wherePrefix + name.slice(6, -1) : name;
}

// Appended by caches and proxies to make an address unique.
const ignoredName = '_';
/** Any name with this prefix is accepted by a schema with a catch-all. */
const wherePrefix = 'where.';

/**
 * Refuses fields that the schema of an endpoint does not name, and a repeated filter or sort: if one were
 * silently ignored, the response would have records that the caller did not ask for.
 */
export function assertKnownQuery(
  schema: z.ZodObject | undefined,
  fields: object,
  url: string,
): void {
  assertOnceEach(
    url,
    (name) => name === 'sort' || name === 'filter' || name.startsWith(wherePrefix),
  );
  const known = Object.keys(schema?.shape ?? {});
  const takesWheres = schema?.def.catchall !== undefined;
  for (const name of Object.keys(fields)) {
    if (known.includes(name) || name === ignoredName) continue;
    if (takesWheres && name.startsWith(wherePrefix)) continue;
    const names = takesWheres ? [...known, 'where.<path>'] : known;
    const those =
      names.length === 0 ? 'there are none here' : `the known ones are ${listed(names)}`;
    throw invalid(
      `The query parameter ${JSON.stringify(name.slice(0, 100))} is not known; ${those}.`,
    );
  }
}

/** Refuses a repeated field: the first would count, and its sender may mean the second. */
export function assertOnceEach(
  url: string,
  isSingle: (name: string) => boolean = () => true,
): void {
  const at = url.indexOf('?');
  if (at === -1 || !url.includes('&', at)) return;
  const seen = new Set<string>();
  for (const sent of new URLSearchParams(url.slice(at + 1)).keys()) {
    const name = plainName(sent);
    if (seen.has(name) && isSingle(name))
      throw invalid(`${name.slice(0, 100)} is in the query twice.`);
    seen.add(name);
  }
}

/** Names and values in order; `what` is the subject of a refusal's sentence. */
export function decodedPairs(text: string, what: string): URLSearchParams {
  assertDecodable(text, what);
  return new URLSearchParams(text);
}

// URLSearchParams replaces invalid UTF-8, which would be a different key than was sent. NUL is stored by one
// engine and refused by the other.
function assertDecodable(text: string, what: string): void {
  if (!text.includes('%')) return;
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll(/%(?![0-9a-f]{2})/gi, '%25'));
  } catch (cause) {
    throw invalid(`${what} must be percent-encoded UTF-8.`, { cause });
  }
  if (decoded.includes('\0')) throw invalid(`${what} must have no NUL.`);
}
