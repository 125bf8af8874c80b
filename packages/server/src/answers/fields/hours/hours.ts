/** Answers about opening hours from the structured fields, at the site's local time. */

import { pick } from '../../../kernel/language/bilingual.ts';
import {
  type Day,
  dateText,
  dayOfDate,
  type LocalNow,
  localNow,
} from '../../../kernel/language/calendar.ts';
import { clockDigits, clockSpoken, clockText } from '../../../kernel/language/clock-words.ts';
import { upperFirst } from '../../../kernel/language/sentences.ts';
import { type HoursWords, hoursWords } from '../../hours-words.ts';
import type { FieldAnswer, FieldQuestion } from '../question.ts';
import type { Concept } from '../vocabulary.ts';
import { type HoursAsked, hoursAsked } from './hours-question.ts';
import {
  closureOn,
  dayGroups,
  isAllDay,
  isAlwaysOpen,
  isNextMorning,
  listedOn,
  lunchBreak,
  nextOpening,
  type Span,
  spanAt,
  spansOn,
  spansText,
  usuallyOpen,
  weekdayName,
  weekText,
} from './opening.ts';

export function hoursAnswer(question: FieldQuestion): FieldAnswer | undefined {
  const { business, ask, language } = question;
  if (business.hours.length === 0 && business.closed.length === 0) return undefined;
  const now = localNow(ask.nowMs, business.timezone);
  const asked = hoursAsked(question, now);
  if (asked === undefined) return undefined;
  const has = (...concepts: readonly Concept[]) =>
    concepts.some((concept) => asked.concepts.has(concept));
  const aboutClosing = has('close') && !has('open');
  const day = asked.days?.days[0];
  const words = hoursWords[language];
  const view: View = { ...question, ...asked, now, words, day, has, aboutClosing };
  const text = answerText(view);
  return text === undefined ? undefined : { text, title: words.title, quote: quoteOf(view) };
}

interface View extends FieldQuestion, HoursAsked {
  readonly now: LocalNow;
  readonly words: HoursWords;
  /** The first of the named days. */
  readonly day: Day | undefined;
  /** Whether the question has one of these concepts. */
  readonly has: (...concepts: readonly Concept[]) => boolean;
  /** Whether the question is `are you closed?`, so that yes means closed. */
  readonly aboutClosing: boolean;
}

/** The fields behind the answer: the week, and the closed day if one was asked about. */
function quoteOf(view: View): string {
  const { business, language, now, day = now.day } = view;
  if (view.has('holidays') && !view.days) return holidaysText(view) ?? '';
  const week = business.hours.length > 0 ? weekText(business, language, 'text') : '';
  return closureOn(business, day) ? `${closedText(view, day)} ${week}`.trim() : week;
}

function answerText(view: View): string | undefined {
  const { business, days, day, times, now, has } = view;
  if (has('holidays') && !days) return holidaysText(view);
  if (business.hours.length === 0)
    return closureOn(business, day ?? now.day) && closedText(view, day ?? now.day);
  if (days?.as === 'past') return undefined;
  // Hours may differ on a holiday that the owner did not list: the usual hours would be a guess.
  if (days?.as === 'holiday' && !listedOn(business, day ?? 0)) return undefined;
  const general = days ? undefined : generalText(view);
  if (general !== undefined) return general;
  const time = settle(view, times);
  if (time !== undefined && !has('when')) return timeText(view, time);
  if (days && days.days.length > 1) return severalDaysText(view, days.days);
  // A part of a day may be open in part: the visitor gets the hours instead of yes or no.
  const asksTime = has('when', 'until', 'hours', 'part');
  const span = spanAt(business, now);
  // Open since yesterday: whether and until when it is open today is about that, not about the hours of tonight.
  const isLate = day === now.day && span !== undefined && span.from < 0;
  if (isLate && (has('until') || view.aboutClosing || spansOn(business, day).length === 0))
    return openNow(view, asksTime ? undefined : !view.aboutClosing, span);
  if (day !== undefined) return asksTime ? timesText(view, day) : dayText(view, day);
  if (has('days', 'hours')) return weekText(view.business, view.language, view.ask.mode);
  if (has('again')) return span ? openNow(view, undefined, span) : reopening(view, now);
  if (asksTime) return usualText(view, span);
  if (span) return openNow(view, !view.aboutClosing, span);
  return `${view.words.closedNow(view.aboutClosing)} ${reopening(view, now)}`.trim();
}

/** The answer if it does not depend on the day. */
function generalText(view: View): string | undefined {
  const { business, words, now, plain, times, has, aboutClosing } = view;
  const week = weekText(view.business, view.language, view.ask.mode);
  if (wholeDay.test(plain) && !has('when')) {
    if (!isAlwaysOpen(business)) return `${words.notAlways} ${week}`;
    return words.always + week.charAt(0).toLowerCase() + week.slice(1);
  }
  const atNoon = aboutClosing && noon.test(plain) && !has('when');
  const pause = has('lunch') || atNoon ? lunchBreak(business) : undefined;
  if (has('lunch') && pause === 'none') return words.noLunch(!aboutClosing);
  if (pause !== undefined && pause !== 'none')
    return words.lunch(aboutClosing, spansFor(view, [pause]));
  if (has('lunch')) return week;
  const [time] = times;
  // A time that has already passed today is a question about usual hours.
  if (time === undefined || times.length > 1 || time >= now.minutes) return undefined;
  if (has('when', 'now')) return undefined;
  const isOpen = usuallyOpen(business, time);
  if (isOpen === undefined) return week;
  const wording = isOpen ? words.usuallyOpenAt : words.usuallyClosedAt;
  return `${wording(isOpen !== aboutClosing, clockFor(view, time))} ${week}`;
}

