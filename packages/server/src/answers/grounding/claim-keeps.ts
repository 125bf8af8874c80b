/** What a statement has to keep of the approved sentence that it is taken from. */
import type { Language } from '@baraza/contract';
import { kindOf } from './claim-fragments.ts';
import type { Mark, Sameness } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import {
  type Bound,
  isPriceWord,
  isRateWord,
  meetsBound,
  narrowing,
  narrowingAll,
} from './claim-words.ts';

/** `All` and `always` are said where they stand, and no further than beside it. */
export function tellsBounds(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  around: ReadonlySet<Bound>,
  said: ReadonlySet<Bound>,
): boolean {
  return [...said].every(
    (bound) =>
      bound === 'if' ||
      around.has(bound) ||
      (bound === 'must' && !isAllowance(parts, used)) ||
      (bound === 'weekly' && !isSomeDays(parts, used)) ||
      (bound === 'each' && isRated(parts, used)) ||
      // Who may borrow four books may borrow up to four.
      (bound === 'less' && isAllowance(parts, used)) ||
      parts.some(
        (part, index) =>
          part.bounds.has(bound) &&
          [index - 1, index, index + 1].some((beside) => used.has(beside)),
      ),
  );
}

/** `A before B` is not `B before A`, and two things that are both asked for are no choice. */
export function keepsJoints(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  said: readonly Part[],
  isSame: Sameness,
): boolean {
  const near = parts.filter((_, index) =>
    [index - 1, index, index + 1].some((beside) => used.has(beside)),
  );
  // `Before a sugar or cholesterol test`: a list goes on in the next part.
  const turns = parts.flatMap((part, index) => {
    const next = parts[index + 1];
    const isListed = next !== undefined && !next.isFresh && !next.isClause;
    if (!near.includes(part) || part.turns.length === 0) return [];
    return [...part.turns, ...(isListed ? next.marks : [])];
  });
  const isTurned = said.some((part) => {
    const [first, second] = part.turns;
    const isKept = (mark: Mark | undefined) =>
      mark !== undefined && turns.some((told) => isSame(told, mark));
    return turns.length > 0 && first !== undefined && !isKept(first) && !isKept(second);
  });
  const isOffered = said.some(
    (part) =>
      isChoosing(part) &&
      !part.isDependent &&
      !part.isDenied &&
      !['more', 'less'].some((bound) => part.bounds.has(bound as Bound)),
  );
  // `Those without an appointment come after those with one`, and not the other way round.
  const isExchanged = said.some(
    (part) =>
      part.turns.length > 0 &&
      part.bounds.has('without') &&
      near.some(
        (one) =>
          one.turns.length > 0 &&
          one.bounds.has('without') &&
          one.turnsWithout !== part.turnsWithout,
      ),
  );
  return !isTurned && !isExchanged && (!isOffered || near.some(isChoosing));
}

function isChoosing({ words }: Part): boolean {
  return words.has('or') || words.has('au');
}

/** What one may do is nothing that one has to; what is asked for, or done by everybody, is. */
function isAllowance(parts: readonly Part[], used: ReadonlySet<number>): boolean {
  return parts.some(
    (part, index) => used.has(index) && [...part.words].some((word) => allowances.has(word)),
  );
}

const allowances = new Set(
  `carries carry seats holds accommodates may can could might optional welcome allowed free unaweza mnaweza
    anaweza wanaweza inaweza hiari ruhusa bure anaruhusiwa wanaruhusiwa unaruhusiwa`.split(/\s+/),
);

/** `80,000 a month`, `kila siku`: what is so for each of them. */
function isRated(parts: readonly Part[], used: ReadonlySet<number>): boolean {
  return parts.some(
    (part, index) =>
      part.bounds.has('all') ||
      (used.has(index) &&
        part.marks.some(
          ({ word, after }) => rating.has(after) && (isRateWord(word) || part.marks.some(isMoney)),
        )),
  );
}

function isMoney(mark: Mark): boolean {
  return kindOf(mark) === 'money';
}

