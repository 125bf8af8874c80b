/**
 * Public holidays, by the laws that name them: Kenya's Public Holidays Act (Cap. 110), Tanzania's Public Holidays Act
 * (Cap. 35), Uganda's Public Holidays Act (Cap. 255) and Rwanda's Presidential Order on official holidays. Easter is
 * computed. Islamic dates come from the Umm al-Qura calendar; the sighting of the moon may move them by a day.
 */
import { dayAfter, isoDay } from './month.ts';

export type Country = 'KE' | 'TZ' | 'UG' | 'RW';

export interface Holiday {
  readonly date: string;
  readonly name: { readonly sw: string; readonly en: string };
  /** Whether the sighting of the moon may move it by a day. */
  readonly isExpected: boolean;
}

/** The holidays of a country in the 12 months from `today`. */
export function holidaysFrom(country: Country, today: string): readonly Holiday[] {
  const year = Number(today.slice(0, 4));
  const end = `${year + 1}${today.slice(4)}`;
  return [year, year + 1]
    .flatMap((one) => holidaysOf(country, one))
    .filter(({ date }) => date >= today && date < end)
    .toSorted((one, other) => (one.date < other.date ? -1 : 1));
}

const countryOfZone: { readonly [zone: string]: Country } = {
  'Africa/Dar_es_Salaam': 'TZ',
  'Africa/Kampala': 'UG',
  'Africa/Kigali': 'RW',
};

export function countryOf(timezone: string): Country {
  return countryOfZone[timezone] ?? 'KE';
}

function holidaysOf(country: Country, year: number): readonly Holiday[] {
  const easter = easterOf(year);
  const fixed = rules[country].flatMap((rule): readonly Omit<Holiday, 'isExpected'>[] => {
    const [when, sw, en] = rule;
    const name = { sw, en };
    if (typeof when === 'number') return [{ date: dayAfter(easter, when), name }];
    if (when === 'first Friday of August') return [{ date: firstFriday(year, 7), name }];
    const date = `${year}-${when}`;
    const isSunday = new Date(`${date}T12:00:00`).getDay() === 0;
    // In Kenya, the next day that is not a holiday itself is also free (section 4 of the Act).
    if (country !== 'KE' || !isSunday) return [{ date, name }];
    const next = when === '12-25' ? 2 : 1;
    return [
      { date, name },
      { date: dayAfter(date, next), name },
    ];
  });
  return [
    ...fixed.map((one) => ({ ...one, isExpected: false })),
    ...islamicDays(year, country).map((one) => ({ ...one, isExpected: true })),
  ];
}

/** Month and day, or days after Easter Sunday. */
type Rule = readonly [string | number, string, string];

const newYear: Rule = ['01-01', 'Mwaka Mpya', 'New Year’s Day'];
const goodFriday: Rule = [-2, 'Ijumaa Kuu', 'Good Friday'];
const easterMonday: Rule = [1, 'Jumatatu ya Pasaka', 'Easter Monday'];
const labour: Rule = ['05-01', 'Siku ya Wafanyakazi', 'Labour Day'];
const christmas: Rule = ['12-25', 'Krismasi', 'Christmas Day'];
const boxing: Rule = ['12-26', 'Siku baada ya Krismasi', 'Boxing Day'];
const christian = [newYear, goodFriday, easterMonday, labour, christmas, boxing];

const rules: Readonly<Record<Country, readonly Rule[]>> = {
  KE: [
    ...christian,
    ['06-01', 'Siku ya Madaraka', 'Madaraka Day'],
    ['10-10', 'Siku ya Mazingira', 'Mazingira Day'],
    ['10-20', 'Siku ya Mashujaa', 'Mashujaa Day'],
    ['12-12', 'Siku ya Jamhuri', 'Jamhuri Day'],
  ],
  TZ: [
    ...christian,
    ['01-12', 'Mapinduzi ya Zanzibar', 'Zanzibar Revolution Day'],
    ['04-07', 'Siku ya Karume', 'Karume Day'],
    ['04-26', 'Siku ya Muungano', 'Union Day'],
    ['07-07', 'Saba Saba', 'Saba Saba'],
    ['08-08', 'Nane Nane', 'Nane Nane'],
    ['10-14', 'Siku ya Nyerere', 'Nyerere Day'],
    ['12-09', 'Siku ya Uhuru', 'Independence Day'],
  ],
  UG: [
    ...christian,
    ['01-26', 'Siku ya Ukombozi', 'Liberation Day'],
    ['02-16', 'Siku ya Askofu Mkuu Janani Luwum', 'Archbishop Janani Luwum Day'],
    ['03-08', 'Siku ya Wanawake', 'Women’s Day'],
    ['06-03', 'Siku ya Mashahidi', 'Martyrs’ Day'],
    ['06-09', 'Siku ya Mashujaa', 'Heroes’ Day'],
    ['10-09', 'Siku ya Uhuru', 'Independence Day'],
  ],
  RW: [
    ...christian,
    ['01-02', 'Sikukuu ya 2 Januari', '2 January'],
    ['02-01', 'Siku ya Mashujaa', 'Heroes’ Day'],
    ['04-07', 'Kumbukumbu ya mauaji ya kimbari', 'Genocide Memorial Day'],
    ['07-01', 'Siku ya Uhuru', 'Independence Day'],
    ['07-04', 'Siku ya Ukombozi', 'Liberation Day'],
    ['first Friday of August', 'Umuganura', 'Umuganura'],
    ['08-15', 'Kupalizwa kwa Bikira Maria', 'Assumption Day'],
  ],
};

/** Month and day of the Islamic year, both names, and the countries where it is a holiday. */
const islamic: readonly (readonly [string, string, string, readonly Country[]])[] = [
  ['10-1', 'Idd-ul-Fitr', 'Idd-ul-Fitr', ['KE', 'TZ', 'UG', 'RW']],
  ['10-2', 'Idd-ul-Fitr, siku ya pili', 'Idd-ul-Fitr, second day', ['TZ']],
  ['12-10', 'Idd-ul-Adha', 'Idd-ul-Adha', ['KE', 'TZ', 'UG', 'RW']],
  ['3-12', 'Maulid', 'Maulid', ['TZ']],
];

function islamicDays(year: number, country: Country): readonly Omit<Holiday, 'isExpected'>[] {
  const format = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', {
    month: 'numeric',
    day: 'numeric',
  });
  return Array.from({ length: 366 }, (_, at) => new Date(year, 0, 1 + at, 12)).flatMap((date) => {
    if (date.getFullYear() !== year) return [];
    const parts = format.formatToParts(date);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    const at = `${part('month')}-${part('day')}`;
    return islamic
      .filter(([when, , , countries]) => when === at && countries.includes(country))
      .map(([, sw, en]) => ({ date: isoDay(date), name: { sw, en } }));
  });
}

function firstFriday(year: number, month: number): string {
  const first = new Date(year, month, 1, 12).getDay();
  return isoDay(new Date(year, month, 1 + ((12 - first) % 7), 12));
}

/** Easter Sunday, by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): string {
  const a = year % 19;
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const h =
    (19 * a +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const l = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - h - (rest % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  return isoDay(new Date(year, month - 1, ((h + l - 7 * m + 114) % 31) + 1, 12));
}
