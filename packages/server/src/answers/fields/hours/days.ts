/** Finds the days in a question: `kesho`, `next Monday`, `tarehe 25 Desemba`, `wikendi`, `Krismasi`. */
import { type Weekday, weekdays } from '@baraza/contract/plain';
import {
  type Day,
  dateParts,
  dayOf,
  easterOf,
  isDate,
  monthsByName,
  weekdayOf,
  weekdaysByName,
} from '../../../kernel/language/calendar.ts';
import { numberFromWords } from '../../../kernel/language/number-words.ts';
import { longPattern } from '../../../kernel/long-pattern.ts';
import { byWord } from '../../text/memo.ts';
import { near } from '../typo.ts';
import { cut } from './named-time.ts';

export interface NamedDays {
  readonly days: readonly Day[];
  /** How the visitor named them; the answer names them the same way. */
  readonly as: 'today' | 'tomorrow' | 'weekday' | 'weekdays' | 'date' | 'holiday' | 'past';
  /** The question without the days. */
  readonly rest: string;
}

/** The days named in a normalised question; undefined if there are none. */
export function namedDays(folded: string, today: Day): NamedDays | undefined {
  return (
    namedIn(holidays, folded, today) ??
    dated(folded, today) ??
    namedIn(relatives, folded, today) ??
    oneWeekday(folded, today)
  );
}

type DaysFrom = (today: Day) => readonly Day[];
type DayNames = readonly (readonly [RegExp, NamedDays['as'], DaysFrom])[];

function namedIn(names: DayNames, folded: string, today: Day): NamedDays | undefined {
  for (const [pattern, as, daysFrom] of names) {
    const found = pattern.exec(folded);
    if (found) return { days: daysFrom(today), as, rest: cut(folded, found) };
  }
  return undefined;
}

const ahead =
  (days: number): DaysFrom =>
  (today) => [today + days];
const coming =
  (dayIn: (year: number) => Day): DaysFrom =>
  (today) => {
    const { year } = dateParts(today);
    return [dayIn(year) >= today ? dayIn(year) : dayIn(year + 1)];
  };
const yearly = (month: number, date: number) => coming((year) => dayOf(year, month, date));
const fromEaster = (days: number) => coming((year) => easterOf(year) + days);

