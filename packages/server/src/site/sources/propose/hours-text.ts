/** Reads opening hours in English or Swahili; ambiguous text is not read. */

import type { ProfileHours } from '@baraza/contract';
import { type Weekday, weekdays } from '@baraza/contract/plain';
import { weekdaysByName } from '../../../kernel/language/calendar.ts';
import { clockDigits, swahiliMinutes } from '../../../kernel/language/clock-words.ts';
import { longPattern } from '../../../kernel/long-pattern.ts';

/** The hours in a line, none if it names closed days; undefined for any other line. */
export function readHoursLine(line: string): readonly ProfileHours[] | undefined {
  if (line.length > lineCharactersMax) return undefined;
  const hours = statementsIn(normal(line)).map(readStatement);
  return hours.every((some) => some !== undefined) ? hours.flat() : undefined;
}

/** The hours in the sentences of a text, and its other sentences; undefined if a sentence about hours is unclear. */
export function readHoursSentences(
  text: string,
): { readonly hours: readonly ProfileHours[]; readonly rest: string } | undefined {
  if (text.length > sentencesCharactersMax) return undefined;
  let hours: readonly ProfileHours[] = [];
  const rest: string[] = [];
  for (const sentence of text.split(/(?<=[.!?])\s+(?=\p{Lu})/u)) {
    const own = readHoursLine(sentence.replace(/[.!]{1,3}$/, ''));
    const earlier = own === undefined ? closesEarlier(sentence, hours) : undefined;
    if (own !== undefined) hours = [...hours, ...own];
    else if (earlier !== undefined) hours = earlier;
    else if (
      mentionsDay(sentence) &&
      (hasTime.test(normal(sentence)) || closedWords.test(sentence))
    )
      return undefined;
    else rest.push(sentence);
  }
  return hours.length === 0 ? undefined : { hours, rest: rest.join(' ') };
}

/** `On Sunday we close at 2pm`, after the hours of every day. */
function closesEarlier(
  sentence: string,
  hours: readonly ProfileHours[],
): readonly ProfileHours[] | undefined {
  const text = normal(sentence.replace(/[.!]{1,3}$/, ''));
  const days = daysIn(text);
  const [said = '', at = ''] = closesAt.exec(text) ?? [];
  const minutes = clockTime(at);
  if (days === undefined || minutes === undefined) return undefined;
  if (!hasNothingElse(text.replace(said, ' '))) return undefined;
  const close = clockDigits(minutes);
  const isMeant = ({ days: own, open }: ProfileHours) =>
    open < close && days.every((day) => own.includes(day));
  const meant = hours.filter(isMeant);
  const [only] = meant;
  if (only === undefined || meant.length > 1) return undefined;
  const others = only.days.filter((day) => !days.includes(day));
  return [
    ...hours.filter((one) => one !== only),
    ...(others.length === 0 ? [] : [{ ...only, days: others }]),
    { ...only, days, close },
  ];
}

/** Splits `Mon-Fri 8am-5pm Sat 9am-1pm`: days after a time start the next statement. */
function statementsIn(text: string): readonly string[] {
  const starts = [...text.matchAll(dayPattern)].map(({ index }) => index);
  const statements: string[] = [];
  let from = 0;
  for (const start of starts.slice(1)) {
    const statement = text.slice(from, start);
    const firstDay = statement.search(anyDay);
    if (firstDay < 0 || !endsStatement.test(statement.slice(firstDay))) continue;
    // The `closed` of `Closed on Sunday` belongs to the days after it, unless the days before it have no hours.
    const [before = ''] = isOpenTime.test(statement)
      ? (/closed(?: on)? $/.exec(statement) ?? [])
      : [];
    // It is not clear which time belongs to which days.
    if (isTimeFirst(text)) return [''];
    statements.push(text.slice(from, start - before.length));
    from = start - before.length;
  }
  return [...statements, text.slice(from)];
}

function readStatement(text: string): readonly ProfileHours[] | undefined {
  const days = daysIn(text);
  if (days === undefined || !hasNothingElse(text)) return undefined;
  const rest = text.replaceAll(dayPattern, ' ');
  if (/\b(?:closed|imefungwa|tumefunga|hatufungui|tunafunga)\b/.test(rest))
    return /\d/.test(rest) ? undefined : [];
  if (isWholeDay.test(rest)) return [{ days, open: '00:00', close: '24:00' }];
  const ranges = rangesIn(rest);
  return ranges?.map((range) => ({ days, ...range }));
}

