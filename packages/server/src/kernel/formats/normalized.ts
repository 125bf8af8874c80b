// No language writes more than a few marks on a letter; 30 is the limit of stream-safe text (Unicode Annex 15).
// The halfwidth voiced marks U+FF9E and U+FF9F are letters that decompose to marks.
const tooManyMarks = /([\p{M}\uFF9E\uFF9F]{30})[\p{M}\uFF9E\uFF9F]+/gu;

/**
 * The Unicode normal form of a text. Longer runs of combining marks are cut: sorting them takes quadratic time, and
 * nothing can interrupt it.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return text.replace(tooManyMarks, '$1').normalize(form);
}

/** The form in which searches compare texts. The stores cannot fold: SQLite folds only ASCII. */
export function foldText(text: string): string {
  return normalized(text, 'NFKC').toLowerCase();
}
