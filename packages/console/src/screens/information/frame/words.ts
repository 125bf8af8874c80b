import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Taarifa za biashara', 'Your information'],
  parts: {
    overview: ['Muhtasari', 'Overview'],
    business: ['Biashara', 'Business'],
    hours: ['Saa za kazi', 'Opening hours'],
    closed: ['Siku za kufungwa', 'Closed days'],
    prices: ['Bei', 'Prices'],
    faqs: ['Maswali ya kawaida', 'Common questions'],
    facts: ['Mambo mengine', 'Facts'],
    documents: ['Hati', 'Documents'],
  },
  leads: {
    overview: [
      'Msaidizi hujibu kwa yaliyoandikwa hapa tu.',
      'The assistant answers only from what is written here.',
    ],
    business: [
      'Jina, mahali, na namna ya kukufikia.',
      'Your name, where you are, and how to reach you.',
    ],
    hours: ['Gusa au buruta saa ambazo mko wazi.', 'Tap or drag over the hours when you are open.'],
    closed: ['Gusa siku ambazo hamtafungua.', 'Tap the days when you are closed.'],
    prices: [
      'Andika kama kwenye jedwali, au bandika kutoka Excel au Sheets.',
      'Type as in a spreadsheet, or paste from Excel or Google Sheets.',
    ],
    faqs: [
      'Maswali ambayo wateja huuliza, na majibu yako.',
      'What customers ask, and what you answer.',
    ],
    facts: [
      'Mambo mafupi kuhusu biashara: usafirishaji, malipo, dhamana.',
      'Short facts about the business: delivery, payment, guarantees.',
    ],
    documents: [
      'Maandishi marefu, kama masharti au mwongozo.',
      'Long texts, such as terms or a guide.',
    ],
  },
  tryIt: ['Jaribu swali', 'Try a question'],
  tryShort: ['Jaribu', 'Try it'],
  saveAgain: ['Hifadhi tena', 'Save again'],
  discard: ['Tupa', 'Discard'],
  showPlace: ['Onyesha', 'Show'],
  discardTitle: ['Utupe ulichoandika?', 'Discard your changes?'],
  saving: ['Inahifadhiwa…', 'Saving…'],
  discardAll: ['Tupa yote', 'Discard all'],
  discarded: ['Ulichoandika kimetupwa.', 'Your changes were discarded.'],
  keepWriting: ['Endelea kuandika', 'Keep writing'],
  unsavedLabel: ['Mabadiliko ambayo hayajahifadhiwa', 'Unsaved changes'],
  unsaved: (count: number) => [
    count === 1 ? 'Badiliko 1 halijahifadhiwa' : `Mabadiliko ${count} hayajahifadhiwa`,
    count === 1 ? '1 unsaved change' : `${count} unsaved changes`,
  ],
  lost: [
    'Mtandao umekatika wakati wa kuhifadhi. Ulichoandika kipo. Hifadhi tena ukirudi mtandaoni.',
    'The connection was lost while saving. Your changes are still here. Save again when you are online.',
  ],
  warnings: ['Mambo ya kuangalia', 'Please check'],
  hideWarnings: ['Ficha', 'Hide'],
});
