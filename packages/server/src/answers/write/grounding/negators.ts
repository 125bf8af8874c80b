/** Words that deny, in both languages. */
import { longPattern } from '../../../kernel/long-pattern.ts';

/** `Bila malipo` and `no charge` deny nothing, it is free; nor does `not older than`. */
export function isNegator(word: string, next = ''): boolean {
  if (limited.test(next)) return false;
  if (isPlainNegator(word) || isVagueNegator(word)) return true;
  return (
    !nouns.has(word) &&
    !paid.test(word) &&
    !/(?:zidi|pungua|zidii)$/.test(word) &&
    verbs.some((form) => form.test(word))
  );
}

/** Denies and says nothing else. */
export function isPlainNegator(word: string): boolean {
  return plain.has(word);
}

/** What it denies is not what it stands beside: `all but Mondays`, `if you do not pay`. */
export function isVagueNegator(word: string): boolean {
  return vague.test(word);
}

/** Denies only the thing that it is put before. */
export function isLack(word: string): boolean {
  return word === 'bila' || word === 'without' || word === 'no' || word === 'non';
}

const limited = longPattern()`^(?:charges?|costs?|fees?|malipo|gharama|ada|paying|kulipa|kulipia|more
  |less|later|longer|older|younger|fewer|over|above|below)$`;
/** `Haulipiwi` says that it is free, as `bure` does. */
const paid = /^h(?:a(?:tu|wa|zi|ki|vi|li|ku|i|u|m|ya)|u)?(?:ta)?(?:lipiwi|tozwi|lipishwi|gharimu)$/;
const vague =
  /^(?:unless|except|excluding|isipokuwa|kasoro|(?:u|m|a|wa|ni|tu|i|zi|li|ki|vi|ya)sipo[a-z]{3,})$/;
const plain = wordsIn(
  `not no non never none nor neither cannot dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt
  shouldnt havent hasnt hadnt without hapana hakuna hamna siyo sio si wala kamwe sina hatuna hana hawana haina hazina
  halina hakina havina hayana huna haipo hazipo hayupo hawapo halipo bila`,
);
const verbs = [
  /^ha(?:tu|wa|zi|ki|vi|li|ku|i|u|m|ya)(?:ta|ku|ja)?[a-z]{3,}[aiue]$/,
  /^si(?:ja|ta|ku)[a-z]{3,}[aiue]$/,
  // `hatachanjwa`, `hutalipa`; `hutazama` and the like are habits.
  /^hata(?!ri$|mu)[a-z]{4,}a$|^huta(?!zama|futa|yarish|mbu|raji|legeme|fsiri)[a-z]{3,}a$/,
  // `hapewi`, `hulipi`; what ends so by itself (`husafiri`) is mostly a habit.
  /^ha[b-df-hj-np-tvwz][a-z]+i$|^hu(?:[a-z]+wi|wezi|hitaji|lipi|pati|letei|ji|ingii)$/,
  /^(?:u|m|a|wa|tu|ni|i|zi|ya|li|ki|vi)si(?:o|ye|yo|cho|vyo|lo|zo|po)?[a-z]{3,}[aei]$/,
];
/** Nouns and numbers that begin as a denied verb does. */
const nouns = wordsIn(
  `wasiozidi harusi halali hadhi hamali haki hadi hali hati hayati hakiki harufi hasi habari halisi hakimu hamsini
  haraka hatari hakika hadithi hawaii hivyo haliwa asili asilimia asiye msichana masika misitu msikiti msimamizi
  usimamizi usingizi usikilizaji kisiwani visiwani msimu sitini sikukuu sikiliza sikia asikari hukumu hutoka huchukua
  hutolewa hurudi hufanyika huduma hununua hupatikana hujumuisha hisa`,
);

function wordsIn(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/));
}
