/** A sentence taken apart into the statements that it joins, so that what one of them says is not held to be said of another. */
import type { Language } from '../answers.ts';
import { tokensOf } from '../text.ts';
import { doneBy, rootsOf } from './claim-roots.ts';
import { allowsValue, beginning, ending, type Value, valuesOf } from './claim-values.ts';
import { plainWording } from './claim-wording.ts';
import {
  type Bound,
  boundsOf,
  determiners,
  isGiving,
  isNegator,
  isNeutral,
  isSwahiliVerb,
  prepositions,
  subjectWords,
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
}

export interface Part {
  readonly marks: readonly Mark[];
  readonly isDenied: boolean;
  readonly bounds: ReadonlySet<Bound>;
  /** Leans on the part before it: `in Kiambu for 400`. */
  readonly isDependent: boolean;
  /** Begins a statement of its own, as after a semicolon or `but`. */
  readonly isFresh: boolean;
  /** Its first word sets a bound, such as `if`: it limits what stands beside it. */
  readonly opensBound: boolean;
  /** What comes after `before` or `after`. */
  readonly turns: readonly Mark[];
  /** Has a verb with its own subject. */
  readonly isClause: boolean;
  /** Its words, neutral ones too. */
  readonly words: ReadonlySet<string>;
}

export function partsOf(written: string, language: Language): readonly Part[] {
  const sentence = withoutRepeats(plainWording(written));
  const { values, rest } = valuesOf(sentence);
  const pieces = cut(sentence, rest, values, language);
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const joins =
      (piece.joint === 'soft' && last && !compete(last, piece) && !areClauses(last, piece)) ||
      isListed(last, piece);
    if (last !== undefined && joins)
      joined[joined.length - 1] = { ...last, items: [...last.items, ...piece.items] };
    else joined.push(piece);
  }
  let carried = false;
  let excepting = false;
  const parts = joined.map((piece) => {
    const part = partOf(piece, language);
    // `We sell no phones, tablets or cables`: what is denied stays so until a contrast.
    if (piece.joint === 'contrast' || piece.joint === 'colon' || part.isClause) carried = false;
    const opensWith = piece.items[0]?.word ?? '';
    if (excepting && !conjunctions.has(opensWith)) carried = false;
    const isDenied = part.isDenied || carried;
    excepting = part.bounds.has('except') || (excepting && isDenied);
    carried = isDenied;
    return { ...part, isDenied };
  });
  return parts.map((part, index) => ({
    ...part,
    isDenied: part.isDenied || sharesDenial(parts, index),
  }));
}