const rating = new Set('a an per each every kila kwa'.split(' '));

/** `The first and third Saturday`, `Saturday, 13 March`: not every Saturday. */
function isSomeDays(parts: readonly Part[], used: ReadonlySet<number>): boolean {
  return parts.some(
    (part, index) =>
      part.marks.some(({ value }) => value?.kind === 'month') ||
      (used.has(index) && [...part.words].some((word) => orders.has(word))),
  );
}

const orders = new Set(
  'first second third fourth last next 1st 2nd 3rd 4th kwanza pili tatu nne mwisho ijayo'.split(
    ' ',
  ),
);

/** `Free for orders above 1,000` may not become `free`. */
export function keepsBounds(
  parts: readonly Part[],
  used: ReadonlySet<number>,
  sentence: readonly Part[],
  isSame: Sameness,
): boolean {
  const all = sentence.flatMap(({ marks }) => marks);
  const isSaid = (told: Mark) => all.some((said) => isSame(told, said));
  const kept = new Set(sentence.flatMap(({ bounds }) => [...bounds]));
  const words = new Set(sentence.flatMap((part) => [...part.words]));
  return parts.every((part, index) =>
    [...part.bounds].every((bound) => {
      const isBeside = (used.has(index - 1) || used.has(index + 1)) && narrowingAll.has(bound);
      const limits = used.has(index) || (isBeside && (part.opensBound || !part.isClause));
      if (!narrowing.has(bound) || !limits) return true;
      // `At Kirinyaga Road only`: who says `at Kirinyaga Road` says no more.
      if (bound === 'only' && isPlace(part) && part.marks.every(isSaid)) return true;
      // One of two conditions is not both.
      const isOwn = bound === 'if' && part.opensBound && !used.has(index) && part.marks.length > 0;
      if (isOwn && !part.marks.some(isSaid)) return false;
      return (
        kept.has(bound) || meetsBound(bound, words) || isKeptByAmount(part, bound, kept, isSaid)
      );
    }),
  );
}

/** `If you buy 50 or more`: who says `for 50 or more` has kept the condition. */
export function isKeptByAmount(
  part: Part,
  bound: Bound,
  kept: ReadonlySet<Bound>,
  isSaid: (told: Mark) => boolean,
): boolean {
  const amounts = part.marks.filter(({ value }) => value !== undefined);
  const limits = [...part.bounds].filter((other) => other === 'more' || other === 'less');
  return (
    bound === 'if' &&
    limits.length > 0 &&
    limits.every((other) => kept.has(other)) &&
    amounts.length > 0 &&
    amounts.every(isSaid)
  );
}

function isPlace({ marks, isDependent }: Part): boolean {
  return isDependent && marks.length > 0 && marks.every(({ isName }) => isName);
}

/**
 * An amount is not taken out of what it is said of, and what is free for some time or up to a
 * number is not just free.
 */
export function keepsSense(
  home: Part,
  marks: readonly Mark[],
  sentence: readonly Part[],
  isSame: Sameness,
): boolean {
  const all = sentence.flatMap((part) => part.marks);
  const isSaid = (told: Mark) => all.some((said) => isSame(told, said));
  const amounts = home.marks.filter(({ value }) => value !== undefined);
  if (amounts.length > 0 && marks.some(isFree) && home.marks.some(isFree) && !amounts.some(isSaid))
    return false;
  const isPointed = [...(sentence[0]?.words ?? [])].some((word) => pronouns.has(word));
  // Of what `it` points to, the rest was told before.
  if (isPointed || !amounts.some(isSaid)) return true;
  // `Unopened goods can be returned within 7 days`: what one may do stays with what one may do it to.
  const [first] = home.marks;
  if (home.isClause && grants(home) && first && isWord(first) && !isSaid(first)) return false;
  return home.marks.filter(isSaid).length >= home.marks.length * keptShare;
}

const keptShare = 0.34;
const pronouns = new Set(['it', 'they', 'this', 'these', 'them']);

function isWord({ value, isName, isLight, by }: Mark): boolean {
  return value === undefined && !isName && !isLight && by === '';
}