const wholeDay = /\b(?:24 hours|24\/7|24 7|(?:ma)?saa 24|around the clock)\b/;
const noon = /\bmchana\b|\blunch\b/;

/** The one of two times (`saa mbili` can mean both) that is in opening hours; undefined if both or neither are. */
function settle({ business, now, day = now.day }: View, times: readonly number[]) {
  const open = times.filter((minutes) => spanAt(business, { day, minutes }));
  const settled = times.length === 1 ? times : open;
  return settled.length === 1 ? settled[0] : undefined;
}

function timeText(view: View, minutes: number): string {
  const { words, business, now, day = now.day, aboutClosing } = view;
  const isOpen = spanAt(business, { day, minutes }) !== undefined;
  const wording = isOpen ? words.openAt : words.closedAt;
  const head = wording(isOpen !== aboutClosing, dayName(view, day), clockFor(view, minutes));
  const spans = spansOn(business, day);
  if (spans.length === 0) return `${head} ${reopening(view, { day, minutes })}`.trim();
  return `${head} ${words.hoursThatDay(day === now.day, spansFor(view, spans))}`;
}

function severalDaysText(view: View, days: readonly Day[]): string {
  const { business, language, words } = view;
  const parts = dayGroups(days, (day) => spansOn(business, day), language).map(({ name, spans }) =>
    spans.length === 0 ? words.dayClosed(name) : words.dayOpen(name, spansFor(view, spans)),
  );
  return `${upperFirst(parts.join('; '))}.`;
}

function timesText(view: View, day: Day): string {
  const { words, business, now } = view;
  const spans = spansOn(business, day);
  const [only] = spans;
  const last = spans.at(-1);
  if (only === undefined || last === undefined) return closedDayText(view, day, undefined);
  const name = dayName(view, day);
  if (isAllDay(spans)) return upperFirst(words.openDay(undefined, name, words.allDay));
  if (!view.has('until') && !view.aboutClosing)
    return upperFirst(
      only === last
        ? words.opensDay(name, clockFor(view, only.from), closingFor(view, only.to, day))
        : words.openDay(undefined, name, spansFor(view, spans)),
    );
  const close = closingFor(view, last.to, day);
  return day === now.day && now.minutes >= last.to
    ? `${words.closedAlready(close)} ${reopening(view, now)}`.trim()
    : upperFirst(words.closesDay(name, close));
}

function dayText(view: View, day: Day): string {
  const { words, aboutClosing } = view;
  const spans = spansOn(view.business, day);
  if (spans.length === 0) return closedDayText(view, day, aboutClosing);
  const hours = isAllDay(spans) ? words.allDay : spansFor(view, spans);
  return upperFirst(words.openDay(!aboutClosing, dayName(view, day), hours));
}

function closedDayText(view: View, day: Day, yes: boolean | undefined): string {
  return `${closedText(view, day, yes)} ${reopening(view, { day, minutes: 1440 })}`.trim();
}

function closedText(view: View, day: Day, yes?: boolean): string {
  const note = pick(listedOn(view.business, day)?.note ?? '', view.language);
  return upperFirst(view.words.closedDay(yes, dayName(view, day), note));
}

function openNow(view: View, yes: boolean | undefined, { to }: Span): string {
  const until = isAlwaysOpen(view.business) ? undefined : closingFor(view, to, view.now.day);
  return upperFirst(view.words.openNow(yes, until));
}

function usualText(view: View, span: Span | undefined): string {
  const week = weekText(view.business, view.language, view.ask.mode);
  const asksEnd = view.has('until') || view.aboutClosing;
  if (!asksEnd || view.ask.mode === 'voice') return week;
  if (span === undefined || isAlwaysOpen(view.business)) return week;
  return `${upperFirst(view.words.closesDay(view.words.today, closingFor(view, span.to, view.now.day)))} ${week}`;
}

function holidaysText(view: View): string | undefined {
  const { business, now, words, language } = view;
  const coming = business.closed
    .filter(({ from }) => from === undefined)
    .map((closure) => ({ note: pick(closure.note ?? '', language), day: dayOfDate(closure.date) }))
    .filter(({ day }) => day >= now.day)
    .sort((a, b) => a.day - b.day)
    .slice(0, 6);
  if (coming.length === 0) return undefined;
  return words.closedDates(
    coming.map(({ note, day }) => `${dateText(day, language)}${note && ` (${note})`}`),
  );
}

function reopening(view: View, from: LocalNow): string {
  const next = nextOpening(view.business, from);
  if (!next) return '';
  const name = dayName({ ...view, days: undefined }, next.day);
  return view.words.reopens(name, clockFor(view, next.span.from));
}

function dayName({ words, now, language, days }: View, day: Day): string {
  const weekday = weekdayName(day, language);
  if (days?.as === 'date' || days?.as === 'holiday' || day - now.day > 6)
    return words.date(dateText(day, language), weekday);
  if (day === now.day) return days?.as === 'weekday' ? words.weekdayToday(weekday) : words.today;
  return day === now.day + 1 ? words.tomorrow(weekday) : words.weekday(weekday);
}

function spansFor({ language, ask }: View, spans: readonly Span[]): string {
  return spansText(spans, language, ask.mode);
}

function closingFor(view: View, minutes: number, day: Day): string {
  const { words, now } = view;
  const time = clockFor(view, minutes);
  if (!isNextMorning(minutes)) return time;
  return day === now.day ? words.nextDayOfToday(time) : words.nextDay(time);
}

function clockFor({ language, ask }: View, minutes: number): string {
  if (ask.mode === 'voice') return clockSpoken(minutes, language);
  return `${clockText(minutes, language)} (${clockDigits(minutes)})`;
}
