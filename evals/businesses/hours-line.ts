/** Converts `Mon-Fri 08:00-17:30; Sat closed; closed 2026-12-25` to the hours and closed days of a profile. */
import type { Weekday } from '@baraza/contract';
import type { Business } from '../../packages/server/src/answers/knowledge.ts';

export interface HoursLine extends Pick<Business, 'hours' | 'closed'> {
  /** Parts that the fields of a profile cannot express, such as the hours of a second place. */
  readonly rest: readonly string[];
}

export function readHours(line: string): HoursLine {
  const parts = line.split(';').flatMap((part) => part.trim() || []);
  const [head = '', ...tail] = parts;
  const named = namedPart.exec(head);
  // A name before the first days applies to the whole line, unless a second place has its own hours.
  if (named && tail.some((part) => namedPart.test(part)))
    return { hours: [], closed: [], rest: parts };
  const hours: Business['hours'][number][] = [];
  const closed: Business['closed'][number][] = [];
  const rest: string[] = named ? [head] : [];
  for (const part of named ? [named[1] ?? '', ...tail] : parts) {
    const plain = part.replace(/\s*\([^)]*\)$/, '');
    const dates = datesClosed(plain);
    const rows = dates ? [] : rowsOf(plain);
    if (dates) closed.push(...dates.map((date) => ({ date })));
    if (rows) hours.push(...rows);
    if (rows === undefined || plain !== part) rest.push(part);
  }
  // Closed dates without regular hours would be misleading.
  return hours.length === 0 ? { hours, closed: [], rest: parts } : { hours, closed, rest };
}

const week: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const someDays = `${day}(?:-${day})?(?:(?:, | and )${day}(?:-${day})?)*|every day|daily`;
const span = '\\d\\d:\\d\\d-\\d\\d:\\d\\d';
const namedPart = new RegExp(
  `^(?!every day|daily|closed)[\\p{L} ]+?:? ((?:${someDays}) \\d.*)$`,
  'u',
);
const openPart = new RegExp(`^(${someDays}) (24 hours|${span}(?:(?:, | and )${span})*)$`);
const closedPart = new RegExp(`^(?:(?:${someDays}) closed|closed (?:${someDays}))$`);

/** Undefined if the part has another form; no rows for closed days. */
function rowsOf(part: string): Business['hours'] | undefined {
  if (closedPart.test(part)) return [];
  const [, days, spans] = openPart.exec(part) ?? [];
  if (days === undefined || spans === undefined) return undefined;
  // The same time twice means 24 hours.
  const times = spans === '24 hours' ? ['00:00-00:00'] : spans.split(/, | and /);
  return times.map((one) => {
    const [open = '', close = ''] = one.split('-');
    return { days: daysOf(days), open, close: close === '24:00' ? '00:00' : close };
  });
}

function daysOf(days: string): Weekday[] {
  if (/^(?:every day|daily)$/.test(days)) return [...week];
  return days.split(/, | and /).flatMap((part) => {
    const [from = -1, to = from] = part
      .split('-')
      .map((name) => week.indexOf(name.toLowerCase() as Weekday));
    const length = ((to - from + week.length) % week.length) + 1;
    return Array.from({ length }, (_, index) => week[(from + index) % week.length] as Weekday);
  });
}

const date = '\\d{4}-\\d\\d-\\d\\d';
const datePart = new RegExp(`^closed ${date}(?: to ${date})?(?:, ${date}(?: to ${date})?)*$`);
const dayMs = 86_400_000;

function datesClosed(part: string): readonly string[] | undefined {
  if (!datePart.test(part)) return undefined;
  return part
    .slice('closed '.length)
    .split(', ')
    .flatMap((range) => {
      const [from = '', to = from] = range.split(' to ');
      const length = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
      return Array.from({ length }, (_, index) =>
        new Date(Date.parse(from) + index * dayMs).toISOString().slice(0, 10),
      );
    });
}
