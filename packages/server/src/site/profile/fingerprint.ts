/** Compares texts by their words, without case, accents and punctuation. */

import { createHash } from 'node:crypto';
import { normalized } from '../../kernel/formats/normalized.ts';

export function foldedWords(text: string): string {
  return normalized(text, 'NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Equal for texts with the same words; a hash if the text is long. */
export function fingerprint(text: string): string {
  const words = foldedWords(text);
  return words.length <= shortCharacters
    ? words
    : createHash('sha256').update(words).digest('base64');
}

const shortCharacters = 1_024;
