/** What the service itself says to visitors, in both languages; answers are the engine's words. */
import type { Language } from '@baraza/contract';

export type Sentence = { readonly [language in Language]: string };

export const paused: Sentence = {
  sw: 'Msaidizi huyu amesimamishwa kwa sasa; tafadhali wasiliana nasi moja kwa moja.',
  en: 'This assistant is paused at the moment; please contact us directly.',
};

export const failed: Sentence = {
  sw: 'Samahani, hatukuweza kujibu kwa sasa; tafadhali jaribu tena baada ya muda mfupi au wasiliana nasi.',
  en: 'Sorry, we could not answer just now; please try again shortly or contact us.',
};

export const tooFast: Sentence = {
  sw: 'Maombi ni mengi mno kwa sasa; tafadhali subiri kidogo kisha ujaribu tena, au wasiliana nasi.',
  en: 'That was too many requests at once; please wait a moment and try again, or contact us.',
};

export const monthUsedUp: Sentence = {
  sw: 'Msaidizi huyu amefikia kikomo chake cha mwezi huu; tafadhali wasiliana nasi moja kwa moja.',
  en: 'This assistant has reached its limit for this month; please contact us directly.',
};

export const voiceUsedUp: Sentence = {
  sw: 'Sauti ya mwezi huu imekwisha; tafadhali endelea kusoma majibu kwa maandishi.',
  en: 'The voice of this month is used up; please go on reading the answers.',
};

export const leadTaken: Sentence = {
  sw: 'Asante! Tumepokea ujumbe wako na tutawasiliana nawe hivi karibuni.',
  en: 'Thank you! We have your message and will get back to you soon.',
};

export const assistantName: Sentence = { sw: 'Msaidizi', en: 'Assistant' };

/** What an assistant says first when its owner has not written it. */
export function greetingOf(business: string): Sentence {
  return business === ''
    ? { sw: 'Habari! Naweza kukusaidia vipi?', en: 'Hello! How can I help you?' }
    : {
        sw: `Habari! Karibu ${business}. Naweza kukusaidia vipi?`,
        en: `Hello! Welcome to ${business}. How can I help you?`,
      };
}
