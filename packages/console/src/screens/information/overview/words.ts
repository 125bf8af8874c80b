import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  nothing: {
    business: ['Andika jina na mawasiliano', 'Add your name and how to reach you'],
    hours: ['Bado hakuna. Wateja huuliza mara nyingi.', 'Nothing yet. Customers ask this often.'],
    closed: ['Hakuna siku iliyowekwa', 'No upcoming closed days'],
    prices: ['Bado hakuna. Bandika orodha yako.', 'Nothing yet. Paste your list.'],
    faqs: ['Bado hakuna. Anza na maswali matano.', 'Nothing yet. Start with five questions.'],
    facts: [
      'Bado hakuna. Mfano: malipo, dhamana.',
      'Nothing yet. For example: payment, guarantee.',
    ],
    documents: [
      'Bado hakuna. Mfano: masharti, mwongozo.',
      'Nothing yet. For example: terms, a guide.',
    ],
  },
  lacking: (fields: string) => [`Bado hujaandika: ${fields}`, `Missing: ${fields}`],
  entries: (count: string) => [`Jumla: ${count}`, `${count} in total`],
  nextClosed: (day: string) => [`Siku inayofuata: ${day}`, `Next: ${day}`],
  askedTitle: ['Wateja waliuliza kwa lugha nyingine', 'Customers asked in another language'],
  askedLead: [
    'Jibu lipo, lakini si kwa lugha ya mteja. Ongeza lugha hiyo.',
    "You have the answer, but not in the customer's language. Add a translation.",
  ],
  inEntry: (title: string) => [`kutoka “${title}”`, `from “${title}”`],
  times: (count: number) => [`mara ${count}`, count === 1 ? 'once' : `${count} times`],
  unusedTitle: ['Bado hayajatumika', 'Not used yet'],
  unusedLead: [
    'Hakuna jibu lililotoka hapa. Huenda yameandikwa kwa namna ambayo wateja hawaulizi.',
    'No answer has used these yet. Customers may ask in other words.',
  ],
  since: (day: string) => [`tangu ${day}`, `since ${day}`],
});
