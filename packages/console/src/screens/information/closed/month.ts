/** Dates without a time as texts, `2026-11-18`, and the weeks of a month. */
export function isoDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Weeks that start on Monday; undefined before the first and after the last day. */
export function weeksOf(year: number, month: number): readonly (readonly (string | undefined)[])[] {
  const first = (new Date(year, month, 1).getDay() + 6) % 7;
  const count = new Date(year, month + 1, 0).getDate();
  return Array.from({ length: Math.ceil((first + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => {
      const day = week * 7 + weekday - first + 1;
      return day < 1 || day > count ? undefined : isoDay(new Date(year, month, day));
    }),
  );
}

export function dayAfter(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  return isoDay(new Date(year, month - 1, day + days));
}
