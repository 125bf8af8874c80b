/** The mail with a code, in both languages. */
import type { Language } from '@baraza/contract';

interface CodeMailWords {
  readonly subject: (code: string, application: string) => string;
  readonly text: (code: string, application: string) => string;
}

export const codeMailWords: { readonly [language in Language]: CodeMailWords } = {
  en: {
    subject: (code, application) => `${code} is your code for ${application}`,
    text: (code, application) =>
      `Your code to sign in to ${application} is:\n\n${code}\n\n` +
      'It is valid for 10 minutes and can be used once. If you did not ask for it, ignore this mail.\n',
  },
  sw: {
    subject: (code, application) => `${code} ni msimbo wako wa ${application}`,
    text: (code, application) =>
      `Msimbo wako wa kuingia ${application} ni:\n\n${code}\n\n` +
      'Unatumika kwa dakika 10 na mara moja tu. Kama hukuuomba, puuza barua pepe hii.\n',
  },
};