const holidays: DayNames = [
  [/\b(christmas eve|mkesha wa krismasi)\b/, 'holiday', yearly(12, 24)],
  [
    /\b(christmas( day)?|xmas|x-mas|(siku ya )?(krismasi|krisimasi|noeli))\b/,
    'holiday',
    yearly(12, 25),
  ],
  [/\bboxing day\b/, 'holiday', yearly(12, 26)],
  [/\b(new year'?s? eve|mkesha wa mwaka mpya)\b/, 'holiday', yearly(12, 31)],
  [/\b(new year('?s)?( day)?|(siku ya )?mwaka mpya)\b/, 'holiday', yearly(1, 1)],
  [/\b(good friday|ijumaa kuu)\b/, 'holiday', fromEaster(-2)],
  [/\b(easter monday|jumatatu ya pasaka)\b/, 'holiday', fromEaster(1)],
  [/\b(easter( sunday)?|(jumapili ya )?pasaka)\b/, 'holiday', fromEaster(0)],
  [/\b(labou?r day|mei mosi|may day|siku ya wafanyakazi)\b/, 'holiday', yearly(5, 1)],
];

const relatives: DayNames = [
  [/\b(day after tomorrow|the day after tomorrow|kesho ?kutwa)\b/, 'weekday', ahead(2)],
  [/\b(mtondo)\b/, 'weekday', ahead(3)],
  [/\b(tomorrow|tommorow|tomorow|tommorrow|tmrw|tmr|2morrow|kesho)\b/, 'tomorrow', ahead(1)],
  [/\b(jana|juzi|yesterday)\b/, 'past', ahead(-1)],
  [
    /\b(today|todays|tonight|this (morning|evening|afternoon)|usiku wa leo|usiku huu|jioni hii|leo)\b/,
    'today',
    ahead(0),
  ],
  [
    /\b(week-?ends?|wikiendi|wikendi|mwisho wa (wiki|juma)|week end)( (hii|this|ijayo))?\b/,
    'weekdays',
    (today) => (['sat', 'sun'] as const).map((day) => next(day, today)),
  ],
  [
    /\b(week ?days|siku za (kazi|juma|wiki)|katikati ya wiki)\b/,
    'weekdays',
    (today) => weekdays.slice(0, 5).map((day) => next(day, today)),
  ],
];

function dated(folded: string, today: Day): NamedDays | undefined {
  const iso = /\b(\d{4})-(\d{1,2})-(\d{1,2})\b/.exec(folded);
  if (iso) {
    const [year = 0, month = 0, date = 0] = iso.slice(1).map(Number);
    return onDate(cut(folded, iso), [date, month, year], today);
  }
  const slashed = slashedDate.exec(folded);
  if (slashed && !/\bsaa $/.test(folded.slice(0, slashed.index))) {
    const [date, month, year] = slashed.slice(1).map((part) => part && Number(part));
    const whole = year ? (year % 2000) + 2000 : undefined;
    return onDate(cut(folded, slashed), [Number(date), Number(month), whole], today);
  }
  return monthNamed(folded, today) ?? monthCounted(folded, today) ?? dateOnly(folded, today);
}

const slashedDate = longPattern()`\b(?:tarehe )?(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2}|\d{4}))?\b
  (?! ?(?:am|pm|usiku|asubuhi|mchana|jioni))`;

/** `tarehe 9 mwezi wa kumi na mbili`: Swahili mostly numbers the months. */
function monthCounted(folded: string, today: Day): NamedDays | undefined {
  const at = /\b(?:mwezi|month) (?:wa |ya )?(?=\S)/.exec(folded);
  if (at === null) return undefined;
  const words = folded.slice(0, at.index).trim().split(' ');
  const date = dateBefore(words, words.length);
  const after = folded.slice(at.index + at[0].length).split(' ');
  const ordinal = ordinals.indexOf(after[0] ?? '') + 1;
  const month = ordinal > 0 ? { value: ordinal, used: 1 } : numberFromWords(after);
  if (!date || !month || month.value < 1 || month.value > 12) return undefined;
  const rest = [...words.slice(0, date.start), ...after.slice(month.used)].join(' ');
  return onDate(rest, [date.value, month.value, undefined], today);
}

// The later months use plain numbers.
const ordinals = ['kwanza', 'pili'];

function monthNamed(folded: string, today: Day): NamedDays | undefined {
  const words = folded.split(' ');
  for (const [index, word] of words.entries()) {
    const month = monthOf(word);
    if (month === undefined) continue;
    const after = /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(words[index + 1] ?? '');
    const before = dateBefore(words, index);
    const date = before?.value ?? (after ? Number(after[1]) : undefined);
    if (date === undefined) continue;
    const first = before ? before.start : index;
    const next = words[index + (before ? 1 : 2)] ?? '';
    const year = /^20\d\d$/.test(next) ? Number(next) : undefined;
    const end = index + (before ? 1 : 2) + (year ? 1 : 0);
    const rest = [...words.slice(0, first), ...words.slice(end)].join(' ');
    return onDate(rest, [date, month, year], today);
  }
  return undefined;
}

/** `25`, `25th of`, `tarehe ishirini na tano mwezi wa` before a month. */
function dateBefore(
  words: readonly string[],
  end: number,
): { readonly value: number; readonly start: number } | undefined {
  let last = end;
  while (/^(of|mwezi|wa|ya)$/.test(words[last - 1] ?? '')) last--;
  for (let start = Math.max(0, last - 3); start < last; start++) {
    const plain = (words[start] ?? '').replace(/^(\d{1,2})(st|nd|rd|th)$/, '$1');
    const number = numberFromWords([plain, ...words.slice(start + 1, last)]);
    if (number && start + number.used === last && number.value >= 1 && number.value <= 31) {
      const article = /^(tarehe|the)$/.test(words[start - 1] ?? '');
      return { value: number.value, start: article ? start - 1 : start };
    }
  }
  return undefined;
}

function dateOnly(folded: string, today: Day): NamedDays | undefined {
  const at = /\btarehe (.+)$|\bthe (\d{1,2})(?:st|nd|rd|th)\b/.exec(folded);
  const words = (at?.[1] ?? at?.[2] ?? '').split(' ');
  const number = numberFromWords(words);
  if (!at || !number || number.value < 1 || number.value > 31) return undefined;
  const now = dateParts(today);
  let { month, year } = now;
  // The next month that has this date: on 30 November "the 31st" is in December.
  while ((month === now.month && number.value < now.date) || !isDate(year, month, number.value)) {
    if (month === 12) year++;
    month = (month % 12) + 1;
  }
  const after = at[1] === undefined ? [] : words.slice(number.used);
  return onDate(`${cut(folded, at)}${after.join(' ')}`, [number.value, month, year], today);
}

function onDate(
  rest: string,
  [date, month, year]: readonly [number, number, number | undefined],
  today: Day,
): NamedDays | undefined {
  const thisYear = dateParts(today).year;
  if (!isDate(year ?? 2024, month, date)) return undefined;
  const near = dayOf(year ?? thisYear, month, date);
  const day = year === undefined && near < today ? dayOf(thisYear + 1, month, date) : near;
  if (day < today) return { days: [day], as: 'past', rest };
  const isFeast = (month === 12 && date === 25) || (month === 1 && date === 1);
  return { days: [day], as: isFeast ? 'holiday' : 'date', rest };
}

function oneWeekday(folded: string, today: Day): NamedDays | undefined {
  const words = folded.split(' ').map((word) => ({ word, weekday: weekdayNamed(word) }));
  const days = words.flatMap(({ weekday }) => (weekday ? next(weekday, today) : []));
  if (days.length === 0) return undefined;
  // On a Monday, `next Monday` is a week away; on other days it is the coming Monday.
  const isNext = words.some(({ word }) => /^(next|ijayo)$/.test(word));
  return {
    days: days.map((day) => (isNext && day === today ? day + 7 : day)),
    as: 'weekday',
    rest: words
      .filter(({ word, weekday }) => weekday === undefined && !besideWeekday.test(word))
      .map(({ word }) => word)
      .join(' '),
  };
}

const besideWeekday = /^(next|this|ijayo|hii|coming|siku|ya|za|on|zote|every|kila)$/;

const weekdayNamed = byWord((word): Weekday | undefined => {
  const forms = [word, word.replace(/s$/, '')];
  const known = forms.map((form) => weekdaysByName.get(form)).find((day) => day !== undefined);
  if (known !== undefined || word.length < 6) return known;
  return [...weekdaysByName].find(
    ([name]) => name.length > 5 && forms.some((form) => near(form, name)),
  )?.[1];
});

const monthOf = byWord((word): number | undefined => {
  const known = monthsByName.get(word);
  if (known !== undefined || word.length < 6) return known;
  return [...monthsByName].find(([name]) => near(word, name))?.[1];
});

/** The next such weekday, today included. */
function next(weekday: Weekday, today: Day): Day {
  const ahead = weekdays.indexOf(weekday) - weekdays.indexOf(weekdayOf(today));
  return today + ((ahead + 7) % 7);
}
