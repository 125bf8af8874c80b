/**
 * Whether a statement is the one that a part of an approved sentence makes, with what may be added
 * to it from around.
 */

import type { Language } from '@baraza/contract';
import type { Scope } from './basis.ts';
import { keepsWords } from './claim-drops.ts';
import { type Fragment, kindOf } from './claim-fragments.ts';
import {
  keepsBounds,
  keepsDistinction,
  keepsJoints,
  keepsSense,
  keepsUnits,
  tellsBounds,
} from './claim-keeps.ts';
import type { Mark, Sameness } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import { swapsRoles } from './claim-roles.ts';
import { shifts } from './claim-shifts.ts';
import { isPaying, isPriceWord, isRateWord, isSwahiliVerb } from './claim-words.ts';

export function fits(
  { marks, isDenied, bounds, part: own }: Fragment,
  sentence: readonly Part[],
  { parts, context, contextBounds, title, language }: Scope,
  homeIndex: number,
  said: Language,
  isSame: Sameness,
  earlier: readonly Mark[],
): boolean {
  const languages = { said, told: language };
  const home = parts[homeIndex];
  if (home === undefined) return false;
  const has = (part: Part, mark: Mark) => part.marks.some((told) => isSame(told, mark));
  const used = new Set([homeIndex]);
  if (marks.length > 0 && !marks.some((mark) => has(home, mark))) return false;
  const amounts = new Set(marks.filter((mark) => mark.value && has(home, mark)).map(kindOf));
  const isNamed = home.marks.some(
    (told) => told.isName && marks.some((mark) => isSame(told, mark)),
  );
  const owned = new Set(home.marks.filter(({ value }) => value).map(kindOf));
  for (const mark of marks) {
    if (has(home, mark)) continue;
    if (home.marks.some((told) => isOthersDeed(told, mark, isSame))) return false;
    // Beside an amount, what it costs is said by the amount.
    if ((isPriceWord(mark.word) || isPaying(mark.word)) && amounts.has('money')) continue;
    if (isTitled(mark, marks, home, title, isSame)) continue;
    if (mark.isLight || isOneOf(mark, marks, home) || isHad(mark, home)) continue;
    if (mark.value !== undefined && owned.has(kindOf(mark))) return false;
    if (sharesRate(parts, homeIndex, mark, amounts, isSame)) continue;
    if (isRivals(parts, homeIndex, mark, amounts, isNamed, isSame)) return false;
    // What the sentence says itself, elsewhere, is not taken from its title.
    const isElsewhere = parts.some((part) => has(part, mark));
    if (!isElsewhere && context.some((told) => isSame(told, mark))) continue;
    const from = parts.findIndex(
      (part, index) =>
        index !== homeIndex &&
        has(part, mark) &&
        mayLend(parts, index, homeIndex, mark, marks, amounts, isDenied, isSame),
    );
    if (from < 0) return false;
    used.add(from);
  }
  if (home.isDenied !== isDenied || hasStrangeAmount(parts, used, marks, isSame)) return false;
  if (!tellsBounds(parts, used, contextBounds, bounds)) return false;
  if (bounds.has('must') && isChoice(parts, used, sentence)) return false;
  if (marks.length === 0) return true;
  if (!keepsBounds(parts, used, sentence, isSame)) return false;
  if (!keepsJoints(parts, used, sentence.slice(own, own + 1), isSame)) return false;
  const known = [...title, ...earlier];
  // Words of another language are not known one by one.
  if (language === said && !keepsWords(parts, used, sentence, known, isSame)) return false;
  if (shifts(parts, used, sentence, isSame, earlier)) return false;
  const near = [...used].flatMap((index) => parts[index]?.marks ?? []);
  return (
    keepsDistinction(parts, homeIndex, marks, sentence, isSame) &&
    keepsSense(home, marks, sentence, isSame) &&
    keepsOther(parts, homeIndex, sentence, isSame) &&
    !swapsRoles(parts, sentence, language, isSame) &&
    keepsUnits(near, marks, sentence, languages, isSame)
  );
}

/** `One tray costs 12,000` is `12,000 a tray`. */
function isOneOf(mark: Mark, said: readonly Mark[], { marks }: Part): boolean {
  if (mark.value?.kind !== 'number' || mark.value.key !== '1' || mark.value.currency) return false;
  return marks.some(
    (told) =>
      rates.has(told.after) &&
      said.some((one) => Math.abs(one.at - mark.at) === 1 && one.word === told.word),
  );
}