export function isHoursHeading(line: string, next: string | undefined): boolean {
  if (next === undefined || line.length > headingCharactersMax) return false;
  return !/\d|[.!?,;]$/.test(line) && !mentionsDay(line) && namesHours(line) && mentionsDay(next);
}

const headingCharactersMax = 60;

/** Whether a line names a day of the week. */
export function mentionsDay(line: string): boolean {
  return daysIn(normal(line)) !== undefined;
}

/** Whether a text says that opening hours follow. */
export function namesHours(text: string): boolean {
  return hoursName.test(normal(text));
}

const hoursName = longPattern()`
    \b(?:opening (?:hours|times)|business hours|working hours|office hours|clinic hours
    |hours of operation|we are open|open(?:ing)?|hours|saa za (?:kazi|kufungua|ofisi|huduma
    |biashara)|masaa ya kazi|muda wa kazi|tunafungua|tuko wazi|hufunguliwa)\b`;

// A longer line is a sentence about something else.
const lineCharactersMax = 300;
const sentencesCharactersMax = 1_000;

function normal(line: string): string {
  return plain(line).replaceAll(
    hourInWords,
    (_, hour: string, minutes = '') =>
      `saa ${hoursByName.get(hour) ?? hour}${minutesByName.get(minutes) ?? ''}`,
  );
}

const hourNames = 'moja|mbili|tatu|nne|tano|sita|saba|nane|tisa|kumi|kumi na moja|kumi na mbili';
const hoursByName: ReadonlyMap<string, number> = new Map(
  hourNames.split('|').map((name, at) => [name, at + 1] as const),
);
const minutesByName: ReadonlyMap<string, string> = new Map([
  ['na robo', ':15'],
  ['na nusu', ':30'],
]);
const hourInWords = new RegExp(
  `\\bsaa (${[...hoursByName.keys()].toReversed().join('|')})\\b(?: (na robo|na nusu))?`,
  'g',
);

