import { dictionary } from '../../../words/language.ts';

const sw = {
  nothing: {
    business: 'Andika jina na mawasiliano',
    hours: 'Bado hakuna. Wateja huuliza mara nyingi.',
    closed: 'Hakuna siku iliyowekwa',
    prices: 'Bado hakuna. Bandika orodha yako.',
    faqs: 'Bado hakuna. Anza na maswali matano.',
    facts: 'Bado hakuna. Mfano: malipo, dhamana.',
    documents: 'Bado hakuna. Mfano: masharti, mwongozo.',
  },
  lacking: (fields: string) => `Bado hujaandika: ${fields}`,
  entries: (count: string) => `Jumla: ${count}`,
  nextClosed: (day: string) => `Siku inayofuata: ${day}`,
  askedTitle: 'Wateja waliuliza kwa lugha nyingine',
  askedLead: 'Jibu lipo, lakini si kwa lugha ya mteja. Ongeza lugha hiyo.',
  inEntry: (title: string) => `kutoka “${title}”`,
  times: (count: number) => `mara ${count}`,
  unusedTitle: 'Bado hayajatumika',
  unusedLead: 'Hakuna jibu lililotoka hapa. Huenda yameandikwa kwa namna ambayo wateja hawaulizi.',
  since: (day: string) => `tangu ${day}`,
};

export const t = dictionary(sw, {
  nothing: {
    business: 'Add your name and how to reach you',
    hours: 'Nothing yet. Customers ask this often.',
    closed: 'No upcoming closed days',
    prices: 'Nothing yet. Paste your list.',
    faqs: 'Nothing yet. Start with five questions.',
    facts: 'Nothing yet. For example: payment, guarantee.',
    documents: 'Nothing yet. For example: terms, a guide.',
  },
  lacking: (fields: string) => `Missing: ${fields}`,
  entries: (count: string) => `${count} in total`,
  nextClosed: (day: string) => `Next: ${day}`,
  askedTitle: 'Customers asked in another language',
  askedLead: "You have the answer, but not in the customer's language. Add a translation.",
  inEntry: (title: string) => `from “${title}”`,
  times: (count: number) => (count === 1 ? 'once' : `${count} times`),
  unusedTitle: 'Not used yet',
  unusedLead: 'No answer has used these yet. Customers may ask in other words.',
  since: (day: string) => `since ${day}`,
});