/** `saa mbili asubuhi (8:00)` says one time twice. */
function withoutRepeats(sentence: string): string {
  if (!sentence.includes('(')) return sentence;
  const { values } = valuesOf(sentence);
  let text = sentence;
  for (const [index, value] of values.entries()) {
    const before = values[index - 1];
    if (before === undefined || !allowsValue(before, value)) continue;
    const opens = /^\s*\($/.test(sentence.slice(before.end, value.start));
    if (opens && sentence[value.end] === ')')
      text =
        text.slice(0, before.end) +
        ' '.repeat(value.end + 1 - before.end) +
        text.slice(value.end + 1);
  }
  return text;
}

/** `Cement, cut cable and mixed paint are not taken back`: what is denied of the last of a list is denied of all. */
function sharesDenial(parts: readonly Part[], index: number): boolean {
  const from = parts.findLastIndex(({ isFresh }, at) => at <= index && isFresh);
  const verb = parts.findIndex(({ isClause }, at) => at > index && isClause);
  if (verb < 0 || parts[verb]?.isDenied !== true) return false;
  if (parts.slice(index + 1, verb + 1).some(({ isFresh }) => isFresh)) return false;
  const list = parts.slice(Math.max(from, 0), verb);
  return list.every(
    (part, at) =>
      !part.isDependent && !part.isClause && (at === 0 || !part.isFresh) && part.bounds.size === 0,
  );
}

type Joint = 'start' | 'colon' | 'hard' | 'soft' | 'contrast' | 'bracket';

interface Item {
  readonly word: string;
  readonly raw: string;
  readonly value: Value | undefined;
  readonly at: number;
}

interface Piece {
  readonly joint: Joint;
  readonly items: readonly Item[];
}

function cut(
  sentence: string,
  rest: string,
  values: readonly Value[],
  language: Language,
): readonly Piece[] {
  const items = itemsOf(sentence, rest, values);
  const pieces: Piece[] = [];
  let open: Item[] = [];
  let joint: Joint = 'start';
  let end = 0;
  items.forEach((item, index) => {
    const gap = rest.slice(end, item.start);
    const mark = jointOf(gap, item.word, items[index + 1]?.word ?? '', language);
    if (mark !== undefined && open.length > 0) {
      pieces.push({ joint, items: open });
      open = [];
      joint = mark;
    }
    open.push({ ...item, at: index });
    end = item.end;
  });
  if (open.length > 0) pieces.push({ joint, items: open });
  return pieces;
}

interface PlacedItem extends Omit<Item, 'at'> {
  readonly start: number;
  readonly end: number;
}

function itemsOf(sentence: string, rest: string, values: readonly Value[]): readonly PlacedItem[] {
  const words = tokensOf(rest).map(({ word, raw, start }): PlacedItem => {
    const end = start + raw.length;
    return { word, raw: sentence.slice(start, end), value: undefined, start, end };
  });
  const told = values.map((value): PlacedItem => {
    const { start, end, key } = value;
    return { word: key, raw: sentence.slice(start, end), value, start, end };
  });
  const percents = [...rest.matchAll(/%/g)].map(
    ({ index }): PlacedItem => ({
      word: 'percent',
      raw: '%',
      value: undefined,
      start: index,
      end: index + 1,
    }),
  );
  return [...words, ...told, ...percents].toSorted((one, other) => one.start - other.start);
}

function jointOf(gap: string, word: string, next: string, language: Language): Joint | undefined {
  if (gap.includes('(')) return 'bracket';
  if (/[;\n]/.test(gap) || (word === 'as' && gap.includes(','))) return 'contrast';
  if (word === 'kwa' && next === 'sababu') return 'contrast';
  if (gap.includes(':')) return 'colon';
  if (contrasts.has(word)) return 'contrast';
  if (/[,)–—"“”]/.test(gap)) return 'hard';
  // `50 or more` is one amount.
  if (!conjunctions.has(word) || boundsOf(next, '', false).length > 0) return undefined;
  if (language === 'sw') return isSwahiliVerb(next) || subjectWords.has(next) ? 'hard' : 'soft';
  return determiners.has(next) ? 'soft' : 'hard';
}

const conjunctions = new Set('and or nor na au wala pia'.split(' '));
const contrasts = new Set(
  'but while whereas although though however because since so kwani lakini bali ila huku ijapokuwa ingawa isipokuwa except unless'.split(
    ' ',
  ),
);

/** Two amounts, two days or two names joined by `and` belong to two statements. */
function compete(one: Piece, other: Piece): boolean {
  const kinds = new Set(one.items.map(kindOf).filter((kind) => kind !== ''));
  return other.items.some((item) => kinds.has(kindOf(item)));
}

/** `The child is taken there and the parents are called`. */
function areClauses(one: Piece, other: Piece): boolean {
  return [one, other].every(({ items }) => items.some(({ word }) => copulas.has(word)));
}

const copulas = new Set('is are was were has have had can will must may'.split(' '));

/** `Mondays, Wednesdays and Fridays`, `Nakuru, Nyeri and Meru`: one list, of which the same is said. */
function isListed(last: Piece | undefined, { joint, items }: Piece): boolean {
  if (last === undefined || joint === 'bracket' || joint === 'contrast') return false;
  const kind = kindOf(last.items.at(-1) ?? noItem);
  const [first = noItem, ...rest] = items.filter(({ word }) => !conjunctions.has(word));
  if (kind === '' || kindOf(first) !== kind) return false;
  if (rest.some((item) => kindOf(item) === '' && !isNeutral(item.word))) return false;
  // `Mondays and Thursdays from 4 pm` is one list; a time for each of the days makes two statements.
  const others = new Set(rest.map(kindOf).filter((other) => other !== '' && other !== kind));
  return !last.items.some((item) => others.has(kindOf(item)));
}

const noItem: Item = { word: '', raw: '', value: undefined, at: 0 };

function kindOf({ value, raw, at }: Item): string {
  return value === undefined ? (at > 0 && isNameLike(raw) ? 'name' : '') : valueKind(value);
}

/** Of what a statement has one: what is counted and what is paid are two things. */
export function valueKind({ kind, currency }: Value): string {
  return currency === '' ? kind : 'money';
}

function isNameLike(raw: string): boolean {
  return /^\p{Lu}/u.test(raw);
}

function partOf({ joint, items }: Piece, language: Language): Part {
  const words = items.map(({ word }) => word);
  const bounds = new Set<Bound>();
  items.forEach((item, index) => {
    const { word, value } = item;
    if (value !== undefined) return;
    const opens = index === 0 || (index === 1 && conjunctions.has(words[0] ?? ''));
    for (const bound of boundsOf(word, words[index + 1] ?? '', opens)) {
      const isWeekly = bound === 'all' && items[index + 1]?.value?.kind === 'day';
      // `Just send us …` limits nothing.
      if (word === 'just' && item.at === 0) continue;
      // `under the name`, `ghorofa ya chini`: no amount is meant.
      const isPlace =
        bound === 'less' &&
        placing.has(word) &&
        !items.slice(index + 1, index + 5).some((one) => one.value);
      // `We charge no commission` and `not any commission` are one.
      const isNone = bound === 'all' && anything.has(word) && words.some(isNegator);
      if (!isPlace && !isNone) bounds.add(isWeekly ? 'weekly' : bound);
    }
  });
  const first = items.find(({ word }) => !conjunctions.has(word));
  const isClause = words.some(
    (word) => subjectWords.has(word) || (language === 'sw' && isSwahiliVerb(word)),
  );
  const marks = items.flatMap((item, index) => {
    const { word, value } = item;
    const isMoney = (items[index + 1]?.value?.currency ?? '') !== '';
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
    return [bounds.has('if') && bringing.has(word) ? { ...mark, isLight: true } : mark];
  });
  return {
    marks,
    isFresh: joint === 'contrast',
    opensBound:
      first !== undefined &&
      boundsOf(first.word, words[items.indexOf(first) + 1] ?? '', true).length > 0,
    isDenied: items.some(({ word, value }) => value === undefined && isNegator(word)),
    bounds,
    turns: items.flatMap(({ word, at }, index) => {
      const isTurn = boundsOf(word, words[index + 1] ?? '', false).some(isOrder);
      return isTurn ? marks.filter((mark) => mark.at > at) : [];
    }),
    isDependent:
      joint === 'bracket' ||
      first === undefined ||
      (prepositions.has(first.word) && !(joint === 'contrast' && reasons.has(first.word))) ||
      (!isClause && (first.value !== undefined || (first.at > 0 && isNameLike(first.raw)))),
    isClause,
    words: new Set(words),
  };
}

function isOrder(bound: Bound): boolean {
  return bound === 'before' || bound === 'after';
}

const bringing = new Set('bring show present ukileta ukija ukionyesha ukiwa'.split(' '));
const reasons = new Set(['as', 'kwa']);
const placing = new Set(['under', 'below', 'chini']);
const anything = new Set(['any', 'yoyote', 'wowote', 'zozote']);

// `utazipata`: to get something is said by what one gets.
function isLight(word: string, language: Language): boolean {
  return (
    language === 'sw' && isSwahiliVerb(word) && verbRoots(word).some((root) => lightVerbs.has(root))
  );
}

const lightVerbs = new Set(['v:pat', 'v:tumi']);

/** `opens at 8`, `ends on 9 April`: said by the side of the value already. */
function saysEdge(items: readonly Item[], index: number): boolean {
  const next = items.slice(index + 1).find(({ word, value }) => value || !isNeutral(word));
  const { edge = '', kind = '' } = next?.value ?? {};
  return kind !== '' && edge !== '' && edgeWords[edge].test(items[index]?.word ?? '');
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
  return (
    !/^(?:ha(?:tu|wa|zi|ki|vi|li|ku|i|u|m|ya)|si|usi|msi|asi|wasi|tusi|isi|zisi|yasi)[a-z]{4,}|^(?:ha|hu)[a-z]{3,}i$/.test(
      word,
    ) || plainNegators.has(word)
  );
}

const plainNegators = new Set(
  'hakuna hatuna hawana haina hazina halina hakina havina hayana haipo hazipo hayupo hawapo halipo isipokuwa'.split(
    ' ',
  ),
);

function boundOnly(word: string): boolean {
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
    isLight: value === undefined && saysEdge(items, index),
    by: value === undefined ? doneBy(word, before, language) : '',
    isName: value === undefined && at > 0 && isNameLike(raw),
    roots: value === undefined ? rootsOf(word, language) : [],
  };
}
