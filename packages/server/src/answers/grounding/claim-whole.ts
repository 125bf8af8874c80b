/**
 * Whether words tell a whole approved statement, in any order: nothing added, nothing left out, and
 * nothing in it that could be taken for something else.
 */

import type { Language } from '@baraza/contract';
import type { Scope } from './basis.ts';
import { keepsWords } from './claim-drops.ts';
import { isChoice, isOthersDeed, keepsOther } from './claim-fit.ts';
import { kindOf } from './claim-fragments.ts';
import { isKeptByAmount, keepsJoints, keepsUnits, tellsBounds } from './claim-keeps.ts';
import type { Mark, Sameness } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import { groupsOf, swapsRoles } from './claim-roles.ts';
import { shifts } from './claim-shifts.ts';
import { isPaying, isPriceWord, meetsBound, narrowing, narrowingAll } from './claim-words.ts';

export function tellsWhole(
  said: readonly Part[],
  scope: Scope,
  language: Language,
  isSame: Sameness,
  earlier: readonly Mark[],
): boolean {
  if (scope.language !== language) return false;
  const { parts, contextBounds } = scope;
  const known = [...scope.title, ...earlier];
  const all = marksOf(said);
  if (!tellsOnly(all, marksOf(parts), scope, isSame)) return false;
  // What stands beside a statement may not limit it.
  const windows = groupsOf(parts).filter((group) =>
    parts.every(
      (part) => group.includes(part) || ![...part.bounds].some((bound) => narrowingAll.has(bound)),
    ),
  );
  return windows.some((window) => {
    const used = new Set(window.map((part) => parts.indexOf(part)));
    const told = marksOf(window);
    return (
      tellsOnly(all, told, scope, isSame) &&
      keepsWords(parts, used, said, known, isSame, false) &&
      staysTogether(said, window, isSame) &&
      keepsOther(parts, Math.max(...used), said, isSame) &&
      !competes(told, language, isSame) &&
      deniesSame(said, window, isSame) &&
      keepsConditions(said, window, isSame) &&
      tellsBounds(parts, used, contextBounds, boundsIn(said)) &&
      keepsAllBounds(window, said, isSame) &&
      keepsJoints(parts, used, said, isSame) &&
      !(boundsIn(said).has('must') && isChoice(parts, used, said)) &&
      !swapsRoles(window, said, language, isSame) &&
      !shifts(parts, used, said, isSame, earlier) &&
      keepsUnits(told, all, said, { said: language, told: language }, isSame)
    );
  });
}

function marksOf(parts: readonly Part[]): readonly Mark[] {
  return parts.flatMap(({ marks }) => marks);
}

function boundsIn(parts: readonly Part[]) {
  return new Set(parts.flatMap(({ bounds }) => [...bounds]));
}

function tellsOnly(
  said: readonly Mark[],
  told: readonly Mark[],
  { context }: Scope,
  isSame: Sameness,
): boolean {
  const hasMoney = said.some(({ value }) => value?.currency);
  const matched = said.filter((mark) => told.some((one) => isSame(one, mark)));
  return (
    matched.length > 1 &&
    said.every((mark) => {
      if (matched.includes(mark)) return true;
      if (told.some((one) => isOthersDeed(one, mark, isSame))) return false;
      if (mark.isLight || (hasMoney && (isPriceWord(mark.word) || isPaying(mark.word))))
        return true;
      return context.some((one) => isSame(one, mark));
    })
  );
}

/** Two amounts of one kind, or two names, can be exchanged, unless they are one list or two ends. */
function competes(told: readonly Mark[], language: Language, isSame: Sameness): boolean {
  return told.some((one, at) =>
    told.some((other, place) => {
      const kind = kindOf(one);
      if (place <= at || kind === '' || kind !== kindOf(other) || isSame(one, other)) return false;
      const between = told.slice(at + 1, place);
      // `4 mm and 6 mm`: of both the same is said.
      if (other.isJoined && between.length === 1 && other.at - one.at <= 3) return false;
      // What is counted tells numbers apart; `from 8 to 5` has its ends.
      if (kind === 'number') return !areTwoThings(one, other, told, language) && !isDate(one, told);
      if (one.value?.edge && other.value?.edge) return one.value.edge === other.value.edge;
      return !between.every((mark) => kindOf(mark) === kind);
    }),
  );
}

