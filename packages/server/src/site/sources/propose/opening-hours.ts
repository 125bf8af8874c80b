/** The opening hours of all texts, where they say the same; several that differ are nobody's to choose from. */
import type { LeftOut } from '../formats/blocks.ts';
import type { Hours } from './hours-text.ts';
import type { Part, Sorted } from './sections.ts';

interface OpeningHours {
  readonly hours: readonly (Hours & { readonly from: string })[];
  /** Parts that were used, and are no text any more. */
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
  const groups = texts.flatMap((text) => [...statedGroups(text), ...writtenGroups(text)]);
  const clear = groups.filter(({ isUnclear, hours }) => !isUnclear && hours.length > 0);
  const leftOut = groups
    .filter(({ isUnclear }) => isUnclear)
    .map(({ from }) => ({
      from,
      why: 'The opening hours here could not be read for certain; enter them yourself.',
    }));
  const [first] = clear;
  if (first === undefined) return { hours: [], used: new Set(), leftOut };
  const isSame = clear.every((group) => keyOf(group) === keyOf(first));
  if (!isSame)
    return {
      hours: [],
      used: new Set(),
      leftOut: [
        ...leftOut,
        {
          from: clear[1]?.from ?? first.from,
          why: 'There are several opening hours that differ; enter them yourself.',
        },
      ],
    };
  return { hours: first.hours, used: new Set(clear.flatMap(({ parts }) => parts)), leftOut };
}

function statedGroups({ stated }: Sorted): readonly Group[] {
  return stated.map(({ hours, from }) =>
    groupOf(
      hours.map((entry) => ({ ...entry, from })),
      [],
      from,
      false,
    ),
  );
}

function writtenGroups({ sections }: Sorted): readonly Group[] {
  return sections.flatMap(({ parts }) => {
    const told = parts.filter(({ hours }) => hours !== undefined);
    if (told.length === 0) return [];
    const isUnclear = told.some(({ hours }) => hours === 'unclear');
    const hours = told.flatMap(({ hours: given, from }) =>
      given === undefined || given === 'unclear' ? [] : given.map((entry) => ({ ...entry, from })),
    );
    return [groupOf(hours, told, told[0]?.from ?? '', isUnclear)];
  });
}

function groupOf(
  hours: Group['hours'],
  parts: readonly Part[],
  from: string,
  isUnclear: boolean,
): Group {
  return { hours, parts, from, isUnclear: isUnclear || overlaps(hours) };
}

/** Whether a day has two openings at the same time. */
function overlaps(hours: readonly Hours[]): boolean {
  return hours.some((one, index) =>
    hours
      .slice(index + 1)
      .some(
        (other) =>
          one.days.some((day) => other.days.includes(day)) &&
          one.open < endOf(other) &&
          other.open < endOf(one),
      ),
  );
}

// One that closes after midnight ends the day.
function endOf({ open, close }: Hours): string {
  return close <= open ? '24:00' : close;
}

function keyOf({ hours }: Group): string {
  const rows = hours.flatMap(({ days, open, close }) =>
    days.map((day) => `${day} ${open} ${close}`),
  );
  return [...new Set(rows)].toSorted().join('\n');
}
