import { dictionary } from '../../../words/language.ts';

const sw = {
  empty: { faqs: 'Bado hakuna swali', facts: 'Bado hakuna jambo', documents: 'Bado hakuna hati' },
  emptyText: {
    faqs: 'Andika maswali matano ambayo wateja hukuuliza zaidi, na majibu yako. Msaidizi atajibu kwa maneno yako.',
    facts: 'Andika jambo moja moja: mnaleta wapi, mnalipwa vipi, dhamana ni ya muda gani.',
    documents: 'Bandika maandishi marefu, au leta faili ya PDF, Word au Excel.',
  },
  add: { faqs: 'Ongeza swali', facts: 'Ongeza jambo', documents: 'Ongeza hati' },
  untitled: { faqs: 'Swali jipya', facts: 'Jambo jipya', documents: 'Hati mpya' },
  import: 'Leta ulichonacho',
  search: 'Tafuta kwenye orodha',
  noneFound: 'Hakuna kilicho na maneno hayo.',
  more: (count: string) => `Onyesha zaidi (${count})`,
  unsaved: 'Haijahifadhiwa',
  taught: 'Umefundisha',
  lacks: (language: string, asked: number) =>
    asked === 0 ? `Haina ${language}` : `Haina ${language}: imeulizwa mara ${asked}`,
  asked: (times: number, language: string) => `Imeulizwa mara ${times} kwa ${language}:`,
  alternativesHint: 'Namna nyingine ambazo wateja huuliza swali hili, moja kwa kila mstari.',
  urlHint: 'Ukurasa wenye maelezo zaidi, ukiwepo.',
};

export const t = dictionary(sw, {
  empty: { faqs: 'No questions yet', facts: 'No facts yet', documents: 'No documents yet' },
  emptyText: {
    faqs: 'Add the five questions that customers ask most, with your answers. The assistant answers in your words.',
    facts: 'Add one fact at a time: where you deliver, how to pay, how long the guarantee is.',
    documents: 'Paste a long text, or import a file: PDF, Word or Excel.',
  },
  add: { faqs: 'Add a question', facts: 'Add a fact', documents: 'Add a document' },
  untitled: { faqs: 'New question', facts: 'New fact', documents: 'New document' },
  import: 'Import a photo, file or website',
  search: 'Search the list',
  noneFound: 'No matches.',
  more: (count) => `Show more (${count})`,
  unsaved: 'Not saved',
  taught: 'Taught by you',
  lacks: (language, asked) =>
    asked === 0 ? `No ${language}` : `No ${language}: asked ${times(asked)}`,
  asked: (count, language) => `Asked ${times(count)} in ${language}:`,
  alternativesHint: 'Other ways that customers ask this, one on each line.',
  urlHint: 'A page with more details, if there is one.',
});

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
