import { dictionary } from '../words/language.ts';

export const t = dictionary({
  undo: ['Tendua', 'Undo'],
  copy: ['Nakili', 'Copy'],
  copied: ['Imenakiliwa', 'Copied'],
  kept: ['Nimehifadhi', 'I have saved it'],
  busy: ['Inaendelea…', 'Working…'],
  dropFile: ['Buruta faili hadi hapa, au', 'Drop a file here, or'],
  chooseFile: ['chagua faili', 'choose a file'],
  asTable: ['Onyesha kama jedwali', 'Show as a table'],
  top: ['juu kabisa', 'highest'],
  requestId: ['Namba ya ombi', 'Request'],
  typeToConfirm: (word: string) => [
    `Andika ${word} ili kuthibitisha. Hili haliwezi kutenduliwa.`,
    `Type ${word} to confirm. This cannot be undone.`,
  ],
  tooLarge: (names: string, size: string) => [
    `Kubwa mno: ${names}. Faili moja isizidi ${size}.`,
    `Too large: ${names}. The limit is ${size} for each file.`,
  ],
});
