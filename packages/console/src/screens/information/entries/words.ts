import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  empty: {
    faqs: ['Bado hakuna swali', 'No questions yet'],
    facts: ['Bado hakuna jambo', 'No facts yet'],
    documents: ['Bado hakuna hati', 'No documents yet'],
  },
  emptyText: {
    faqs: [
      'Andika maswali matano ambayo wateja hukuuliza zaidi, na majibu yako. Msaidizi atajibu kwa maneno yako.',
      'Add the five questions that customers ask most, with your answers. The assistant answers in your words.',
    ],
    facts: [
      'Andika jambo moja moja: mnaleta wapi, mnalipwa vipi, dhamana ni ya muda gani.',
      'Add one fact at a time: where you deliver, how to pay, how long the guarantee is.',
    ],
    documents: [
      'Bandika maandishi marefu, au leta faili ya PDF, Word au Excel.',
      'Paste a long text, or import a file: PDF, Word or Excel.',
    ],
  },
  add: {
    faqs: ['Ongeza swali', 'Add a question'],
    facts: ['Ongeza jambo', 'Add a fact'],
    documents: ['Ongeza hati', 'Add a document'],
  },
  untitled: {
    faqs: ['Swali jipya', 'New question'],
    facts: ['Jambo jipya', 'New fact'],
    documents: ['Hati mpya', 'New document'],
  },
  import: ['Leta ulichonacho', 'Import a photo, file or website'],
  search: ['Tafuta kwenye orodha', 'Search the list'],
  noneFound: ['Hakuna kilicho na maneno hayo.', 'No matches.'],
  more: (count: string) => [`Onyesha zaidi (${count})`, `Show more (${count})`],
  unsaved: ['Haijahifadhiwa', 'Not saved'],
  taught: ['Umefundisha', 'Taught by you'],
  lacks: (language: string, asked: number) => [
    asked === 0 ? `Haina ${language}` : `Haina ${language}: imeulizwa mara ${asked}`,
    asked === 0 ? `No ${language}` : `No ${language}: asked ${times(asked)}`,
  ],
  asked: (count: number, language: string) => [
    `Imeulizwa mara ${count} kwa ${language}:`,
    `Asked ${times(count)} in ${language}:`,
  ],
  alternativesHint: [
    'Namna nyingine ambazo wateja huuliza swali hili, moja kwa kila mstari.',
    'Other ways that customers ask this, one on each line.',
  ],
  urlHint: ['Ukurasa wenye maelezo zaidi, ukiwepo.', 'A page with more details, if there is one.'],
});

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
