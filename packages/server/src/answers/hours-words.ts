/** Every sentence on opening hours that a visitor reads or hears. */
import type { Language } from '@baraza/contract';
import { listed } from './words.ts';

/** `yes` is undefined if the question is not a yes-or-no question. */
const sw = {
  title: 'Saa za kazi',
  today: 'leo',
  allDay: 'masaa 24',
  everyDay: 'kila siku',
  and: ' na tena ',
  tomorrow: (weekday: string) => `kesho (${weekday})`,
  weekday: (weekday: string) => weekday,
  weekdayToday: (weekday: string) => `leo (${weekday})`,
  date: (date: string, weekday: string) => `${weekday} tarehe ${date}`,
  range: (first: string, last: string, two: boolean) => `${first} ${two ? 'na' : 'hadi'} ${last}`,
  span: (from: string, to: string) => `kuanzia ${from} hadi ${to}`,
  nextDay: (time: string) => `${time} ya siku inayofuata`,
  nextDayOfToday: (time: string) => `${time} ya kesho`,
  week: (open: readonly string[], closed: readonly string[]) => {
    const shut = closed.length > 0 ? ` ${listed(closed, 'na')} hatufungui.` : '';
    return open.length > 0 ? `Tuko wazi ${open.join('; ')}.${shut}` : shut.trim();
  },
  dayOpen: (day: string, spans: string) => `${day} tuko wazi ${spans}`,
  dayClosed: (day: string) => `${day} hatufungui`,
  openDay: (yes: boolean | undefined, day: string, spans: string) =>
    `${ndiyo(yes)}${day} tuko wazi ${spans}.`,
  opensDay: (day: string, from: string, to: string) =>
    `${day} tunafungua ${from} na kufunga ${to}.`,
  closesDay: (day: string, time: string) => `${day} tunafunga ${time}.`,
  closedDay: (yes: boolean | undefined, day: string, note: string) =>
    `${ndiyo(yes)}${day} hatufungui${note ? `: ${note}` : ''}.`,
  closedAlready: (time: string) => `Leo tumeshafunga tangu ${time}.`,
  openNow: (yes: boolean | undefined, until: string | undefined) =>
    `${ndiyo(yes)}tuko wazi sasa${until ? ` hadi ${until}` : ' masaa 24'}.`,
  closedNow: (yes: boolean) => `${ndiyo(yes)}hatuko wazi kwa sasa; tumefunga.`,
  openAt: (yes: boolean, day: string, time: string) => `${ndiyo(yes)}${day} ${time} tuko wazi.`,
  closedAt: (yes: boolean, day: string, time: string) =>
    `${ndiyo(yes)}${day} ${time} hatutakuwa wazi.`,
  usuallyOpenAt: (yes: boolean, time: string) => `${ndiyo(yes)}${time} huwa tuko wazi.`,
  usuallyClosedAt: (yes: boolean, time: string) => `${ndiyo(yes)}${time} huwa tumefunga.`,
  alwaysOpen: 'Tuko wazi masaa 24, kila siku.',
  always: 'Ndiyo, ',
  notAlways: 'Hapana, hatuko wazi masaa 24.',
  lunch: (yes: boolean, span: string) => `${ndiyo(yes)}tunafunga mchana ${span}.`,
  noLunch: (yes: boolean) => `${ndiyo(yes)}hatufungi mchana.`,
  hoursThatDay: (today: boolean, spans: string) =>
    `${today ? 'Leo' : 'Siku hiyo'} tuko wazi ${spans}.`,
  reopens: (day: string, time: string) => `Tutafungua tena ${day} ${time}.`,
  closedDates: (dates: readonly string[]) => `Hatutafungua tarehe ${listed(dates, 'na')}.`,
};

export type HoursWords = typeof sw;

const en: HoursWords = {
  title: 'Opening hours',
  today: 'today',
  allDay: '24 hours',
  everyDay: 'every day',
  and: ' and ',
  tomorrow: (weekday) => `tomorrow (${weekday})`,
  weekday: (weekday) => `on ${weekday}`,
  weekdayToday: (weekday) => `today (${weekday})`,
  date: (date, weekday) => `on ${weekday} ${date}`,
  range: (first, last, two) => `${first} ${two ? 'and' : 'to'} ${last}`,
  span: (from, to) => `from ${from} to ${to}`,
  nextDay: (time) => `${time} the next day`,
  nextDayOfToday: (time) => `${time} tomorrow`,
  week: (open, closed) => {
    const shut = closed.length > 0 ? ` We are closed on ${listed(closed, 'and')}.` : '';
    return open.length > 0 ? `We are open ${open.join('; ')}.${shut}` : shut.trim();
  },
  dayOpen: (day, spans) => `${day}: open ${spans}`,
  dayClosed: (day) => `${day}: closed`,
  openDay: (yes, day, spans) => `${yesNo(yes)}we are open ${day} ${spans}.`,
  opensDay: (day, from, to) => `${day} we open at ${from} and close at ${to}.`,
  closesDay: (day, time) => `${day} we close at ${time}.`,
  closedDay: (yes, day, note) => `${yesNo(yes)}we are closed ${day}${note ? `: ${note}` : ''}.`,
  closedAlready: (time) => `We have already closed today, at ${time}.`,
  openNow: (yes, until) =>
    `${yesNo(yes)}we are open now${until ? ` until ${until}` : ', 24 hours a day'}.`,
  closedNow: (yes) => `${yesNo(yes)}we are closed right now.`,
  openAt: (yes, day, time) => `${yesNo(yes)}we are open ${day} at ${time}.`,
  closedAt: (yes, day, time) => `${yesNo(yes)}we are closed ${day} at ${time}.`,
  usuallyOpenAt: (yes, time) => `${yesNo(yes)}we are usually open at ${time}.`,
  usuallyClosedAt: (yes, time) => `${yesNo(yes)}we are usually closed at ${time}.`,
  alwaysOpen: 'We are open 24 hours, every day.',
  always: 'Yes, ',
  notAlways: 'No, we are not open 24 hours.',
  lunch: (yes, span) => `${yesNo(yes)}we close for lunch ${span}.`,
  noLunch: (yes) => `${yesNo(yes)}we do not close for lunch.`,
  hoursThatDay: (today, spans) => `${today ? 'Today' : 'That day'} we are open ${spans}.`,
  reopens: (day, time) => `We open again ${day} at ${time}.`,
  closedDates: (dates) => `We are closed on ${listed(dates, 'and')}.`,
};

export const hoursWords: { readonly [language in Language]: HoursWords } = { sw, en };

function ndiyo(yes: boolean | undefined): string {
  return yes === undefined ? '' : yes ? 'Ndiyo, ' : 'Hapana, ';
}

function yesNo(yes: boolean | undefined): string {
  return yes === undefined ? '' : yes ? 'Yes, ' : 'No, ';
}
