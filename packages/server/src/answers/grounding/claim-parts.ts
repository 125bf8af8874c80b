/**
 * A sentence taken apart into the statements that it joins, so that what one of them says is not
 * held to be said of another.
 */
import type { Language } from '@baraza/contract';
import { tokensOf } from '../text.ts';
import { type Item, isNameLike, type Mark, marksOf, valueKind } from './claim-marks.ts';
import { allowsValue, type Value, valuesOf } from './claim-values.ts';
import { plainWording } from './claim-wording.ts';
import {
  type Bound,
  boundsOf,
  conjunctions,
  determiners,
  isNegator,
  isNeutral,
  isRateWord,
  isSwahiliVerb,
  prepositions,
  subjectWords,
} from './claim-words.ts';

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
  /** What `only` is said of, as far as its place tells. */
  readonly focus: readonly Mark[];
  /** What comes with and after `if`. */
  readonly condition: readonly Mark[];
  /** What comes after `before` or `after`. */
  readonly turns: readonly Mark[];
  /** Whether `without` stands behind `before` or `after`. */
  readonly turnsWithout: boolean;
  /** Has a verb with its own subject. */
  readonly isClause: boolean;
  /** Its words, neutral ones too. */
  readonly words: ReadonlySet<string>;
}

export function partsOf(written: string, language: Language): readonly Part[] {
  const sentence = withoutRepeats(plainWording(written, language));
  const { values, rest } = valuesOf(sentence);
  const pieces = cut(sentence, rest, values, language);
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const joins =
      (piece.joint === 'soft' &&
        last &&
        !compete(last, piece) &&
        !areClauses(last, piece, language) &&
        !hasOrder(piece)) ||
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
      !part.isDependent &&
      !part.isClause &&
      (at === 0 || !part.isFresh) &&
      part.bounds.size === 0 &&
      part.marks.every(({ value }) => value === undefined),
  );
}

type Joint = 'start' | 'colon' | 'hard' | 'soft' | 'contrast' | 'bracket';

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
    const mark = isCondition(items, index)
      ? 'hard'
      : jointOf(gap, item.word, items[index + 1]?.word ?? '', language);
    if (mark !== undefined && open.length > 0) {
      pieces.push({ joint, items: open });
      open = [];
      joint = mark;
    }
    open.push({ ...item, at: index, isApart: /[,;(]/.test(gap) });
    end = item.end;
  });
  if (open.length > 0) pieces.push({ joint, items: open });
  return pieces;
}

