import { dictionary } from '../words/language.ts';

const sw = {
  undo: 'Tendua',
  copy: 'Nakili',
  copied: 'Imenakiliwa',
  kept: 'Nimehifadhi',
  busy: 'Inaendelea…',
  dropFile: 'Buruta faili hadi hapa, au',
  chooseFile: 'chagua faili',
  asTable: 'Onyesha kama jedwali',
  top: 'juu kabisa',
  requestId: 'Namba ya ombi',
  typeToConfirm: (word: string) => `Andika ${word} ili kuthibitisha. Hili haliwezi kutenduliwa.`,
  tooLarge: (names: string, size: string) => `Kubwa mno: ${names}. Faili moja isizidi ${size}.`,
};

export const t = dictionary(sw, {
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  kept: 'I have saved it',
  busy: 'Working…',
  dropFile: 'Drop a file here, or',
  chooseFile: 'choose a file',
  asTable: 'Show as a table',
  top: 'highest',
  requestId: 'Request',
  typeToConfirm: (word) => `Type ${word} to confirm. This cannot be undone.`,
  tooLarge: (names, size) => `Too large: ${names}. The limit is ${size} for each file.`,
});