function plain(line: string): string {
  return line
    .slice(0, lineCharactersMax)
    .toLowerCase()
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const oneDay = `(?:${[...weekdaysByName.keys()]
  .toSorted((one, other) => other.length - one.length)
  .join('|')})s?\\b\\.?`;
const everyDay =
  '(?:every ?day|daily|kila siku|siku zote|all week|7 days(?: a week)?|weekdays|weekends)';
const dayPattern = new RegExp(`\\b(?:${oneDay}|${everyDay})`, 'g');
const dayList = new RegExp(`\\b(${oneDay})\\s*(?:(-|to|hadi|mpaka|through)\\s*(${oneDay}))?`, 'g');

export function readWeekday(name: string): Weekday | undefined {
  const plain = name.trim().toLowerCase().replace(/\.$/, '');
  return weekdaysByName.get(plain) ?? weekdaysByName.get(plain.replace(/s$/, ''));
}

function daysIn(text: string): readonly Weekday[] | undefined {
  if (/\b(?:every ?day|daily|kila siku|siku zote|all week|7 days)/.test(text)) return weekdays;
  if (/\bweekdays\b/.test(text)) return weekdays.slice(0, 5);
  if (/\bweekends\b/.test(text)) return weekdays.slice(5);
  const found = new Set<Weekday>();
  for (const [, first = '', between, last = ''] of text.matchAll(dayList)) {
    const start = readWeekday(first);
    const end = between === undefined ? start : readWeekday(last);
    if (start === undefined || end === undefined) return undefined;
    const from = weekdays.indexOf(start);
    const length = (weekdays.indexOf(end) - from + 7) % 7;
    for (let step = 0; step <= length; step += 1) found.add(weekdays[(from + step) % 7] ?? start);
  }
  return found.size === 0 ? undefined : weekdays.filter((day) => found.has(day));
}

const partOfDay =
  'a\\.?m\\.?|p\\.?m\\.?|hrs|h\\b|asubuhi|mchana|alasiri|jioni|usiku|alfajiri|noon|midnight';
const time = `(?:saa\\s+)?(?:\\d{1,2}(?:[:.]\\d{2})?(?:\\s*(?:${partOfDay}))?|noon|midnight)`;
const range = new RegExp(`(${time})\\s*(?:-|to|until|till|hadi|mpaka|and)\\s*(${time})`, 'g');
const wholeDay = '\\b24\\s*(?:hours|hrs|saa|/\\s*7)|\\bsaa 24\\b';
const isWholeDay = new RegExp(wholeDay);
const anyDay = new RegExp(`\\b(?:${oneDay}|${everyDay})`);
const isOpenTime = new RegExp(`${range.source}|${wholeDay}`);
const endsStatement = new RegExp(
  `${isOpenTime.source}|\\b(?:closed|imefungwa|tumefunga|hatufungui|tunafunga)\\b`,
);

const hasTime = new RegExp(
  `\\b(?:saa\\s+\\d|\\d{1,2}(?:[:.]\\d{2})?\\s*(?:${partOfDay})|\\d{1,2}[:.]\\d{2}|noon)`,
);
const closedWords = /\b(?:closed|imefungwa|tumefunga|hatufungui)\b/i;
const closesAt = new RegExp(
  `\\b(?:close at|closes at|close|closes|closing at|tunafunga|tunafunga ifikapo|hufungwa) (${time})`,
);

// `8am-5pm Mon-Fri 9am-1pm Sat`.
function isTimeFirst(text: string): boolean {
  const time = text.search(isOpenTime);
  return time >= 0 && time < text.search(anyDay);
}

const smallWords = longPattern('g')`
    \b(?:open|opening|opens|hours|times?|from|and|na|we|are|is|on|kuanzia|tunafungua|tuko|wazi
    |hufunguliwa|kutoka|saa|za|kazi|business|working|office|clinic|kwa|ni|closed|imefungwa
    |tumefunga|hatufungui|tunafunga|masaa|ya|kufungua|to|hadi|mpaka|through|until|the|public)\b`;

// A line with other words is about something else at that time: a class, a service, a bus.
function hasNothingElse(text: string): boolean {
  const rest = text
    .replaceAll(dayPattern, ' ')
    .replaceAll(range, ' ')
    .replaceAll(new RegExp(wholeDay, 'g'), ' ')
    .replaceAll(smallWords, ' ');
  return !/[\p{L}\d]/u.test(rest);
}

function rangesIn(text: string): readonly Omit<ProfileHours, 'days'>[] | undefined {
  const ranges: Omit<ProfileHours, 'days'>[] = [];
  for (const [, first = '', second = ''] of text.matchAll(range)) {
    // With 17:00, the 8:00 before it is on the same clock.
    const isFull = [first, second].some((one) => /^(?:1[3-9]|2[0-4])[:.]\d{2}$/.test(one.trim()));
    const from = clockTime(first, isFull);
    const to = clockTime(second, isFull);
    if (from === undefined || to === undefined || from === to) return undefined;
    ranges.push({ open: clockDigits(from), close: to === 0 ? '24:00' : clockDigits(to) });
  }
  return ranges.length === 0 ? undefined : ranges;
}

/** Minutes of the day; undefined if it could be morning or evening. */
function clockTime(text: string, isFullClock = false): number | undefined {
  if (text === 'noon') return 12 * 60;
  if (text === 'midnight') return 0;
  const match = /^(saa\s+)?(\d{1,2})(?:[:.](\d{2}))?\s*(\D*)$/.exec(text.trim());
  if (match === null) return undefined;
  const hour = Number(match[2]);
  const minute = Number(match[3] ?? 0);
  const part = (match[4] ?? '').replaceAll(/[.\s]/g, '');
  if (minute > 59 || hour > 24) return undefined;
  if (part === 'noon') return hour === 12 ? 12 * 60 + minute : undefined;
  if (part === 'midnight') return hour === 12 ? minute : undefined;
  if (dayParts.has(part))
    return hour < 1 || hour > 12 ? undefined : swahiliMinutes(hour, minute, part)[0];
  if (match[1] !== undefined) return undefined;
  if (part === 'am' || part === 'pm')
    return hour < 1 || hour > 12
      ? undefined
      : ((hour % 12) + (part === 'pm' ? 12 : 0)) * 60 + minute;
  // Two digits with minutes: a 24-hour clock.
  const isFull =
    (isFullClock || /^(?:0\d|1[3-9]|2[0-4]|1[0-2])[:.]?/.test(text)) && match[3] !== undefined;
  return isFull || part !== '' ? hour * 60 + minute : undefined;
}

const dayParts = new Set(['alfajiri', 'asubuhi', 'mchana', 'alasiri', 'jioni', 'usiku']);
