/** Serialises a value as `JSON.stringify` does, in steps: large lists and objects are written item by item. */
export function* writingJson(value: unknown): Generator<undefined, string> {
  if (isSmall(value)) return JSON.stringify(value);
  const parts: string[] = [];
  yield* appendingJson(parts, value);
  return parts.join('');
}

// Characters written between two yields; a value that is no string counts as this many.
const partCharacters = 65_536;
const valueCharacters = 8;

function* appendingJson(parts: string[], value: unknown): Generator<undefined, void> {
  yield;
  if (typeof value !== 'object' || value === null || isSmall(value)) {
    parts.push(JSON.stringify(value) ?? 'null');
    return;
  }
  const isList = Array.isArray(value);
  parts.push(isList ? '[' : '{');
  let isFirst = true;
  // Small neighbouring items are written together.
  let some: unknown[] = [];
  let left = partCharacters;
  const flush = () => {
    if (some.length === 0) return;
    parts.push(isFirst ? '' : ',', JSON.stringify(some).slice(1, -1));
    isFirst = false;
    some = [];
    left = partCharacters;
  };
  for (const [name, item] of isList ? value.entries() : Object.entries(value)) {
    if (isList) {
      const size = sizeOf(item, left);
      if (size <= left) {
        some.push(item);
        left -= size;
        continue;
      }
      flush();
      if (sizeOf(item, left) <= left) {
        some.push(item);
        left -= sizeOf(item, left);
        yield;
        continue;
      }
    } else if (item === undefined) continue;
    if (!isFirst) parts.push(',');
    isFirst = false;
    if (!isList) parts.push(`${JSON.stringify(name)}:`);
    yield* appendingJson(parts, item);
  }
  flush();
  parts.push(isList ? ']' : '}');
}

function isSmall(value: unknown): boolean {
  return sizeOf(value, partCharacters) <= partCharacters;
}

/** Estimated length when written; stops counting at `most`. */
function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + valueCharacters;
  if (typeof value !== 'object' || value === null) return valueCharacters;
  let size = valueCharacters;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += sizeOf(item, most - size);
      if (size > most) return size;
    }
    return size;
  }
  for (const name in value) {
    size +=
      name.length + sizeOf((value as { readonly [name: string]: unknown })[name], most - size);
    if (size > most) return size;
  }
  return size;
}
