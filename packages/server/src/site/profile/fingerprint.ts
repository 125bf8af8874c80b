/** Compares texts by their words, whatever their case, marks and length. */
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

/** The same for two texts of the same words, and short whatever their length. */
export function fingerprint(text: string): string {
  const words = foldedWords(text);
  return words.length <= shortCharacters
    ? words
    : createHash('sha256').update(words).digest('base64');
}

const shortCharacters = 1_024;
