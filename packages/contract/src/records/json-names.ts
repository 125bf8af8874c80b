/**
 * Replaces `JSON.parse`, because that of V8 12.8 and newer returns wrong names: after `{"a":1,"\\":2}`, the text
 * `{"a":1,"\n":2}` gives the name `\` for the line break (https://issues.chromium.org/issues/521080746). It takes the
 * name from an object that it parsed before if the source of the new name begins with it, so only a name with an escape
 * can be wrong. Texts with such a name are read here, all others by V8.
 */

const parseNatively = JSON.parse;

JSON.parse = (text: unknown, reviver?: (name: string, value: unknown) => unknown) => {
  const source = String(text);
  // V8 reads all texts, so that the errors are its own. With a reviver, names are what V8 makes of them.
  const value: unknown = parseNatively(source, reviver);
  return reviver === undefined && hasEscapedName(source) ? readValue({ source, at: 0 }) : value;
};

const [backslash, colon, space] = [0x5c, 0x3a, 0x20];

function hasEscapedName(source: string): boolean {
  let at = source.indexOf('\\');
  while (at >= 0) {
    at = skipSpace(source, stringEnd(source, at));
    if (source.charCodeAt(at) === colon) return true;
    at = source.indexOf('\\', at);
  }
  return false;
}

/** A position in a text that V8 has accepted as JSON. */
interface Cursor {
  readonly source: string;
  at: number;
}

function readValue(cursor: Cursor): unknown {
  const { source } = cursor;
  const start = nextToken(cursor);
  const first = source[start];
  if (first === '{') return readObject(cursor);
  if (first === '[') return readList(cursor);
  if (first === '"') return readString(cursor);
  while (cursor.at < source.length && !/[\s,\]}]/.test(source[cursor.at] ?? '')) cursor.at += 1;
  return parseNatively(source.slice(start, cursor.at));
}

function readObject(cursor: Cursor): object {
  const object = {};
  for (let isMember = begin(cursor, '}'); isMember; isMember = goOn(cursor)) {
    nextToken(cursor);
    const name = readString(cursor);
    nextToken(cursor);
    cursor.at += 1;
    const value = readValue(cursor);
    // An assignment to `__proto__` would not make a property.
    Object.defineProperty(object, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return object;
}

function readList(cursor: Cursor): readonly unknown[] {
  const list: unknown[] = [];
  for (let isItem = begin(cursor, ']'); isItem; isItem = goOn(cursor)) list.push(readValue(cursor));
  return list;
}

/** Steps over the opening bracket. False if the closing one follows; it steps over that too. */
function begin(cursor: Cursor, closing: string): boolean {
  cursor.at += 1;
  if (cursor.source[nextToken(cursor)] !== closing) return true;
  cursor.at += 1;
  return false;
}

/** Steps over the comma or the closing bracket behind a value. True after a comma. */
function goOn(cursor: Cursor): boolean {
  const isComma = cursor.source[nextToken(cursor)] === ',';
  cursor.at += 1;
  return isComma;
}

function readString(cursor: Cursor): string {
  const start = cursor.at;
  cursor.at = stringEnd(cursor.source, start + 1);
  return parseNatively(cursor.source.slice(start, cursor.at));
}

/** The offset behind the closing quote of the string that `from` lies in; `from` is not behind a backslash. */
function stringEnd(source: string, from: number): number {
  for (let end = source.indexOf('"', from); end >= 0; end = source.indexOf('"', end + 1)) {
    let escapes = end;
    while (escapes > from && source.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return source.length;
}

function nextToken(cursor: Cursor): number {
  cursor.at = skipSpace(cursor.source, cursor.at);
  return cursor.at;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) <= space) at += 1;
  return at;
}
