/**
 * Whether words tell an approved sentence again, in its order and nearly whole: then nothing in it
 * can have changed places.
 */
import type { Scope } from './basis.ts';
import { keepsWords } from './claim-drops.ts';
import { isChoice, isOthersDeed, keepsOther } from './claim-fit.ts';
import { isKeptByAmount, keepsJoints, tellsBounds } from './claim-keeps.ts';
import type { Mark, Sameness } from './claim-marks.ts';
import type { Part } from './claim-parts.ts';
import { shifts } from './claim-shifts.ts';
import { isPaying, isPriceWord, narrowing, narrowingAll } from './claim-words.ts';

export function retells(
  said: readonly Part[],
  { parts, context, contextBounds, title }: Scope,
  isSame: Sameness,
  earlier: readonly Mark[],
): boolean {
  const told = parts.flatMap((part, index) =>
    part.marks.map((mark) => ({ mark, index, isDenied: part.isDenied })),
  );
  const matched = new Set<number>();
  const hasMoney = said.some(({ marks }) => marks.some(({ value }) => value?.currency));
  let next = 0;
  for (const { marks, isDenied } of said)
    for (const mark of marks) {
      const at = told.findIndex((one, place) => place >= next && isSame(one.mark, mark));
      if (at < 0) {
        if (mark.isLight) continue;
        if (told.some((one) => isOthersDeed(one.mark, mark, isSame))) return false;
        if (hasMoney && (isPriceWord(mark.word) || isPaying(mark.word))) continue;
        const isElsewhere = told.some((one) => isSame(one.mark, mark));
        if (!isElsewhere && context.some((one) => isSame(one, mark))) continue;
        return false;
      }
      if (told[at]?.isDenied !== isDenied) return false;
      matched.add(at);
      next = at + 1;
    }
  if (matched.size === 0) return false;
  const used = new Set([...matched].flatMap((at) => told[at]?.index ?? []));
  const first = Math.min(...used);
  const last = Math.max(...used);
  if (!keepsOther(parts, last, said, isSame)) return false;
  const window = told.flatMap((one, at) =>
    one.index >= first && one.index <= last ? [{ ...one, isKept: matched.has(at) }] : [],
  );
  const dropped = window.filter(
    ({ isKept, mark }) => !isKept && !mark.isLight && !isPriceWord(mark.word),
  );
  if (dropped.some(({ mark }) => !mayBeDropped(mark))) return false;
  if (dropped.length > window.length * droppedShare) return false;
  const bounds = new Set(said.flatMap((part) => [...part.bounds]));
  if (!tellsBounds(parts, used, contextBounds, bounds)) return false;
  if (!keepsJoints(parts, used, said, isSame)) return false;
  if (bounds.has('must') && isChoice(parts, used, said)) return false;
  const all = said.flatMap(({ marks }) => marks);
  if (!keepsWords(parts, used, said, [...title, ...earlier], isSame)) return false;
  if (shifts(parts, used, said, isSame, earlier)) return false;
  const isSaid = (one: Mark) => all.some((mark) => isSame(one, mark));
  return parts.every((part, index) => {
    const isBeside = index === first - 1 || index === last + 1;
    const limits = index >= first && index <= last;
    return [...part.bounds].every(
      (bound) =>
        bounds.has(bound) ||
        isKeptByAmount(part, bound, bounds, isSaid) ||
        !(limits ? narrowing : isBeside ? narrowingAll : none).has(bound),
    );
  });
}

const droppedShare = 0.26;
const none: ReadonlySet<never> = new Set<never>();

function mayBeDropped({ value, isName }: Mark): boolean {
  return value === undefined && !isName;
}