const rates = new Set('per a an each every kwa kila'.split(' '));

/** `Paint mixing`, where the title says so and the sentence says `mixing`. */
function isTitled(
  mark: Mark,
  said: readonly Mark[],
  { marks }: Part,
  title: readonly Mark[],
  isSame: Sameness,
): boolean {
  if (mark.value !== undefined) return false;
  // `Jubilee insurance`, where the title asks for insurance and the sentence names Jubilee.
  const name = said.find(({ at }) => at === mark.at - 1);
  if (name?.isName && marks.some((told) => isSame(told, name)))
    return title.some((one) => isSame(one, mark));
  const head = said.find(({ at }) => at === mark.at + 1);
  if (head === undefined || !marks.some((told) => isSame(told, head))) return false;
  return title.some((one, index) => {
    const next = title[index + 1];
    return isSame(one, mark) && next?.at === one.at + 1 && isSame(next, head);
  });
}

/** What comes with something is included in it. */
function isHad({ roots }: Mark, { words }: Part): boolean {
  return roots.includes('=include') && ['with', 'has', 'have'].some((word) => words.has(word));
}

/** `You pay only for the weeks that remain, but the uniform in full`: the first half alone would be too good. */
export function keepsOther(
  parts: readonly Part[],
  home: number,
  sentence: readonly Part[],
  isSame: Sameness,
): boolean {
  const other = parts[home + 1];
  if (!parts[home]?.bounds.has('only') || !other?.isFresh || !other.words.has('but')) return true;
  return other.marks.some((told) =>
    sentence.some(({ marks }) => marks.some((mark) => isSame(told, mark))),
  );
}

/** `Bring a sample or a code`: neither is needed by itself, nor are both. */
export function isChoice(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  sentence: readonly Part[],
): boolean {
  const offers = ({ words }: Part) => words.has('or') || words.has('au');
  const near = parts.filter((_, index) => used.has(index) || used.has(index - 1));
  return near.some(offers) && !sentence.some(offers);
}

/** Whether something was lent by a part whose own amount is left out for one of another part. */
function hasStrangeAmount(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  marks: readonly Mark[],
  isSame: Sameness,
): boolean {
  const kinds = new Set(marks.filter(({ value }) => value).map(kindOf));
  return parts.some((part, index) => {
    if (index === 0 || !used.has(index)) return false;
    const amounts = part.marks.filter((told) => told.value && kinds.has(kindOf(told)));
    return amounts.length > 0 && !amounts.some((told) => marks.some((mark) => isSame(told, mark)));
  });
}

/** The same deed of somebody else: `you pay us` is not `we pay you`. */
export function isOthersDeed(told: Mark, said: Mark, isSame: Sameness): boolean {
  return (
    told.by !== '' && said.by !== '' && told.by !== said.by && isSame({ ...told, by: '' }, said)
  );
}

/** `The garden room costs 85 USD and the sea view room 125 USD a night`: what both are paid for each of. */
function sharesRate(
  parts: readonly Part[],
  home: number,
  mark: Mark,
  amounts: ReadonlySet<string>,
  isSame: Sameness,
): boolean {
  if (!amounts.has('money') || !isRateWord(mark.word)) return false;
  const from = parts.findIndex(
    ({ marks }, index) => index > home && marks.some((told) => isSame(told, mark)),
  );
  const isPaid = ({ marks }: Part) => marks.some((told) => kindOf(told) === 'money');
  return (
    from > home &&
    parts.slice(home, from + 1).every((part, at) => isPaid(part) && (at === 0 || !part.isFresh)) &&
    parts.slice(home, from).every(({ marks }) => marks.every(({ word }) => !isRateWord(word)))
  );
}

/**
 * What is said of another amount of the kind, or of another name, and not of this one:
 * `River sand is 2,600 and ballast 2,100`.
 */
function isRivals(
  parts: readonly Part[],
  home: number,
  mark: Mark,
  amounts: ReadonlySet<string>,
  isNamed: boolean,
  isSame: Sameness,
): boolean {
  if (isSwahiliVerb(mark.word)) return false;
  return parts.some((part, index) => {
    if (index === home) return false;
    const rival = part.marks.find((told) =>
      told.value === undefined
        ? told.isName && isNamed && kindOf(mark) === ''
        : amounts.has(kindOf(told)),
    );
    const place = part.marks.find((told) => isSame(told, mark));
    if (rival === undefined || place === undefined) return false;
    // What stands in front of the first amount may hold for all: `Delivery costs 500 within the CBD and 950 to Karen`.
    const isShared =
      kindOf(mark) === '' ||
      (mark.isName && parts[home]?.marks.every((told) => !told.isName) === true);
    return !(index === 0 && parts[home]?.isDependent && isShared && place.at < rival.at);
  });
}

