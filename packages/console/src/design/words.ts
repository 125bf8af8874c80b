import type { Words } from '../words/language.ts';

export const words: Words<{
  readonly close: string;
  readonly undo: string;
  readonly again: string;
  readonly copy: string;
  readonly copied: string;
  readonly saved: string;
  readonly busy: string;
  readonly required: string;
  readonly more: string;
  readonly dropFile: string;
  readonly chooseFile: string;
  readonly asTable: string;
  readonly top: string;
  readonly requestId: string;
  readonly swahili: string;
  readonly english: string;
  readonly typeToConfirm: (word: string) => string;
  readonly tooLarge: (size: string) => string;
}> = {
  sw: {
    close: 'Funga',
    undo: 'Tendua',
    again: 'Jaribu tena',
    copy: 'Nakili',
    copied: 'Imenakiliwa',
    saved: 'Nimehifadhi',
    busy: 'Inaendelea…',
    required: 'inahitajika',
    more: 'Zaidi',
    dropFile: 'Buruta faili hadi hapa, au',
    chooseFile: 'chagua faili',
    asTable: 'Onyesha kama jedwali',
    top: 'juu kabisa',
    requestId: 'Namba ya ombi',
    swahili: 'Kiswahili',
    english: 'Kiingereza',
    typeToConfirm: (word) => `Andika ${word} ili kuthibitisha. Hili haliwezi kutenduliwa.`,
    tooLarge: (size) => `Faili ni kubwa mno: kiwango cha juu ni ${size}.`,
  },
  en: {
    close: 'Close',
    undo: 'Undo',
    again: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    saved: 'I have saved it',
    busy: 'Working…',
    required: 'required',
    more: 'More',
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
