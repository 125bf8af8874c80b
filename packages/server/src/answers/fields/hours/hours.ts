/** Answers about opening hours from the structured fields, as the wall clock of the site stands. */

import type { Language } from '@baraza/contract';
import { type HoursWords, hoursWords } from '../../hours-words.ts';
import type { Ask } from '../../knowledge.ts';
import { pick } from '../../text/bilingual.ts';
import { upperFirst } from '../../text/sentences.ts';
import type { FieldAnswer, FieldQuestion } from '../question.ts';
import type { Concept } from '../vocabulary.ts';
import {
  type Day,
  dateText,
  dayOfDate,
  type LocalNow,
  localNow,
  weekdayNames,
  weekdayOf,
} from './calendar.ts';
import { clockDigits, clockSpoken, clockText } from './clock-words.ts';
import type { NamedDays } from './days.ts';
import { isAlwaysOpen, lunchBreak, usuallyOpen } from './hours-general.ts';
import { type HoursAsked, hoursAsked } from './hours-question.ts';
import {
  type Closure,
  closureOn,
  isAllDay,
  nextOpening,
  type Span,
  spanAt,
  spansDigits,
  spansOn,
} from './opening.ts';
import { weekText } from './week.ts';

export function hoursAnswer(question: FieldQuestion): FieldAnswer | undefined {
  const { business, ask } = question;
  if (business.hours.length === 0 && business.closed.length === 0) return undefined;
  const now = localNow(ask.nowMs, business.timezone);
  const asked = hoursAsked(question, now);
  if (asked === undefined) return undefined;
  const view: View = { ...question, now, words: hoursWords[question.language] };
  const text = say(view, asked);
  if (text === undefined) return undefined;
  return { text, title: view.words.title, quote: quoteOf(view, asked) };
}

/** The fields that were looked at: the week, and the closed day where one was named. */
function quoteOf(view: View, { days, concepts }: HoursAsked): string {
  const { business, language, now, words } = view;
  if (concepts.has('holidays') && !days) return sayHolidays(view) ?? '';
  const day = days?.days[0] ?? now.day;
  const closure = closureOn(business, day);
  const week = business.hours.length > 0 ? weekText(business, language, 'text') : '';
  if (!closure) return week;
  return `${upperFirst(words.closedDay(undefined, dayName(view, day, days), noteOf(view, closure)))} ${week}`.trim();
}

interface View extends FieldQuestion {
  readonly now: LocalNow;
  readonly words: HoursWords;
}

function say(view: View, asked: HoursAsked): string | undefined {
  const { concepts, days, times } = asked;
  if (concepts.has('holidays') && !days) return sayHolidays(view);
  if (view.business.hours.length === 0) return sayClosureOnly(view, days);
  if (days?.as === 'past') return undefined;
  // A feast that the owner did not list may still change the hours: the weekday's own would be a guess.
  if (days?.as === 'holiday' && !closureOn(view.business, days.days[0] ?? 0)) return undefined;
  const general = sayGeneral(view, asked);
  if (general !== undefined) return general;
  const time = times.length > 0 ? settle(view, times, days) : undefined;
  if (time !== undefined && !concepts.has('when')) return sayAt(view, time, days, concepts);
  if (days && days.days.length > 1) return sayMany(view, days.days);
  // Whether a part of a day counts as open is for the visitor to see from the hours.
  const asksTime = (['when', 'until', 'hours', 'part'] as const).some((one) => concepts.has(one));
  const day = days?.days[0];
  if (day !== undefined)
    return asksTime ? sayTimes(view, day, days, concepts) : sayDay(view, day, days, concepts);
  if (concepts.has('days') || concepts.has('hours')) return weekOf(view);
  if (concepts.has('again')) return sayNext(view);
  if (asksTime) return sayUsual(view, concepts);
  return sayNow(view, concepts);
}

