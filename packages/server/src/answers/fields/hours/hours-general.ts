/** Answers that hold for any week: an hour asked in general, lunch breaks, and whether the doors ever close. */
import type { Business } from '../../knowledge.ts';
import { isAllDay, type Span, usualSpans, usualWeek } from './opening.ts';

/** The usual spans of the days that have any. */
function openDays(business: Business): readonly (readonly Span[])[] {
  return usualWeek.map((day) => usualSpans(business, day)).filter((spans) => spans.length > 0);
}

/** Whether the doors are open at that minute on every day that has hours; undefined where the days differ. */
export function usuallyOpen(business: Business, minutes: number): boolean | undefined {
  const states = openDays(business).map((spans) =>
    spans.some(({ from, to }) =>
      [minutes, minutes + 1440].some((moment) => moment >= from && moment < to),
    ),
  );
  const [first] = states;
  return states.every((state) => state === first) ? first : undefined;
}

/** The break around noon that all open days share; `none` where no day has one; undefined where they differ. */
export function lunchBreak(business: Business): Span | 'none' | undefined {
  const breaks = openDays(business).flatMap((spans) =>
    spans
      .slice(1)
      .map((span, index) => ({ from: spans[index]?.to ?? 0, to: span.from }))
      .filter(({ from, to }) => from >= 11 * 60 && to <= 16 * 60),
  );
  const [first] = breaks;
  if (first === undefined) return openDays(business).every(coversNoon) ? 'none' : undefined;
  return breaks.every(({ from, to }) => from === first.from && to === first.to) ? first : undefined;
}

function coversNoon(spans: readonly Span[]): boolean {
  return spans.some(({ from, to }) => from <= 12 * 60 && to > 12 * 60);
}

export function isAlwaysOpen(business: Business): boolean {
  const days = openDays(business);
  return days.length === usualWeek.length && days.every(isAllDay);
}