function areTwoThings(one: Mark, other: Mark, among: readonly Mark[], language: Language): boolean {
  const step = language === 'sw' ? -1 : 1;
  const [unit, another] = [one, other].map((number) =>
    among.find(({ at, value }) => value === undefined && at === number.at + step),
  );
  return unit !== undefined && another !== undefined && unit.roots[0] !== another.roots[0];
}

/** What is said of one thing is told of one: `Grace does hair and Amina nails`. */
function staysTogether(said: readonly Part[], told: readonly Part[], isSame: Sameness): boolean {
  const own = told.filter((part) => !part.isDependent);
  if (own.length < 2) return true;
  return said.every(({ marks }) =>
    own.some((home) =>
      marks.every(
        (mark) =>
          home.marks.some((one) => isSame(one, mark)) ||
          !own.some((part) => part.marks.some((one) => isSame(one, mark))),
      ),
    ),
  );
}

function isDate(number: Mark, among: readonly Mark[]): boolean {
  return among.some(({ at, value }) => value?.kind === 'month' && Math.abs(at - number.at) === 1);
}

/** What is denied is the same in both, to the word. */
function deniesSame(said: readonly Part[], told: readonly Part[], isSame: Sameness): boolean {
  const denied = (parts: readonly Part[]) => marksOf(parts.filter(({ isDenied }) => isDenied));
  const [ours, theirs] = [denied(said), denied(told)];
  const isNone = (parts: readonly Part[]) => !parts.some(({ isDenied }) => isDenied);
  if (isNone(said) !== isNone(told)) return false;
  return (
    ours.every((mark) => theirs.some((one) => isSame(one, mark))) &&
    !marksOf(said.filter(({ isDenied }) => !isDenied)).some((mark) =>
      theirs.some((one) => isSame(one, mark)),
    )
  );
}

/** What is a condition stays one, and what comes of it is none. */
function keepsConditions(said: readonly Part[], told: readonly Part[], isSame: Sameness): boolean {
  const [ours, theirs] = [said, told].map((parts) => parts.flatMap(({ condition }) => condition));
  if (ours === undefined || theirs === undefined || ours.length === 0) return true;
  const rest = marksOf(said).filter((mark) => !ours.includes(mark));
  if (theirs.length > 0)
    return (
      ours.every((mark) => mark.isLight || theirs.some((one) => isSame(one, mark))) &&
      !rest.some((mark) => theirs.some((one) => isSame(one, mark)))
    );
  // `Orders confirmed before 11 are delivered`: who they are comes before what is done with them.
  const order = marksOf(told);
  const placeOf = (mark: Mark) => order.findIndex((one) => isSame(one, mark));
  const last = Math.max(...ours.map(placeOf));
  const first = Math.min(...ours.map(placeOf));
  const isBehind = /^(?:for|kwa)$/.test(order[first]?.after ?? '');
  return (
    rest.every((mark) => placeOf(mark) < 0 || placeOf(mark) > last) ||
    (isBehind && rest.every((mark) => placeOf(mark) < first))
  );
}

function keepsAllBounds(told: readonly Part[], said: readonly Part[], isSame: Sameness): boolean {
  const kept = boundsIn(said);
  const words = new Set(said.flatMap((part) => [...part.words]));
  const isSaid = (one: Mark) => marksOf(said).some((mark) => isSame(one, mark));
  return told.every((part) =>
    [...part.bounds].every(
      (bound) =>
        !narrowing.has(bound) ||
        kept.has(bound) ||
        meetsBound(bound, words) ||
        isKeptByAmount(part, bound, kept, isSaid),
    ),
  );
}
