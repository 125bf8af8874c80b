/** What a visitor reads after filling in a form, in both languages. */
import type { Language } from '@baraza/contract';

interface FormWords {
  readonly title: string;
  readonly text: string;
  readonly back: string;
  /** The page of a form that accepts no more entries. */
  readonly full: { readonly title: string; readonly text: string };
}

export const formWords: { readonly [language in Language]: FormWords } = {
  sw: {
    title: 'Asante',
    text: 'Tumepokea ulichotuma.',
    back: 'Rudi kwenye',
    full: {
      title: 'Fomu imejaa',
      text: 'Haipokei majibu zaidi kwa sasa. Ulichotuma hakijahifadhiwa; wasiliana na mwenye tovuti.',
    },
  },
  en: {
    title: 'Thank you',
    text: 'We have received what you sent.',
    back: 'Back to',
    full: {
      title: 'This form is full',
      text: 'It takes no more answers now. What you sent was not stored; please contact the website’s owner.',
    },
  },
};
