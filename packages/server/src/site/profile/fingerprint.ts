/** What texts of the same words have in common, whatever their case, marks and length. */
import { createHash } from 'node:crypto';

/** A text by its words alone. */
export function foldedWords(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What two texts of the same words have in common, whatever their length. */
export function* fingerprint(text: string): Generator<undefined, string> {
  yield;
  if (text.length <= foldedChars) return foldedWords(text);
  const hash = createHash('sha256');
  let isEmpty = true;
  for (let from = 0; from < text.length; ) {
    const to = wordEnd(text, from + foldedChars);
    const words = foldedWords(text.slice(from, to));
    if (words !== '') hash.update(isEmpty ? words : ` ${words}`);
    isEmpty &&= words === '';
    from = to;
    yield;
  }
  return isEmpty ? '' : hash.digest('base64');
}

const foldedChars = 8_192;

/** The end of the word at this place: a text that is cut there has the same words as the whole. */
function wordEnd(text: string, place: number): number {
  const near = text.slice(place, place + foldedChars).search(/\s/);
  return near < 0 ? Math.min(text.length, place + foldedChars) : place + near;
}
