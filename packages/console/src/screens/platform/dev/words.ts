import { dictionary } from '../../../words/language.ts';

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
};

export const t = dictionary(sw, {
  title: 'Validation',
  lead: 'Checks references, schemas, addresses and leftover secrets in the config.',
  validate: 'Validate',
  never: 'Not validated yet. Select Validate to run the checks.',
  good: 'All checks passed',
  bad: 'Some checks failed',
  at: (when) => `validated ${when}`,
  ok: 'Passed',
  failed: 'Failed',
});
