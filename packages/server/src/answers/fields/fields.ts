/** Answers from the structured fields: hours, prices, contacts. Everything else is left to the search. */
import { pick } from '../../kernel/language/bilingual.ts';
import { longPattern } from '../../kernel/long-pattern.ts';
import type { Inquiry } from '../knowledge.ts';
import { languageOf } from '../text/language.ts';
import { words } from '../words.ts';
import { cutText } from '../write/quote.ts';
import { contactAnswer } from './contacts.ts';
import { hoursAnswer } from './hours/hours.ts';
import { availabilityAnswer, priceAnswer } from './prices/prices.ts';
import { type FieldAnswer, type FieldQuestion, questionOf } from './question.ts';
import { plainOf, readingOf } from './vocabulary.ts';

export function fieldAnswer(inquiry: Inquiry): FieldAnswer | undefined {
  const question = askedFields(inquiry);
  return question && (single(question) ?? several(question) ?? aboutAnswer(question));
}

/** Opening hours and contacts only: no other information can contradict them. */
export function certainField(inquiry: Inquiry): FieldAnswer | undefined {
  const question = askedFields(inquiry);
  if (!question || asksAboutOther(question)) return undefined;
  const hours = hoursAnswer(question);
  if (hours) return hours;
  const contact = contactAnswer(question);
  return contact && priceAnswer(question) === undefined ? contact : undefined;
}

/** A field is never the reason of anything: `why do you close on Friday?` asks for more than the hours. */
function askedFields(inquiry: Inquiry): FieldQuestion | undefined {
  const question = questionOf(inquiry);
  return question === undefined || asksReason.test(question.plain) ? undefined : question;
}

const asksReason = /\b(?:why|how come|mbona|kwa ?nini|sababu (?:gani|ni nini))\b/;

function single(question: FieldQuestion): FieldAnswer | undefined {
  const isOther = asksAboutOther(question);
  return (
    (isOther ? undefined : hoursAnswer(question)) ??
    priceAnswer(question) ??
    availabilityAnswer(question) ??
    (isOther ? undefined : contactAnswer(question))
  );
}

/** `Where are you and when do you open?` is answered only if each part is. */
function several(question: FieldQuestion): FieldAnswer | undefined {
  const parts = question.ask.question
    .split(/[?;,]|\band\b|\bna\b|\bpia\b|&/i)
    .map(plainOf)
    .filter((part) => part !== '');
  if (parts.length < 2 || parts.length > partsMax) return undefined;
  const answers = parts.map((plain) => single({ ...question, plain, before: undefined }));
  const found = answers.flatMap((one) => one ?? []);
  if (found.length < answers.length) return undefined;
  const different = [...new Map(found.map((one) => [one.text, one])).values()];
  return different.reduce((all, one) => ({
    text: `${all.text}${all.text.includes('\n') ? '\n' : ' '}${one.text}`,
    title: `${all.title}, ${one.title}`,
    quote: `${all.quote} ${one.quote}`,
    ...(all.parts && one.parts ? { parts: [...all.parts, ...one.parts] } : {}),
  }));
}

const partsMax = 3;

/** `What time does it open?` asks about a branch if one was mentioned before. */
function asksAboutOther({ plain, before, known }: FieldQuestion): boolean {
  if (before === undefined || !pointsBack.test(plain)) return false;
  if (plain.split(' ').some((word) => known.has(word) || places.has(word))) return false;
  return readingOf(before, known).left.length > 0;
}

const pointsBack = longPattern()`\b(?:it|its|they|their|them|there|that|hiyo|hilo|hapo|huko|yake
  |zake|lake|chake|wake|yao|zao|lao|(?:li|i|ya|ki|zi|vi)(?:na|ta|me)(?:fung|po|pat)[a-z]+)\b`;
const places = new Set(
  'shop store office duka ofisi reception mapokezi business biashara'.split(' '),
);

/** Describes the business in the owner's own words, if nothing better was found. */
function aboutAnswer({ business, plain, language }: FieldQuestion): FieldAnswer | undefined {
  const about = pick(business.about, language);
  if (about === '' || !asksAbout.test(` ${plain} `)) return undefined;
  const shown = cutText(about, aboutCharsMax);
  const foreign = languageOf(about).language !== language;
  return {
    text: foreign ? words[language].quoted(shown) : shown,
    title: words[language].aboutTitle,
    quote: about,
  };
}

const aboutCharsMax = 420;

const asksAbout = longPattern()`^ (?:(?:so|please|tafadhali|je|naomba|kindly|hi|hello
  |habari) )*(?:(?:and )?what (?:do you (?:guys |people )?(?:do|offer|sell|provide|have)
  |(?:kind|type|sort) of (?:business|company|place|services?) (?:is (?:this|it)|are you
  |do you (?:have|offer|provide|run))|is (?:this|your) (?:business|company|place|shop|organi[sz]ation
  |about)(?: about| do)?|services (?:do you (?:offer|provide|have)|are (?:offered|available))
  |does (?:this|your) (?:business|company|shop) do|are your services)
  |tell me (?:more )?about (?:you|yourself|yourselves|your (?:business|company|services|shop|work)
  |this (?:business|company))|about (?:you|us|your (?:business|company))|who are you guys
  |(?:ninyi|nyinyi) ni (?:nani|akina nani|kina nani)|(?:ni|hii ni) (?:biashara|kampuni|duka) gani(?: hii| hili)?
  |(?:kwani )?(?:mna|huwa mna|mnajihusisha na|mnashughulika na|mnafanya|mnauza
  |mnatoa)(?: (?:biashara|kazi|huduma|bidhaa|vitu))? (?:nini|gani|zipi|ipi)(?: hapo| hapa)?
  |huduma (?:zenu|gani|zipi|zenu ni (?:zipi|gani))(?: mnazotoa| mnatoa)?
  |(?:niambie|nieleze|nipe maelezo|eleza) (?:zaidi )?kuhusu (?:ninyi|nyinyi|biashara yenu|kampuni yenu
  |huduma zenu)|kuhusu ninyi) $`;