interface PlacedItem extends Omit<Item, 'at' | 'isApart'> {
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
  // `A warranty that does not cover water`: denied is what it covers.
  if (relatives.has(word) && isNegator(next)) return 'hard';
  if (/[,)–—"“”]/.test(gap)) return 'hard';
  // `50 or more` is one amount.
  if (!conjunctions.has(word) || boundsOf(next, '', false).some((bound) => bound !== 'part'))
    return undefined;
  if (language === 'sw') return isSwahiliVerb(next) || subjectWords.has(next) ? 'hard' : 'soft';
  return determiners.has(next) ? 'soft' : 'hard';
}

/** `…, ikiwa pesa hazijatolewa`: what is denied there is the condition. */
function isCondition(items: readonly PlacedItem[], index: number): boolean {
  const word = items[index]?.word ?? '';
  if (conditions.has(word)) return true;
  const next = items.slice(index + 1, index + 4);
  return (
    word === 'kama' &&
    !next.slice(0, 2).some(({ value }) => value !== undefined) &&
    next.some((one) => isSwahiliVerb(one.word))
  );
}

const relatives = new Set(['that', 'which', 'who']);
const conditions = new Set(['ikiwa', 'iwapo', 'endapo']);
const contrasts = new Set(
  `but while whereas although though however because since so kwani lakini bali ila huku ijapokuwa ingawa
    isipokuwa except unless`.split(/\s+/),
);

/** Two amounts, two days or two names joined by `and` belong to two statements. */
function compete(one: Piece, other: Piece): boolean {
  const kinds = new Set(one.items.map(kindOf).filter((kind) => kind !== ''));
  return other.items.some((item) => kinds.has(kindOf(item)));
}

/** `8,000 at registration and the rest before the test`. */
function hasOrder({ items }: Piece): boolean {
  return items.some(
    ({ word, value }) => value === undefined && boundsOf(word, '', false).some(isOrder),
  );
}

/** `The child is taken there and the parents are called`. */
function areClauses(one: Piece, other: Piece, language: Language): boolean {
  const hasVerb = ({ word }: Item) =>
    language === 'sw' ? isSwahiliVerb(word) && !/^ku/.test(word) : copulas.has(word);
  return [one, other].every(({ items }) => items.some(hasVerb));
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

const noItem: Item = { word: '', raw: '', value: undefined, at: 0, isApart: false };

function kindOf({ value, raw, at }: Item): string {
  return value === undefined ? (at > 0 && isNameLike(raw) ? 'name' : '') : valueKind(value);
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
      const isEach =
        bound === 'all' &&
        (words.slice(index + 1, index + 3).some((next) => isRateWord(next)) ||
          /^(?:for|kwa|per)$/.test(words[index - 1] ?? ''));
      // `Just send us …` limits nothing, and `any guest` is what `guests` are.
      if (item.at === 0 && (word === 'just' || word === 'any')) continue;
      // `under the name`, `ghorofa ya chini`: no amount is meant.
      const isPlace =
        bound === 'less' &&
        placing.has(word) &&
        !items.slice(index + 1, index + 5).some((one) => one.value);
      // `We charge no commission` and `not any commission` are one; `if any are broken` is `if some are`.
      const isNone =
        bound === 'all' && anything.has(word) && (words.some(isNegator) || words.includes('if'));
      if (!isPlace && !isNone) bounds.add(isWeekly ? 'weekly' : isEach ? 'each' : bound);
    }
  });
  const first = items.find(({ word }) => !conjunctions.has(word));
  const isClause = words.some(
    (word) => subjectWords.has(word) || (language === 'sw' && isSwahiliVerb(word)),
  );
  const marks = marksOf(items, bounds, language);
  return {
    marks,
    isFresh: joint === 'contrast',
    opensBound:
      (first !== undefined &&
        boundsOf(first.word, words[items.indexOf(first) + 1] ?? '', true).length > 0) ||
      (language === 'sw' && isOnlyCondition(words)),
    isDenied: items.some(({ word, value }) => value === undefined && isNegator(word)),
    bounds,
    focus: bounds.has('only') ? focusOf(items, marks) : [],
    condition: bounds.has('if') ? marks.filter(({ at }) => at >= ifAt(items)) : [],
    turns: items.flatMap(({ word, at }, index) => {
      const isTurn = boundsOf(word, words[index + 1] ?? '', false).some(isOrder);
      return isTurn ? marks.filter((mark) => mark.at > at) : [];
    }),
    turnsWithout:
      bounds.has('without') &&
      words.findIndex((word) => boundsOf(word, '', false).some(isOrder)) <
        words.findIndex((word) => boundsOf(word, '', false).includes('without')),
    isDependent:
      joint === 'bracket' ||
      first === undefined ||
      (prepositions.has(first.word) && !(joint === 'contrast' && reasons.has(first.word))) ||
      (!isClause && (first.value !== undefined || (first.at > 0 && isNameLike(first.raw)))),
    isClause,
    words: new Set(words),
  };
}

/** `Only members …` and `on the terrace only` say it of what is beside it, `you can only …` of all that follows. */
function focusOf(items: readonly Item[], marks: readonly Mark[]): readonly Mark[] {
  return items.flatMap(({ word, at, value }, index) => {
    if (value !== undefined || !boundsOf(word, '', false).includes('only')) return [];
    const following = marks.filter((mark) => mark.at > at);
    if (index === 0 && at === 0) return following.slice(0, 1);
    if (following.length > 0 && !behind.has(word)) return following;
    const before = marks.filter((mark) => mark.at < at);
    const end = before.at(-1);
    return end !== undefined && prepositions.has(end.after) ? [end] : before.slice(-2);
  });
}

const behind = new Set(['tu', 'pekee']);

/** `Samaki wakiisha, …`: with no other verb it is a condition from its first word on. */
function isOnlyCondition(words: readonly string[]): boolean {
  const verbs = words.filter((word) => isSwahiliVerb(word) && !/^ku/.test(word));
  return verbs.length > 0 && verbs.every((word) => boundsOf(word, '', false).includes('if'));
}

function ifAt(items: readonly Item[]): number {
  const found = items.find(({ word, value }, index) => {
    const opens = index === 0 || (index === 1 && conjunctions.has(items[0]?.word ?? ''));
    return !value && boundsOf(word, items[index + 1]?.word ?? '', opens).includes('if');
  });
  return found?.at ?? 0;
}

function isOrder(bound: Bound): boolean {
  return bound === 'before' || bound === 'after';
}

const reasons = new Set(['as', 'kwa']);
const placing = new Set(['under', 'below', 'chini']);
const anything = new Set(['any', 'yoyote', 'wowote', 'zozote']);
