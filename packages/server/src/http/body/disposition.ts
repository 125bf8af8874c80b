/** The parsed `Content-Disposition` of a form part. */
interface Disposition {
  readonly name: string;
  /** Not well-formed Unicode when it was not sent as UTF-8, so that it is refused as a key. */
  readonly fileName: string | undefined;
}

const kind = /\s*form-data\s*(?=;|$)/iy;
const start = /;([^=]*)=[ \t]*/y;
// The quote that a semicolon or the end follows closes a value; every other one is part of it. One after a backslash
// closes only when none comes later: the value then ends in that backslash.
const quoted = /"((?:\\.|[^\\])*?)"[ \t]*(?=;|$)/sy;
const quotedToLast = /"(.*)"[ \t]*(?=;|$)/sy;
const bare = /(?!")([^;]*)/y;

/**
 * Reads a `Content-Disposition: form-data` as clients really write it: browsers percent-encode
 * only quotes, old ones leave them as they are, others put a backslash before them. `header` has
 * one character for each byte; undefined when it is of another kind or cut short.
 */
export function parseDisposition(header: string): Disposition | undefined {
  const found = new Map<string, string>();
  let at = 0;
  const next = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const [whole, value = ''] = pattern.exec(header) ?? [];
    if (whole !== undefined) at += whole.length;
    return whole === undefined ? undefined : value;
  };
  if (next(kind) === undefined) return undefined;
  for (let name = next(start); name !== undefined; name = next(start)) {
    const text = next(quoted) ?? next(quotedToLast);
    const value = text?.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? next(bare)?.trim();
    // An unclosed quote: the header was truncated, and the name with it.
    if (value === undefined) return undefined;
    const key = name.trim().toLowerCase();
    if (!found.has(key)) found.set(key, value);
  }
  const plain = found.get('filename');
  return {
    name: decodeUtf8(found.get('name') ?? ''),
    fileName:
      decodeExtended(found.get('filename*')) ??
      (plain === undefined ? undefined : decodeUtf8(plain)),
  };
}

// The form of RFC 5987, which forms should not use and some clients do.
function decodeExtended(value = ''): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(value) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: string): string {
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes.replaceAll(/[\x80-\xff]/g, (byte) =>
      String.fromCharCode(0xdc00 + byte.charCodeAt(0)),
    );
  }
}