/** What holds on any day, where no day was named. */
function sayGeneral(view: View, { concepts, days, times }: HoursAsked): string | undefined {
  const { business, words, now, plain } = view;
  if (days) return undefined;
  const aboutClosing = concepts.has('close') && !concepts.has('open');
  if (wholeDay.test(plain) && !concepts.has('when')) {
    const week = weekOf(view);
    if (!isAlwaysOpen(business)) return `${words.notAlways} ${week}`;
    return words.always + week.charAt(0).toLowerCase() + week.slice(1);
  }
  const atNoon = aboutClosing && noon.test(plain) && !concepts.has('when');
  const pause = concepts.has('lunch') || atNoon ? lunchBreak(business) : undefined;
  if (concepts.has('lunch') && pause === 'none') return words.noLunch(!aboutClosing);
  if (pause !== undefined && pause !== 'none')
    return words.lunch(aboutClosing, spansFor(view, [pause]));
  if (concepts.has('lunch')) return weekOf(view);
  const [time] = times;
  // Today's hour that has passed is asked about as the custom, not as the past.
  if (time === undefined || times.length > 1 || time >= now.minutes) return undefined;
  if (concepts.has('when') || concepts.has('now')) return undefined;
  const open = usuallyOpen(business, time);
  if (open === undefined) return weekOf(view);
  const clock = clockFor(view, time);
  const head = open
    ? words.usuallyOpenAt(!aboutClosing, clock)
    : words.usuallyClosedAt(aboutClosing, clock);
  return `${head} ${weekOf(view)}`;
}

const wholeDay = /\b(?:24 hours|24\/7|24 7|(?:ma)?saa 24|around the clock)\b/;
const noon = /\bmchana\b|\blunch\b/;

/** Of the two moments that `saa mbili` may be, the one when the doors can be open; undefined when both can or none. */
function settle(
  view: View,
  times: readonly number[],
  days: NamedDays | undefined,
): number | undefined {
  if (times.length === 1) return times[0];
  const day = days?.days[0] ?? view.now.day;
  const open = times.filter((minutes) => spanAt(view.business, { day, minutes }));
  return open.length === 1 ? open[0] : undefined;
}

function sayAt(
  view: View,
  time: number,
  days: NamedDays | undefined,
  concepts: ReadonlySet<Concept>,
): string {
  const { words, business, now } = view;
  const day = days?.days[0] ?? now.day;
  const open = spanAt(business, { day, minutes: time }) !== undefined;
  const yes = concepts.has('close') && !concepts.has('open') ? !open : open;
  const when = dayName(view, day, days);
  const clock = clockFor(view, time);
  const spans = spansOn(business, day);
  const head = open ? words.openAt(yes, when, clock) : words.closedAt(yes, when, clock);
  if (spans.length === 0) return `${head} ${reopening(view, { day, minutes: time })}`.trim();
  return `${head} ${words.hoursThatDay(day === now.day, spansFor(view, spans))}`;
}

function sayMany(view: View, days: readonly Day[]): string {
  const groups: { first: Day; last: Day; spans: readonly Span[] }[] = [];
  for (const day of days) {
    const spans = spansOn(view.business, day);
    const group = groups.at(-1);
    if (group && spansDigits(group.spans) === spansDigits(spans)) group.last = day;
    else groups.push({ first: day, last: day, spans });
  }
  const parts = groups.map(({ first, last, spans }) => {
    const [one, other] = [first, last].map((day) => weekdayNames[view.language][weekdayOf(day)]);
    const name =
      first === last ? one : view.words.range(one ?? '', other ?? '', last - first === 1);
    return spans.length === 0
      ? view.words.dayClosed(name ?? '')
      : view.words.dayOpen(name ?? '', spansFor(view, spans));
  });
  return `${upperFirst(parts.join('; '))}.`;
}

function sayTimes(
  view: View,
  day: Day,
  days: NamedDays | undefined,
  concepts: ReadonlySet<Concept>,
): string {
  const { words, business, now } = view;
  const spans = spansOn(business, day);
  const last = spans.at(-1);
  if (last === undefined) return sayClosedDay(view, day, days, undefined);
  const name = dayName(view, day, days);
  if (isAllDay(spans)) return upperFirst(words.openDay(undefined, name, words.allDay));
  const asksEnd = concepts.has('until') || (concepts.has('close') && !concepts.has('open'));
  if (!asksEnd) {
    const [only] = spans;
    if (spans.length > 1 || !only)
      return upperFirst(words.openDay(undefined, name, spansFor(view, spans)));
    return upperFirst(words.opensDay(name, clockFor(view, only.from), clockFor(view, only.to)));
  }
  const close = clockFor(view, last.to);
  const over = day === now.day && now.minutes >= last.to;
  return over
    ? `${words.closedAlready(close)} ${reopening(view, now)}`.trim()
    : upperFirst(words.closesDay(name, close));
}

function sayDay(
  view: View,
  day: Day,
  days: NamedDays | undefined,
  concepts: ReadonlySet<Concept>,
): string {
  const spans = spansOn(view.business, day);
  const aboutClosing = concepts.has('close') && !concepts.has('open');
  if (spans.length === 0) return sayClosedDay(view, day, days, aboutClosing);
  const name = dayName(view, day, days);
  return upperFirst(
    view.words.openDay(
      !aboutClosing,
      name,
      isAllDay(spans) ? view.words.allDay : spansFor(view, spans),
    ),
  );
}

