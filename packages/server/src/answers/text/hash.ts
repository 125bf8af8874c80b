/** A 32-bit hash of a part of a text. The trained tables are built with it, so it must not change. */
export function hashOf(text: string, start = 0, end = text.length, seed = 0): number {
  let hash = 0x811c9dc5 ^ seed;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
