/** Splits Swahili and English texts into sentences. Abbreviations, decimals and initials do not end a sentence. */

const abbreviations = new Set(
  `mr mrs ms dr dkt prof st sr jr no vs etc inc ltd co corp dept est approx fig vol eg ie am pm bw bi mhe dk
    k.m n.k k.v yaani tel mt ave rd jan feb mar apr jun jul aug sep sept oct nov dec`.split(/\s+/),
);
// Matches only at the start of a run of marks; otherwise a long run would take quadratic time.
const end = /(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s|$)|\n+/gu;
const listItem = /^\s*(?:[-*•·–]|\d{1,2}[.)]|[a-z][.)])\s+/;
/** The dot or number before an item of a list. */
export const listMark = /^\s*(?:[-*•·–]|\d{1,2}[.)])\s+/;
const sentenceCharsMax = 600;
// The longest indent before the number of a list item.
const indentCharsMax = 64;

export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const found of text.matchAll(end)) {
    const stop = found.index + found[0].length;
    if (!endsSentence(text, start, found.index, found[0])) continue;
    push(sentences, text.slice(start, stop));
    start = stop;
  }
  push(sentences, text.slice(start));
  return sentences;
}

function push(sentences: string[], piece: string): void {
  const sentence = piece.trim();
  if (sentence === '') return;
  const last = sentences.at(-1);
  const joined =
    last !== undefined &&
    listItem.test(piece.trimStart()) &&
    (/:$/.test(last) || last.includes('\n')) &&
    last.length + sentence.length < sentenceCharsMax;
  if (joined) sentences[sentences.length - 1] = `${last}\n${sentence}`;
  else sentences.push(sentence);
}

/** Whether the mark at `at` ends the sentence that began at `start`. */
function endsSentence(text: string, start: number, at: number, mark: string): boolean {
  if (mark !== '.') return true;
  const word = /[\p{L}\p{N}.]+$/u.exec(text.slice(Math.max(start, at - 12), at))?.[0] ?? '';
  if (abbreviations.has(word.toLowerCase())) return false;
  // An initial ("Julius K. Nyerere"), and the number of a list item.
  if (/^\p{Lu}$/u.test(word)) return false;
  const isIndented = at - start <= indentCharsMax;
  if (isIndented && /^\d{1,2}$/.test(word) && /^\s*\d{1,2}$/.test(text.slice(start, at)))
    return false;
  const next = /\S/u.exec(text.slice(at + 1, at + 8))?.[0];
  return next === undefined || !/\p{Ll}/u.test(next);
}

/** Whether a sentence ends with a question mark. */
export function isQuestion(sentence: string): boolean {
  return /\?["'”’)]*$/.test(sentence);
}

export function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
