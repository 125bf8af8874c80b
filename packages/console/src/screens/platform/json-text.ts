/** Reads JSON that a person writes, and says where a text is not valid JSON. */
import { dictionary } from '../../words/language.ts';

const t = dictionary({
  noJson: (line: number, column: number) => [
    `Mstari ${line}, herufi ${column}: hii si JSON kamili. Angalia mabano, koma na alama za nukuu.`,
    `Line ${line}, column ${column}: this is not valid JSON. Check brackets, commas and quotation marks.`,
  ],
});

/** Why a text is not JSON; undefined if it is. `linesBefore` counts the lines before it in a longer text. */
export function jsonFault(text: string, linesBefore = 0): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const before = text.slice(0, faultAt(text)).split('\n');
    return t.noJson(before.length + linesBefore, (before.at(-1)?.length ?? 0) + 1);
  }
}

/** Like `jsonFault`, for one JSON value or for one object on each line. */
export function jsonFaultInLines(text: string): string | undefined {
  const lines = text.trim().split('\n');
  if (jsonFault(lines[0] ?? '') !== undefined) return jsonFault(text.trim());
  const at = lines.findIndex((line) => line.trim() !== '' && jsonFault(line) !== undefined);
  return at < 0 ? undefined : jsonFault(lines[at] ?? '', at);
}

// Bounds the recursion; text written by hand is never nested this deep.
const depthMax = 500;
const space = /[ \t\n\r]*/y;
const textToken = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const plainToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where a text stops being JSON. Errors of `JSON.parse` name the position only in some engines, and not always. */
function faultAt(text: string): number {
  let at = 0;
  const take = (token: RegExp | string): boolean => {
    space.lastIndex = at;
    at += space.exec(text)?.[0].length ?? 0;
    if (typeof token === 'string') {
      if (text[at] !== token) return false;
      at += 1;
      return true;
    }
    token.lastIndex = at;
    const found = token.exec(text)?.[0];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  const list = (end: string, item: () => boolean): boolean => {
    if (take(end)) return true;
    do if (!item()) return false;
    while (take(','));
    return take(end);
  };
  const value = (depth: number): boolean => {
    if (depth > depthMax) return false;
    const inner = () => value(depth + 1);
    if (take('{')) return list('}', () => take(textToken) && take(':') && inner());
    if (take('[')) return list(']', inner);
    return take(textToken) || take(plainToken);
  };
  // No token is empty: this only skips the space before trailing text.
  if (value(0)) take('');
  return at;
}

/** Parses a JSON object; undefined for anything else. */
export function jsonObjectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