function sayClosedDay(
  view: View,
  day: Day,
  days: NamedDays | undefined,
  yes: boolean | undefined,
): string {
  const closure = closureOn(view.business, day);
  const name = dayName(view, day, days);
  const head = upperFirst(view.words.closedDay(yes, name, noteOf(view, closure)));
  return `${head} ${reopening(view, { day, minutes: 1440 })}`.trim();
}

function sayNow(view: View, concepts: ReadonlySet<Concept>): string {
  const { words, business, now } = view;
  const span = spanAt(business, now);
  const aboutClosing = concepts.has('close') && !concepts.has('open');
  if (span === undefined) return `${words.closedNow(aboutClosing)} ${reopening(view, now)}`.trim();
  return words.openNow(!aboutClosing, closing(view, span));
}

function sayNext(view: View): string {
  const span = spanAt(view.business, view.now);
  if (!span) return reopening(view, view.now);
  return upperFirst(view.words.openNow(undefined, closing(view, span)));
}

/** When a span ends; undefined where it never does. */
function closing(view: View, { from, to }: Span): string | undefined {
  return to - from >= 1440 ? undefined : clockFor(view, to);
}

function sayUsual(view: View, concepts: ReadonlySet<Concept>): string {
  const { now, business } = view;
  const week = weekOf(view);
  const asksEnd = concepts.has('until') || (concepts.has('close') && !concepts.has('open'));
  if (!asksEnd || view.ask.mode === 'voice') return week;
  const span = spanAt(business, now);
  if (span === undefined || span.to - span.from >= 1440) return week;
  return `${upperFirst(view.words.closesDay(view.words.today, clockFor(view, span.to)))} ${week}`;
}

function sayHolidays(view: View): string | undefined {
  const { business, now, words, language } = view;
  const coming = business.closed
    .map((closure) => ({ closure, day: dayOfDate(closure.date) }))
    .filter(({ day }) => day >= now.day)
    .sort((a, b) => a.day - b.day)
    .slice(0, 6);
  if (coming.length === 0) return undefined;
  const list = coming.map(({ closure, day }) => {
    const note = noteOf(view, closure);
    return note ? `${dateText(day, language)} (${note})` : dateText(day, language);
  });
  return words.closedDates(list);
}

function sayClosureOnly(view: View, days: NamedDays | undefined): string | undefined {
  const day = days?.days[0] ?? view.now.day;
  const closure = closureOn(view.business, day);
  return (
    closure &&
    upperFirst(view.words.closedDay(undefined, dayName(view, day, days), noteOf(view, closure)))
  );
}

function weekOf({ business, language, ask }: View): string {
  return weekText(business, language, ask.mode);
}

function reopening(view: View, from: LocalNow): string {
  const next = nextOpening(view.business, from);
  if (!next) return '';
  return view.words.reopens(dayName(view, next.day, undefined), clockFor(view, next.span.from));
}

function dayName(view: View, day: Day, days: NamedDays | undefined): string {
  const { words, now, language } = view;
  const weekday = weekdayNames[language][weekdayOf(day)];
  if (days?.as === 'date' || days?.as === 'holiday' || day - now.day > 6)
    return words.date(dateText(day, language), weekday);
  if (day === now.day) return days?.as === 'weekday' ? words.weekdayToday(weekday) : words.today;
  if (day === now.day + 1) return words.tomorrow(weekday);
  return words.weekday(weekday);
}

function spansFor(view: View, spans: readonly Span[]): string {
  const said = spans
    .map(({ from, to }) => view.words.span(clockPlain(view, from), clockPlain(view, to)))
    .join(view.words.and);
  return view.ask.mode === 'voice' ? said : `${said} (${spansDigits(spans)})`;
}

function clockFor(view: View, minutes: number): string {
  const said = clockPlain(view, minutes);
  return view.ask.mode === 'voice' ? said : `${said} (${clockDigits(minutes)})`;
}

function clockPlain(
  { language, ask }: { readonly language: Language; readonly ask: Ask },
  minutes: number,
): string {
  return ask.mode === 'voice' ? clockSpoken(minutes, language) : clockText(minutes, language);
}

function noteOf({ language }: View, closure: Closure | undefined): string {
  return closure?.note === undefined ? '' : pick(closure.note, language);
}
