/** The name of a person whom others see: every part can be seen, and no part turns the text after it around. */

// Joiners are part of words in several scripts.
const hidden = /[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/u;
const visible = /[^\p{Cf}\p{M}\p{Z}]/u;

export function isPersonName(text: string): boolean {
  return !hidden.test(text) && text.split(/\s+/).every((word) => visible.test(word));
}

export const wrongPersonName =
  'name must be a name that can be read: no line breaks, and no characters that nobody sees.';
