/**
 * Replaces `JSON.parse`, because that of V8 12.8 and newer returns wrong names: after `{"a":1,"\\":2}`, the text
 * `{"a":1,"\n":2}` gives the name `\` for the line break (https://issues.chromium.org/issues/521080746). It takes the
 * name from an object that it parsed before if the source of the new name begins with it, so only a name with an escape
 * can be wrong. Texts with such a name are read here, up to some thousand levels deep, all others by V8.
 */

const parseNatively = JSON.parse;

JSON.parse = (text: unknown, reviver?: (name: string, value: unknown) => unknown) => {
  const source = `${text}`;
  // V8 reads all texts, so that the errors are its own. With a reviver, names are what V8 makes of them.
  const value: unknown = parseNatively(source, reviver);
  const isRead = typeof reviver !== 'function' && hasEscapedName(source);
  return isRead ? readValue({ source, at: 0 }) : value;
};

const [backslash, colon, comma, space] = [0x5c, 0x3a, 0x2c, 0x20];
const [quote, openList, closeList, openObject, closeObject] = [0x22, 0x5b, 0x5d, 0x7b, 0x7d];
const literals = new Map<string, unknown>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

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
  const first = nextToken(cursor);
  if (first === openObject) return readObject(cursor);
  if (first === openList) return readList(cursor);
  if (first === quote) return readString(cursor);
  const start = cursor.at;
  while (isInWord(cursor.source.charCodeAt(cursor.at))) cursor.at += 1;
  const word = cursor.source.slice(start, cursor.at);
  const literal = literals.get(word);
  return literal === undefined ? Number(word) : literal;
}

function readObject(cursor: Cursor): object {
  const object: { [name: string]: unknown } = {};
  for (let isMember = begin(cursor, closeObject); isMember; isMember = goOn(cursor)) {
    nextToken(cursor);
    const name = readString(cursor);
    nextToken(cursor);
    cursor.at += 1;
    const value = readValue(cursor);
    // An assignment to `__proto__` would not make a property.
    if (name === '__proto__')
      Object.defineProperty(object, name, {
        value,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    else object[name] = value;
  }
  return object;
}

function readList(cursor: Cursor): readonly unknown[] {
  const list: unknown[] = [];
  for (let isItem = begin(cursor, closeList); isItem; isItem = goOn(cursor))
    list.push(readValue(cursor));
  return list;
}

/** Steps over the opening bracket. False if the closing one follows; it steps over that too. */
function begin(cursor: Cursor, closing: number): boolean {
  cursor.at += 1;
  if (nextToken(cursor) !== closing) return true;
  cursor.at += 1;
  return false;
}

/** Steps over the comma or the closing bracket after a value. True if it was a comma. */
function goOn(cursor: Cursor): boolean {
  const isComma = nextToken(cursor) === comma;
  cursor.at += 1;
  return isComma;
}

function readString(cursor: Cursor): string {
  const { source, at } = cursor;
  cursor.at = stringEnd(source, at + 1);
  const text = source.slice(at + 1, cursor.at - 1);
  return text.includes('\\') ? parseNatively(`"${text}"`) : text;
}

/** The offset after the closing quote of the string that `from` is in; no backslash may precede `from`. */
function stringEnd(source: string, from: number): number {
  for (let end = source.indexOf('"', from); end >= 0; end = source.indexOf('"', end + 1)) {
    let escapes = end;
    while (escapes > from && source.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end + 1;
  }
  return source.length;
}

/** Skips space; returns the code of the character after it. */
function nextToken(cursor: Cursor): number {
  cursor.at = skipSpace(cursor.source, cursor.at);
  return cursor.source.charCodeAt(cursor.at);
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) <= space) at += 1;
  return at;
}

function isInWord(code: number): boolean {
  return code > space && code !== comma && code !== closeList && code !== closeObject;
}
