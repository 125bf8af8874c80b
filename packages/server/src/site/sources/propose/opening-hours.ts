/** The opening hours of all texts, where they agree; where they differ, the owner must enter them. */
import type { LeftOut } from '../formats/blocks.ts';
import type { Hours } from './hours-text.ts';
import type { Part, Sorted } from './sections.ts';

interface OpeningHours {
  readonly hours: readonly (Hours & { readonly from: string })[];
  /** Parts that are proposed as hours, and no longer as text. */
  readonly used: ReadonlySet<Part>;
  readonly leftOut: readonly LeftOut[];
}

interface Group {
  readonly hours: readonly (Hours & { readonly from: string })[];
  readonly parts: readonly Part[];
  readonly from: string;
  readonly isUnclear: boolean;
}

export function openingHoursOf(texts: readonly Sorted[]): OpeningHours {
  const groups = texts.flatMap(groupsIn);
  const clear = groups.filter(({ isUnclear, hours }) => !isUnclear && hours.length > 0);
  const leftOut = groups
    .filter(({ isUnclear }) => isUnclear)
    .map(({ from }) => ({
      from,
      why: 'The opening hours here could not be read with certainty; enter them yourself.',
    }));
  const [first, second] = clear;
  if (first !== undefined && clear.every((group) => keyOf(group) === keyOf(first)))
    return { hours: first.hours, used: new Set(clear.flatMap(({ parts }) => parts)), leftOut };
  if (second !== undefined)
    leftOut.push({
      from: second.from,
      why: 'There are several opening hours that differ; enter them yourself.',
    });
  return { hours: [], used: new Set(), leftOut };
}

function groupsIn({ sections }: Sorted): readonly Group[] {
  return sections.flatMap(({ parts }) => {
    const lines = parts.filter(({ hours }) => hours !== undefined);
    const [first] = lines;
    if (first === undefined) return [];
    const hours = lines.flatMap(({ hours: given, from }) =>
      given === undefined || given === 'unclear' ? [] : given.map((entry) => ({ ...entry, from })),
    );
    const isUnclear = lines.some((line) => line.hours === 'unclear') || overlaps(hours);
    return [{ hours, parts: lines, from: first.from, isUnclear }];
  });
}

/** Whether two openings of a day overlap. */
function overlaps(hours: readonly Hours[]): boolean {
  const isOverlap = (one: Hours, other: Hours) =>
    one.days.some((day) => other.days.includes(day)) &&
    one.open < endOf(other) &&
    other.open < endOf(one);
  return hours.some((one, index) => hours.slice(index + 1).some((other) => isOverlap(one, other)));
}

// Hours past midnight count up to the end of the day.
function endOf({ open, close }: Hours): string {
  return close <= open ? '24:00' : close;
}

function keyOf({ hours }: Group): string {
  const rows = hours.flatMap(({ days, open, close }) =>
    days.map((day) => `${day} ${open} ${close}`),
  );
  return [...new Set(rows)].toSorted().join('\n');
}
