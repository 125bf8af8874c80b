/** What a visitor reads who has filled in a form, in both languages. */
import type { Language } from '@baraza/contract';

interface FormWords {
  readonly title: string;
  readonly text: string;
  readonly back: string;
}

export const formWords: { readonly [language in Language]: FormWords } = {
  sw: {
    title: 'Asante',
    text: 'Tumepokea ulichotuma.',
    back: 'Rudi kwenye',
  },
  en: {
    title: 'Thank you',
    text: 'We have received what you sent.',
    back: 'Back to',
  },
};
