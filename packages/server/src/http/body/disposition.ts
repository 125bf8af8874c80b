/** The parsed `Content-Disposition` of a form part. */
interface Disposition {
  readonly name: string;
  /** Not well-formed Unicode when it was not sent as UTF-8, so that it is refused as a key. */
  readonly fileName: string | undefined;
}

/**
 * Reads a `Content-Disposition: form-data` as clients really write it: browsers percent-encode
 * only quotes, old ones leave them as they are, others put a backslash before them. `header` has
 * one character for each byte; undefined when it is of another kind or cut short.
 */
export function parseDisposition(header: string): Disposition | undefined {
  const kind = /^\s*form-data\s*(?=;|$)/i.exec(header);
  if (kind === null) return undefined;
  const found = new Map<string, string>();
  for (const { name, value } of parametersOf(header, kind[0].length)) {
    // An unclosed quote: the header was truncated, and the name with it.
    if (value === undefined) return undefined;
    if (!found.has(name)) found.set(name, value);
  }
  const extended = decodeExtended(found.get('filename*'));
  const plain = found.get('filename');
  return {
    name: decodeUtf8(found.get('name') ?? ''),
    fileName: extended ?? (plain === undefined ? undefined : decodeUtf8(plain)),
  };
}

interface Parameter {
  readonly name: string;
  readonly value: string | undefined;
}

function* parametersOf(header: string, from: number): Generator<Parameter> {
  let at = from;
  while (at < header.length) {
    // At a semicolon: the type and every value end before one.
    const nameEnd = header.indexOf('=', at);
    if (nameEnd === -1) return;
    const name = header
      .slice(at + 1, nameEnd)
      .trim()
      .toLowerCase();
    const start = nameEnd + 1 + spaceAt(header, nameEnd + 1);
    if (header[start] === '"') {
      const end = closingQuote(header, start + 1);
      yield { name, value: end === -1 ? undefined : unquoted(header.slice(start + 1, end)) };
      at = header.indexOf(';', end);
    } else {
      at = header.indexOf(';', start);
      yield { name, value: header.slice(start, at === -1 ? undefined : at).trim() };
    }
    if (at === -1) return;
  }
}

// The quote that a semicolon or the end follows; every other one is part of the value. One after a
// backslash closes only when none comes later: the value then ends in that backslash.
function closingQuote(header: string, start: number): number {
  let escaped = -1;
  for (let at = header.indexOf('"', start); at !== -1; at = header.indexOf('"', at + 1)) {
    const next = header[at + 1 + spaceAt(header, at + 1)];
    if (next !== undefined && next !== ';') continue;
    if (backslashesBefore(header, at, start) % 2 === 0) return at;
    escaped = at;
  }
  return escaped;
}

function backslashesBefore(header: string, at: number, start: number): number {
  let count = 0;
  while (at - count > start && header[at - count - 1] === '\\') count += 1;
  return count;
}

function spaceAt(header: string, at: number): number {
  let count = 0;
  while (header[at + count] === ' ' || header[at + count] === '\t') count += 1;
  return count;
}

function unquoted(value: string): string {
  return value.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"');
}

// The form of RFC 5987, which forms should not use and some clients do.
function decodeExtended(value: string | undefined): string | undefined {
  const match = /^utf-8'[^']*'(.*)$/i.exec(value ?? '');
  if (match?.[1] === undefined) return undefined;
  try {
    return decodeURIComponent(match[1]);
  } catch {
    return undefined;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: string): string {
  try {
    return decoder.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return bytes.replaceAll(/[\x80-\xff]/g, loneSurrogate);
  }
}

function loneSurrogate(byte: string): string {
  return String.fromCharCode(0xdc00 + byte.charCodeAt(0));
}
