/**
 * V8 12.8 and newer returns wrong names: after `{"a":1,"\\":2}`, the text `{"a":1,"\n":2}` gives the name `\` for the
 * line break (https://issues.chromium.org/issues/521080746). Only a name that is written with an escape can be wrong,
 * so the names of every text from outside are written without escapes before V8 reads it.
 */

const [backslash, colon, space] = [0x5c, 0x3a, 0x20];

/** `plainOf` gets each name that was escaped, and returns one without quotes, backslashes and control characters. */
export function parseWithPlainNames(text: string, plainOf: (name: string) => string): unknown {
  const names = [...escapedNames(text)];
  // V8 decides what is JSON; the value may have wrong names.
  if (names.length > 0) JSON.parse(text);
  let [plain, from] = ['', 0];
  for (const { start, end } of names) {
    const name = plainOf(JSON.parse(text.slice(start, end)));
    plain += `${text.slice(from, start)}"${name}"`;
    from = end;
  }
  return JSON.parse(plain + text.slice(from));
}

/** For JSON of others, such as files: what a name may not have becomes a space. */
export function parseForeignJson(text: string): unknown {
  return parseWithPlainNames(text, plainName);
}

/** The name that a field of JSON of others has here. */
export function plainName(name: string): string {
  return name.toWellFormed().replaceAll(/["\\\p{Cc}]/gu, ' ');
}

function* escapedNames(text: string): Generator<{ readonly start: number; readonly end: number }> {
  for (let at = text.indexOf('\\'); at >= 0; ) {
    // The first escape of its string: no escaped quote is before it.
    const start = text.lastIndexOf('"', at);
    const end = stringEnd(text, at);
    if (text.charCodeAt(skipSpace(text, end)) === colon) yield { start, end };
    at = text.indexOf('\\', end);
  }
}

/** The offset after the closing quote of the string that `from` is in; no backslash may precede `from`. */
function stringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from); end >= 0; end = text.indexOf('"', end + 1)) {
    let escapes = end;
    while (escapes > from && text.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= space) at += 1;
  return at;
}
