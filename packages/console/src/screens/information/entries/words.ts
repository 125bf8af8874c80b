import type { Words } from '../../../words/language.ts';

const sw = {
  empty: { faqs: 'Bado hakuna swali', facts: 'Bado hakuna jambo', documents: 'Bado hakuna hati' },
  emptyText: {
    faqs: 'Andika maswali matano ambayo wateja hukuuliza zaidi, na majibu yako. Msaidizi atajibu kwa maneno yako.',
    facts: 'Andika jambo moja moja: mnaleta wapi, mnalipwa vipi, dhamana ni ya muda gani.',
    documents: 'Bandika maandishi marefu, au leta faili ya PDF, Word au Excel.',
  },
  add: { faqs: 'Ongeza swali', facts: 'Ongeza jambo', documents: 'Ongeza hati' },
  untitled: { faqs: 'Swali jipya', facts: 'Jambo jipya', documents: 'Hati mpya' },
  bring: 'Leta ulichonacho',
  search: 'Tafuta kwenye orodha',
  noneFound: 'Hakuna kilicho na maneno hayo.',
  more: (count: string) => `Onyesha zaidi (${count})`,
  remove: 'Futa',
  close: 'Funga',
  unsaved: 'Haijahifadhiwa',
  taught: 'Ulifundisha',
  languages: { sw: 'Kiswahili', en: 'Kiingereza' },
  lacks: (language: string) => `Haina ${language}`,
  lacksAsked: (language: string, times: number) => `Haina ${language}: iliulizwa mara ${times}`,
  asked: (times: number, language: string) => `Iliulizwa mara ${times} kwa ${language}:`,
  alternativesHint: 'Mstari mmoja kwa kila namna ambayo wateja huuliza swali hili.',
  urlHint: 'Ukurasa wenye maelezo zaidi, ukiwepo.',
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    empty: { faqs: 'No question yet', facts: 'No fact yet', documents: 'No document yet' },
    emptyText: {
      faqs: 'Write the five questions that customers ask most, and your answers. It answers in your words.',
      facts: 'Write one thing at a time: where you deliver, how to pay, how long the guarantee is.',
      documents: 'Paste a long text, or bring a file: PDF, Word or Excel.',
    },
    add: { faqs: 'Add a question', facts: 'Add a fact', documents: 'Add a document' },
    untitled: { faqs: 'New question', facts: 'New fact', documents: 'New document' },
    bring: 'Bring what you have',
    search: 'Search the list',
    noneFound: 'Nothing has these words.',
    more: (count: string) => `Show more (${count})`,
    remove: 'Delete',
    close: 'Close',
    unsaved: 'Not saved',
    taught: 'You taught it',
    languages: { sw: 'Swahili', en: 'English' },
    lacks: (language: string) => `Lacks ${language}`,
    lacksAsked: (language: string, times: number) =>
      `Lacks ${language}: asked ${times === 1 ? 'once' : `${times} times`}`,
    asked: (times: number, language: string) =>
      `Asked ${times === 1 ? 'once' : `${times} times`} in ${language}:`,
    alternativesHint: 'One line for each way in which customers ask this.',
    urlHint: 'A page that says more, if there is one.',
  },
};