/**
 * Whether a part of a sentence may lend a word to another one:
 * `We deliver in Nairobi for 200 and in Kiambu for 400`.
 */
function mayLend(
  parts: readonly Part[],
  from: number,
  home: number,
  mark: Mark,
  marks: readonly Mark[],
  amounts: ReadonlySet<string>,
  isDenied: boolean,
  isSame: Sameness,
): boolean {
  const lender = parts[from];
  const borrower = parts[home];
  if (lender === undefined || borrower === undefined) return false;
  const kinds = mark.value === undefined ? amounts : new Set([...amounts, kindOf(mark)]);
  const isFrame =
    from === 0 &&
    lender.isDependent &&
    !lender.isClause &&
    lender.marks.every(
      (told) => !kinds.has(kindOf(told)) && marks.some((said) => isSame(told, said)),
    );
  if (!isFrame && standsBetween(parts, from, home, kinds)) return false;
  const [head] = lender.marks;
  // After a semicolon a statement of its own begins.
  const crossed = parts.slice(Math.min(from, home) + 1, Math.max(from, home) + 1);
  if (crossed.some((part) => part.isFresh && (part.isClause || !part.isDependent))) return false;
  if (from === 0) {
    // `In the high season, a room costs 85 and a bungalow 195`.
    if (isFrame || borrower.isDependent) return true;
    // `We sell phones and repair shoes`: what shares the beginning shares it whole, not only its end.
    const [first] = borrower.marks;
    const isBegun = first !== undefined && marks.some((said) => isSame(first, said));
    const isWhole = lender.marks.every((one) => marks.some((told) => isSame(one, told)));
    if (isBegun && !borrower.isFresh && (isWhole || (head !== undefined && isSame(head, mark))))
      return true;
    // `Our dentist, Dr Kimaro, is here on Mondays`.
    const between = parts.slice(1, home);
    return between.length > 0 && between.every(isNameOnly);
  }
  // `Cement, cable and paint are not taken back`: what is said of the last of a list is said of all.
  if (from > home && isPredicateOf(parts, from, home)) return lender.isDenied === isDenied;
  if (lender.isDenied !== isDenied) return false;
  return lender.isDependent || lender.marks.every((one) => marks.some((said) => isSame(one, said)));
}

function isNameOnly(part: Part): boolean {
  return part.isDependent && part.marks.length > 0 && part.marks.every(({ isName }) => isName);
}

function isPredicateOf(parts: readonly Part[], verb: number, subject: number): boolean {
  return (
    parts[verb]?.isClause === true &&
    parts
      .slice(0, verb)
      .every(
        (part, index) => !part.isClause && !part.isDependent && (index === 0 || !part.isFresh),
      ) &&
    parts.slice(subject, verb + 1).every(({ marks }) => marks.every(({ value }) => !value))
  );
}

/** An amount holds for what is named beside it, up to the next amount of its kind. */
function standsBetween(
  parts: readonly Part[],
  from: number,
  home: number,
  kinds: ReadonlySet<string>,
): boolean {
  const ofKind = (part: Part | undefined, kind: string) =>
    part?.marks.some((mark) => mark.value !== undefined && kindOf(mark) === kind) === true;
  const between = parts.slice(Math.min(from, home) + 1, Math.max(from, home));
  for (const kind of kinds) {
    if (between.some((part) => ofKind(part, kind))) return true;
    const owner = parts[home];
    if (
      from > home &&
      isLast(owner, kind) &&
      parts.slice(from + 1).some((part) => ofKind(part, kind) && !isFirst(part, kind))
    )
      return true;
    if (
      from > 0 &&
      from < home &&
      isFirst(owner, kind) &&
      parts.slice(0, from).some((part) => ofKind(part, kind))
    )
      return true;
  }
  return false;
}

function isLast(part: Part | undefined, kind: string): boolean {
  const mark = part?.marks.at(-1);
  return mark?.value !== undefined && kindOf(mark) === kind;
}

function isFirst(part: Part | undefined, kind: string): boolean {
  const mark = part?.marks[0];
  return mark?.value !== undefined && kindOf(mark) === kind;
}
