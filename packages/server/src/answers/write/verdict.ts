/**
 * A yes or no at the start of a sentence answers the question it was written for, and no other: after another question
 * it may say the opposite of the truth.
 */
import { upperFirst } from '../../kernel/language/sentences.ts';
import { longPattern } from '../../kernel/long-pattern.ts';

/** The sentence without a yes or no at its start, and with a capital; '' if it says nothing else. */
export function withoutVerdict(sentence: string): string {
  const opener = opening.exec(sentence)?.[0];
  return opener === undefined ? sentence : upperFirst(sentence.slice(opener.length));
}

/** Whether a text limits the yes or no before it, and says nothing without it. */
export function limitsVerdict(text: string): boolean {
  return limit.test(text);
}

/** A yes or no under the question it answers: `Do you deliver? Yes, but not on Sundays.` */
export function underQuestion(question: string, sentences: readonly string[]): readonly string[] {
  const asked = /[?？]["'”’)]*$/.test(question) ? question : `${question}?`;
  const [verdict = '', next = '', ...rest] = sentences;
  if (!limitsVerdict(next)) return [asked, ...sentences];
  // In voice mode only two sentences are said, so that the limit has to stay with its verdict.
  const joined = `${verdict.replace(/[.!…\s]+$/, '')}, ${next.charAt(0).toLowerCase()}${next.slice(1)}`;
  return [asked, joined, ...rest];
}

const limit = longPattern(
  'iu',
)`^(?:but|only|unless|except|though|although|however|if|as long as|provided|because
  |depending|\(|lakini|ila|isipokuwa|bali|kama|ikiwa|iwapo|kwa sababu|kwani|kutegemea|inategemea)(?!\p{L})`;

// `No parking`, `No. 5`, `no-show` and `la kwanza` are not verdicts; `Yes we do` and `Hapana hatuuzi` are.
const opening = longPattern('iu')`^\s*(?:[-–•·*✅✔☑❌]️?\s*)*(?:\*\*|__)?(?:
  (?:
  (?:yes|yeah|yep|yup|no(?![.:]?\s*\d)|nope|nah|sure|of course|certainly|absolutely|definitely|indeed|correct
  |affirmative|not at all|ndiyo|ndio|ndivyo|naam|eeh?|hapana|la|bila shaka|hakika|kabisa|sawa)
  (?:,?\s+(?:of course|sure|indeed|absolutely|definitely|certainly|sir|madam|please|kabisa|bila shaka|hakika)\b)*
  (?:,?\s+(?:(?:we|you|i|it|they|there|he|she)\s+
  (?:(?:do|does|did|can|could|will|would|are|is|was|have|has|may|must)(?:\s+not)?|cannot|\p{L}{2,6}n['’]t)
  |unaweza|huwezi|mnaweza|hamwezi|inawezekana|haiwezekani|tunafanya|hatufanyi|tunaweza|hatuwezi|ipo|zipo|yapo|upo
  |yupo|kipo|vipo|lipo|hakuna|hamna|kuna|tunayo|tunazo|tunao|hatuna|tuko)(?:\s+(?:so|hivyo))?
  (?=\s*(?:[,;:!.…–—]|$)))?
  )(?:\*\*|__)?
  (?:\s*(?:[,;:!.…–—\p{Extended_Pictographic}]|\s-)(?:[\s,;:!.…–—\p{Extended_Pictographic}️]|-\s)*(?:\*\*|__)?\s*
  |\s*(?=\()|\s*$)
  |(?:yes|yeah|yep|yup|no|nope|sure|of course|certainly|absolutely|definitely)\s+(?:and\s+|so\s+)?
  (?=(?:we|you|i|it|its|they|there|he|she|our|all|but|because|if|unless|except|only)\b)
  |(?:yes|yeah|yep|yup)\s+(?=(?-i:[\p{Ll}\d]))
  |(?:ndiyo|ndio|naam|hapana|bila shaka|hakika)\s+(?:na\s+)?
  (?=(?:tu|hatu|una|huwezi|mna|wana|kuna|hakuna|ina|hai|zina|hazi|yana|naweza|sisi|kila|ndani|hadi|mpaka
  |kuanzia|bila|pia|ipo|zipo|yapo|upo|yupo|ni|si|lakini|ila|isipokuwa|kama|kwani|kwa)\p{L}*)
  )`;
