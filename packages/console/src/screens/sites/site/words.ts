import type { Words } from '../../../words/language.ts';

const sw = {
  saved: 'Imehifadhiwa',
  save: 'Hifadhi',
  discard: 'Acha mabadiliko',
  unsaved: 'Bado haijahifadhiwa',
};

export const words: Words<typeof sw> = {
  sw,
  en: { saved: 'Saved', save: 'Save', discard: 'Discard', unsaved: 'Not saved yet' },
};
