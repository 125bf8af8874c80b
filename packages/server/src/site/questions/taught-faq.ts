/** A taught answer goes into the FAQ that has the asked wording, or into a new one. */
import { type Language, type Profile, type ProfileFaq, siteLimits } from '@baraza/contract';
import { wordings } from '../../kernel/language/bilingual.ts';
import { guessLanguage } from '../knowledge/text-language.ts';
import { foldedWords } from '../profile/fingerprint.ts';

interface Lesson {
  readonly answer: string;
  readonly language: Language;
  readonly url: string | undefined;
}

/** The FAQ that is asked by this wording: as its question first, then as another wording of it. */
export function faqAbout({ faqs }: Profile, wording: string): ProfileFaq | undefined {
  const name = wordName(wording);
  const isAsked = (texts: readonly string[]) => texts.some((text) => wordName(text) === name);
  return (
    faqs.find(({ question }) => isAsked(wordings(question))) ??
    faqs.find(({ alternatives = [] }) => isAsked(alternatives))
  );
}

export function withLesson(
  profile: Profile,
  asked: { readonly question: string; readonly language: Language },
  lesson: Lesson,
): Profile {
  const known = faqAbout(profile, asked.question);
  const { question } = asked;
  const { answer, language } = lesson;
  const base = known === undefined ? { question, answer, language } : withAnswer(known, lesson);
  const faq = {
    ...base,
    ...(lesson.url === undefined ? {} : { url: lesson.url }),
    alternatives: [...new Set([...(known?.alternatives ?? []), asked.question])].slice(
      -siteLimits.alternativesMax,
    ),
    taught: true,
  } as ProfileFaq;
  const faqs =
    known === undefined
      ? [...profile.faqs, faq]
      : profile.faqs.map((other) => (other === known ? faq : other));
  return { ...profile, faqs };
}

/** The answer in the other language stays. */
function withAnswer(known: ProfileFaq, { answer, language }: Lesson) {
  const { language: declared, ...faq } = known;
  if (typeof known.answer !== 'string')
    return { ...known, answer: { ...known.answer, [language]: answer } };
  const spoken = declared ?? guessLanguage(known.answer) ?? language;
  if (spoken !== language)
    return { ...faq, answer: { [spoken]: known.answer, [language]: answer } };
  // With a declared language it would no longer be found by a question in the other.
  return typeof known.question === 'string' || declared !== undefined
    ? { ...faq, answer, language }
    : { ...faq, answer };
}

export function wordingsOf({ question, alternatives = [] }: ProfileFaq): readonly string[] {
  return [...wordings(question), ...alternatives];
}

// A question without words is compared as it is.
export function wordName(text: string): string {
  return foldedWords(text) || text.trim();
}