function grants({ words }: Part): boolean {
  return words.has('can') || words.has('may') || words.has('free') || words.has('bure');
}

function isFree({ roots }: Mark): boolean {
  return roots.includes('=free');
}

interface Languages {
  readonly said: Language;
  readonly told: Language;
}

/** A number stays with what it counts: six metres are not six days. */
export function keepsUnits(
  told: readonly Mark[],
  marks: readonly Mark[],
  sentence: readonly Part[],
  { said, told: toldIn }: Languages,
  isSame: Sameness,
): boolean {
  const all = sentence.flatMap((part) => part.marks);
  return marks.every((mark) => {
    if (mark.value?.kind !== 'number') return true;
    const places = told.filter((one) => isSame(one, mark));
    if (places.length === 0) return true;
    if (mark.value.currency !== '') return keepsRate(told, places, all, isSame);
    const beside = all.filter((one) => one.value === undefined && stepsTo(one, mark, said) === 1);
    const label = all.find((one) => one.at === mark.at - 1 && labels.has(one.word));
    return places.some((place) => {
      // `Grade 1`, `Terminal 3`: a number that is a name goes with the word before it.
      const isLabel = told.some((one) => one.at === place.at - 1 && label && isSame(one, label));
      if (isLabel && said === 'en') return true;
      const steps = (one: Mark) => (one.value === undefined ? stepsTo(one, place, toldIn) : 0);
      const [unit, further] = [1, unitReach].map((step) =>
        told.filter((one) => steps(one) === step),
      );
      // `two working days`: what is counted may have a word before it.
      const counted = unit?.length ? [...unit, ...(further ?? [])] : [];
      if (counted.length === 0) return true;
      return (beside.length === 0 ? all : beside).some((word) =>
        counted.some((one) => isSame(one, word)),
      );
    });
  });
}

const labels = new Set(
  `grade class form year standard term level stage terminal gate platform room zone block line route bus page
    step phase`.split(/\s+/),
);

/** How far a word stands from a number where its language says what is counted: `6 metres`, `mita 6`. */
function stepsTo(word: Mark, number: Mark, language: Language): number {
  return language === 'sw' ? number.at - word.at : word.at - number.at;
}

const unitReach = 2;

/** `KES 150 a child` is not just `KES 150`. */
function keepsRate(
  told: readonly Mark[],
  places: readonly Mark[],
  said: readonly Mark[],
  isSame: Sameness,
): boolean {
  return places.some((place) => {
    const after = told.filter(
      (one) => isRateWord(one.word) && one.at > place.at && one.at - place.at <= unitReach,
    );
    // `KES 55 a day for 420 days`: what is counted beside it is not what is paid for each of.
    const isCounted = (word: Mark) =>
      said.some(
        ({ value, at }) => value?.kind === 'number' && value.currency === '' && at === word.at - 1,
      );
    return (
      after.length === 0 ||
      after.some((one) => said.some((word) => isSame(one, word) && !isCounted(word)))
    );
  });
}

/** Where a sentence has two amounts of a kind, what tells this one from the other stays with it. */
export function keepsDistinction(
  parts: readonly Part[],
  home: number,
  marks: readonly Mark[],
  sentence: readonly Part[],
  isSame: Sameness,
): boolean {
  const own = parts[home]?.marks ?? [];
  const kinds = new Set(
    own.filter((told) => told.value && marks.some((mark) => isSame(told, mark))).map(kindOf),
  );
  const rivals = parts.filter(
    (part, index) =>
      index !== home && part.marks.some((told) => told.value && kinds.has(kindOf(told))),
  );
  if (rivals.length === 0) return true;
  const telling = own.filter(
    (told) =>
      told.value === undefined &&
      !isPriceWord(told.word) &&
      !rivals.some((part) => part.marks.some((other) => isSame(other, told))),
  );
  const said = sentence.flatMap((part) => part.marks);
  return telling.length === 0 || telling.some((told) => said.some((mark) => isSame(told, mark)));
}
