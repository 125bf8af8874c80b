/** Finds out whether a question is about opening hours, and about which days and times. */

import { wordings } from '../../../kernel/language/bilingual.ts';
import { type Day, dayOfDate, type LocalNow } from '../../../kernel/language/calendar.ts';
import type { Business } from '../../knowledge.ts';
import { byObject } from '../../text/memo.ts';
import { wordsOf } from '../../text/text.ts';
import { type FieldQuestion, placeWords } from '../question.ts';
import { near } from '../typo.ts';
import { type Concept, conceptSet, readingOf } from '../vocabulary.ts';
import { type NamedDays, namedDays } from './days.ts';
import { namedTime } from './named-time.ts';

export interface HoursAsked {
  readonly concepts: ReadonlySet<Concept>;
  readonly days: NamedDays | undefined;
  readonly times: readonly number[];
}

export function hoursAsked(question: FieldQuestion, now: LocalNow): HoursAsked | undefined {
  const own = parse(question.plain, question, now);
  if (own && asksHours(own)) return own;
  // `Na kesho?` after a question about hours asks the same for another day.
  const { before } = question;
  if (!own || !before) return undefined;
  const namesMoment = own.days !== undefined || own.times.length > 0;
  if (!namesMoment && own.concepts.isDisjointFrom(openOrClose)) return undefined;
  const earlier = parse(before, question, now);
  if (!earlier || !asksHours(earlier)) return undefined;
  const concepts = earlier.concepts.union(own.concepts).difference(conceptSet('now'));
  return { concepts, days: own.days ?? earlier.days, times: own.times };
}

const openOrClose = conceptSet('open close');

function parse(
  plain: string,
  { known, business }: FieldQuestion,
  now: LocalNow,
): HoursAsked | undefined {
  const time = namedTime(plain);
  const days = namedDays(tidy(time?.rest ?? plain), now.day);
  const place = placeWords(business);
  const rest = tidy(days?.rest ?? time?.rest ?? plain);
  const reading = readingOf(rest, new Set([...known, ...place]));
  const { left } = reading;
  const times = time?.minutes ?? [];
  // `This evening` names a day and a part of it, but `namedDays` returns only the day.
  const part = partOfDay.test(time?.rest ?? plain);
  const concepts = new Set([...reading.concepts, ...(part ? (['part'] as const) : [])]);
  if (left.length === 0) return { concepts, days, times };
  const noted = days === undefined ? notedDay(business, left, now.day) : undefined;
  return noted === undefined
    ? undefined
    : { concepts, days: { days: [noted], as: 'holiday', rest: '' }, times };
}

const partOfDay =
  /\b(?:tonight|this (?:morning|afternoon|evening)|usiku huu|usiku wa leo|jioni hii)\b/;

/** The next closed day whose note contains these words: `Jamhuri Day`, `siku ya Uhuru`. */
function notedDay({ closed }: Business, left: readonly string[], today: Day): Day | undefined {
  const noted = notedWords(closed);
  return closed
    .filter((_, at) => left.every((word) => noted[at]?.some((other) => near(word, other))))
    .map(({ date }) => dayOfDate(date))
    .filter((day) => day >= today)
    .sort((a, b) => a - b)[0];
}

// The name of the day is at the beginning of the note.
const nameChars = 200;

const notedWords = byObject((closed: Business['closed']) =>
  closed.map(({ note }) =>
    wordings(note ?? '').flatMap((text) => wordsOf(text.slice(0, nameChars))),
  ),
);

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const foreign = conceptSet(
  'where price phone number whatsapp email address list contact directions',
);

function asksHours({ concepts, days, times }: HoursAsked): boolean {
  if (!concepts.isDisjointFrom(foreign)) return false;
  if (!concepts.isDisjointFrom(openOrClose) || concepts.has('hours')) return true;
  const namesMoment = days !== undefined || times.length > 0;
  // `Can I come at 4?` asks about opening hours; `when do you come?` does not.
  if (concepts.has('come')) return namesMoment && !concepts.has('when');
  return concepts.has('work') && (namesMoment || !concepts.isDisjointFrom(timeConcepts));
}

const timeConcepts = conceptSet('now holidays when days until');
