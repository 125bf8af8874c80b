import type { Words } from '../words/language.ts';

const sw = {
  close: 'Funga',
  undo: 'Tendua',
  again: 'Jaribu tena',
  copy: 'Nakili',
  copied: 'Imenakiliwa',
  saved: 'Nimehifadhi',
  busy: 'Inaendelea…',
  required: 'inahitajika',
  dropFile: 'Buruta faili hadi hapa, au',
  chooseFile: 'chagua faili',
  asTable: 'Onyesha kama jedwali',
  top: 'juu kabisa',
  requestId: 'Namba ya ombi',
  swahili: 'Kiswahili',
  english: 'Kiingereza',
  typeToConfirm: (word: string) => `Andika ${word} ili kuthibitisha. Hili haliwezi kutenduliwa.`,
  tooLarge: (size: string) => `Faili ni kubwa mno: kiwango cha juu ni ${size}.`,
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    close: 'Close',
    undo: 'Undo',
    again: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    saved: 'I have saved it',
    busy: 'Working…',
    required: 'required',
    dropFile: 'Drop a file here, or',
    chooseFile: 'choose a file',
    asTable: 'Show as a table',
    top: 'highest',
    requestId: 'Request',
    swahili: 'Swahili',
    english: 'English',
    typeToConfirm: (word) => `Type ${word} to confirm. This cannot be undone.`,
    tooLarge: (size) => `The file is too large: at most ${size}.`,
  },
};
