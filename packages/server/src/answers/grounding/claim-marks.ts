/** The words and values of a part of a sentence that state something. */
import type { Language } from '@baraza/contract';
import { doneBy, rootsOf } from './claim-roots.ts';
import { beginning, ending, type Value } from './claim-values.ts';
import {
  type Bound,
  boundsOf,
  conjunctions,
  determiners,
  isGiving,
  isNegator,
  isNeutral,
  isPriceWord,
  isRateWord,
  isSwahiliVerb,
} from './claim-words.ts';
import { verbRoots } from './swahili-verbs.ts';

/** A word or a value that states something. */
export interface Mark {
  readonly word: string;
  /** Written as a name: nothing but the very word says the same. */
  readonly isName: boolean;
  readonly value: Value | undefined;
  /** What other forms of the word share with it; the second without an object in it (`tunaikodisha`). */
  readonly roots: readonly string[];
  /** Of a verb, where its form or the word before it tells: whether the business does it, or somebody else. */
  readonly by: 'us' | 'others' | '';
  /** Says nothing that the value after it does not: `opens at 8`. */
  readonly isLight: boolean;
  /** Which of the sentence's words it is. */
  readonly at: number;
  /** The word in front of it, but for `the` and the like. */
  readonly after: string;
  /** Comes after a comma or an `and`, as the further ones of a list do. */
  readonly isJoined: boolean;
}

/** A word or a value where it stands in its sentence. */
export interface Item {
  readonly word: string;
  readonly raw: string;
  readonly value: Value | undefined;
  readonly at: number;
  /** A comma stands before it. */
  readonly isApart: boolean;
}

export function marksOf(
  items: readonly Item[],
  bounds: ReadonlySet<Bound>,
  language: Language,
): readonly Mark[] {
  const words = items.map(({ word }) => word);
  return items.flatMap((item, index) => {
    const { word, value } = item;
    const isMoney = (items[index + 1]?.value?.currency ?? '') !== '';
    // `pamoja na kifungua kinywa` says that it is included, to those who say so.
    if (word === 'pamoja' && words[index + 1] === 'na')
      return [{ ...markOf(item, items, language), roots: ['=jumuisha'], isLight: true }];
    if (
      value === undefined &&
      !(isMoney && isGiving(word)) &&
      !isLetters(item) &&
      (isNeutral(word) || isNegator(word) || boundOnly(word) || isLight(word, language))
    )
      return isNegator(word) && !isPlainNegator(word) && !allowsDeed(items, index)
        ? [markOf(item, items, language)]
        : [];
    const mark = markOf(item, items, language);
    // `If you bring your card`: to have it with one is said by the condition.
    const isMeant = bringing.has(word) || isDealing(mark);
    return [bounds.has('if') && isMeant ? { ...mark, isLight: true } : mark];
  });
}

/** `If you buy a sack, …`: what is said of the sack is said to who buys it. */
export function isDealing({ roots }: Pick<Mark, 'roots'>): boolean {
  return roots.some((root) => deals.has(root));
}

const deals = new Set(['=buy', '=oda', '=rent', '=choose', 'order', 'v:chagu']);
const bringing = new Set('bring show present ukileta ukija ukionyesha ukiwa'.split(' '));

/** Of what a statement has one: what is counted and what is paid are two things. */
export function valueKind({ kind, currency }: Value): string {
  return currency === '' ? kind : 'money';
}

export function isNameLike(raw: string): boolean {
  return /^\p{Lu}/u.test(raw);
}

// `utazipata`: to get something is said by what one gets.
function isLight(word: string, language: Language): boolean {
  return (
    language === 'sw' && isSwahiliVerb(word) && verbRoots(word).some((root) => lightVerbs.has(root))
  );
}

const lightVerbs = new Set(['v:pat', 'v:tumi', 'v:to', 'v:fany']);
const lasting = new Set(['v:chuku', 'v:dum']);

/** `opens at 8`, `ends on 9 April`: said by the side of the value already. */
function saysEdge(items: readonly Item[], index: number): boolean {
  const next = items.slice(index + 1).find(({ word, value }) => value || !isNeutral(word));
  const { edge = '', kind = '' } = next?.value ?? {};
  return kind !== '' && edge !== '' && edgeWords[edge].test(items[index]?.word ?? '');
}

