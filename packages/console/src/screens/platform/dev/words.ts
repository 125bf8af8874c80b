import type { Words } from '../../../words/language.ts';

const sw = {
  title: 'Ukaguzi',
  lead: 'Hukagua mipangilio: marejeo ya rasilimali, schema, anwani, na siri zilizosahaulika.',
  validate: 'Kagua',
  never: 'Bado haujakaguliwa. Bonyeza Kagua uone kama kila kitu kiko sawa.',
  good: 'Kila kitu kiko sawa',
  bad: 'Kuna kasoro',
  at: (when: string) => `ulikaguliwa ${when}`,
  ok: 'Sawa',
  failed: 'Kasoro',
  inCode: 'Kwenye programu yako',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    title: 'Validation',
    lead: 'Checks the config: references to resources, schemas, addresses, and forgotten secrets.',
    validate: 'Validate',
    never: 'Not validated yet. Press Validate to see whether all is well.',
    good: 'All is well',
    bad: 'Something is wrong',
    at: (when) => `validated ${when}`,
    ok: 'Fine',
    failed: 'Wrong',
    inCode: 'In your program',
  },
};
