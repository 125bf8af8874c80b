import type { Words } from '../../../words/language.ts';

const sw = {
  title: 'Taarifa za biashara',
  parts: {
    overview: 'Muhtasari',
    business: 'Biashara',
    hours: 'Saa za kazi',
    closed: 'Siku za kufungwa',
    prices: 'Bei',
    faqs: 'Maswali',
    facts: 'Mambo mengine',
    documents: 'Hati',
  },
  leads: {
    overview: 'Msaidizi hujibu kwa yaliyoandikwa hapa tu.',
    business: 'Jina, mahali, na namna ya kukufikia.',
    hours: 'Gusa au buruta saa ambazo mko wazi.',
    closed: 'Gusa siku ambazo hamtafungua.',
    prices: 'Andika kama kwenye jedwali, au bandika kutoka Excel au Sheets.',
    faqs: 'Maswali ambayo wateja huuliza, na majibu yako.',
    facts: 'Mambo mafupi kuhusu biashara: usafirishaji, malipo, dhamana.',
    documents: 'Maandishi marefu, kama masharti au mwongozo.',
  },
  tryIt: 'Jaribu swali',
  tryShort: 'Jaribu',
  save: 'Hifadhi',
  saveAgain: 'Hifadhi tena',
  discard: 'Acha',
  unsavedLabel: 'Ambayo hayajahifadhiwa',
  unsaved: (count: number) =>
    count === 1 ? 'Badiliko 1 halijahifadhiwa' : `Mabadiliko ${count} hayajahifadhiwa`,
  lost: 'Mtandao umekatika wakati wa kuhifadhi. Ulichoandika kipo. Hifadhi tena ukirudi mtandaoni.',
  warnings: 'Mambo ya kuangalia',
  hideWarnings: 'Ficha',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    title: 'Your information',
    parts: {
      overview: 'Overview',
      business: 'Business',
      hours: 'Opening hours',
      closed: 'Closed days',
      prices: 'Prices',
      faqs: 'Questions',
      facts: 'Facts',
      documents: 'Documents',
    },
    leads: {
      overview: 'The assistant answers only from what is written here.',
      business: 'Your name, where you are, and how to reach you.',
      hours: 'Tap or drag over the hours when you are open.',
      closed: 'Tap the days on which you stay closed.',
      prices: 'Write as in a sheet, or paste from Excel or Sheets.',
      faqs: 'What customers ask, and what you answer.',
      facts: 'Short things to know: delivery, payment, guarantees.',
      documents: 'Long texts, such as terms or a guide.',
    },
    tryIt: 'Try a question',
    tryShort: 'Try it',
    save: 'Save',
    saveAgain: 'Save again',
    discard: 'Discard',
    unsavedLabel: 'Not saved',
    unsaved: (count: number) =>
      count === 1 ? '1 change is not saved' : `${count} changes are not saved`,
    lost: 'The connection was lost while saving. What you wrote is here. Save again when back online.',
    warnings: 'Worth a look',
    hideWarnings: 'Hide',
  },
};