/** `inachukua miezi mitano`: how long it takes is said by the time. */
function saysLength(items: readonly Item[], index: number): boolean {
  if (!verbRoots(items[index]?.word ?? '').some((root) => lasting.has(root))) return false;
  const next = items.slice(index + 1).find(({ word, value }) => value || !isNeutral(word));
  return next !== undefined && (next.value?.kind === 'time' || lengths.has(next.word));
}

const lengths = new Set('saa masaa dakika siku wiki mwezi miezi mwaka miaka muda'.split(' '));

/** `The price includes water`: that there is a price is said by what it includes. */
function saysPrice(items: readonly Item[], index: number, language: Language): boolean {
  const next = items.slice(index + 1).find(({ word }) => !isNeutral(word));
  if (next === undefined || !isPriceWord(items[index]?.word ?? '')) return false;
  return rootsOf(next.word, language).some((root) => root === '=include' || root === '=jumuisha');
}

function wordBefore(items: readonly Item[], index: number, stopsAtValues = false): string {
  const before = items
    .slice(Math.max(0, index - 3), index)
    .findLast(
      ({ word, value }) => (value === undefined || stopsAtValues) && !determiners.has(word),
    );
  return before?.word ?? '';
}

/** The first word of a sentence, but for `please` and the like. */
function opensOrder(items: readonly Item[], index: number): boolean {
  return items[index]?.at === index && items.slice(0, index).every(({ word }) => manners.has(word));
}

const manners = new Set('please kindly just also then tafadhali pia'.split(' '));

/** `Lita moja ni KSh 60` is `KSh 60 kwa lita`. */
function isOne(items: readonly Item[], index: number, language: Language): boolean {
  const { value } = items[index] ?? {};
  if (value?.kind !== 'number' || value.key !== '1' || value.currency !== '') return false;
  return isRateWord(items[index + (language === 'sw' ? -1 : 1)]?.word ?? '');
}

const edgeWords = {
  start: new RegExp(`^(?:${beginning})$`),
  end: new RegExp(`^(?:${ending})$`),
};

/** `hawaruhusiwi kuingia` denies the deed that comes after it. */
function allowsDeed(items: readonly Item[], index: number): boolean {
  return (
    /^ha[a-z]{1,3}ruhusiwi$/.test(items[index]?.word ?? '') &&
    /^ku[a-z]{3,}a$/.test(items[index + 1]?.word ?? '')
  );
}

// `Zone A` and `the WHO` are names, though their letters are those of small words.
function isLetters({ raw, at }: Item): boolean {
  return at > 0 && /^(?:[A-HJ-Z]|\p{Lu}{2,})$/u.test(raw);
}

// A denied verb says what is denied; `not` and `hakuna` only deny.
function isPlainNegator(word: string): boolean {
  return !deniedVerb.test(word) || plainNegators.has(word);
}

const deniedVerb =
  /^(?:ha(?:tu|wa|zi|ki|vi|li|ku|i|u|m|ya)|si|usi|msi|asi|wasi|tusi|isi|zisi|yasi)[a-z]{4,}|^(?:ha|hu)[a-z]{3,}i$/;

const plainNegators = new Set(
  'hakuna hatuna hawana haina hazina halina hakina havina hayana haipo hazipo hayupo hawapo halipo isipokuwa'.split(
    ' ',
  ),
);

function boundOnly(word: string): boolean {
  if (word === 'ikiwa') return true;
  // `Half of the price` is a part, and says which.
  if (boundsOf(word, '', false).includes('part')) return false;
  return boundsOf(word, '', false).length > 0 && !/^(?:u|m|a|wa|ni|tu|i|zi|ya|ki|vi)ki/.test(word);
}

function markOf(item: Item, items: readonly Item[], language: Language): Mark {
  const { word, raw, value, at } = item;
  const index = items.indexOf(item);
  const before = [items[index - 1]?.word ?? '', items[index - 2]?.word ?? ''];
  return {
    word,
    value,
    at,
    after: wordBefore(items, index),
    isJoined: item.isApart || conjunctions.has(wordBefore(items, index, true)),
    isLight:
      value === undefined
        ? saysEdge(items, index) || saysLength(items, index) || saysPrice(items, index, language)
        : isOne(items, index, language),
    by: value === undefined ? doneBy(word, before, language, opensOrder(items, index)) : '',
    isName: value === undefined && at > 0 && isNameLike(raw),
    roots: value === undefined ? rootsOf(word, language) : [],
  };
}

/** Whether what was told allows what is said. */
export type Sameness = (told: Mark, said: Mark) => boolean;
