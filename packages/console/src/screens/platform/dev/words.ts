import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Ukaguzi', 'Validation'],
  lead: [
    'Hukagua mipangilio: marejeo ya rasilimali, schema, anwani, na siri zilizosahaulika.',
    'Checks references, schemas, addresses and leftover secrets in the config.',
  ],
  validate: ['Kagua', 'Validate'],
  never: [
    'Bado haujakaguliwa. Bonyeza Kagua uone kama kila kitu kiko sawa.',
    'Not validated yet. Select Validate to run the checks.',
  ],
  good: ['Kila kitu kiko sawa', 'All checks passed'],
  bad: ['Kuna kasoro', 'Some checks failed'],
  at: (when: string) => [`ulikaguliwa ${when}`, `validated ${when}`],
  ok: ['Sawa', 'Passed'],
  failed: ['Kasoro', 'Failed'],
});
