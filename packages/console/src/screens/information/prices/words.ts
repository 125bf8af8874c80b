import { dictionary } from '../../../words/language.ts';

const sw = {
  empty: 'Bado hakuna bei',
  emptyText: 'Nakili orodha yako kutoka Excel au Sheets na uibandike hapa, au andika moja moja.',
  add: 'Ongeza bei',
  paste: 'Bandika orodha',
  pasteLead:
    'Nakili safu kwenye Excel au Sheets, kisha bandika hapa. Vichwa vya safu vinatambuliwa.',
  pasteLabel: 'Orodha yako',
  photo: 'Piga picha',
  alike: (one: string, other: string) =>
    `“${one}” na “${other}” zinafanana. Wateja wataona zote mbili.`,
  meant: (item: string, amount: string) => `“${item}” ipo tayari, kwa ${amount}.`,
  change: (amount: string) => `Ibadilishe iwe ${amount}`,
  look: 'Angalia kwanza',
  sheet: 'Orodha ya bei',
  untitled: 'Bei mpya',
  itemIn: { sw: 'Kwa Kiswahili', en: 'Kwa Kiingereza' },
  cell: (column: string, row: number) => `${column}, mstari ${row}`,
  remove: (row: number) => `Ondoa mstari ${row}`,
  previewTitle: 'Kitakachobadilika',
  take: (added: number, changed: number) =>
    [added > 0 ? `Ongeza ${added}` : '', changed > 0 ? `Badilisha ${changed}` : '']
      .filter((part) => part !== '')
      .join(', ') || 'Ongeza',
  changes: (count: number) => `Zitabadilika: ${count}`,
  additions: (count: number) => `Zitaongezwa: ${count}`,
  same: (count: number) => `${count} zipo tayari, hazibadiliki.`,
  allSame: 'Zote zipo tayari, hakuna kinachobadilika.',
  noneRead: 'Hakuna bei iliyotambuliwa. Orodha inahitaji safu ya bidhaa na safu ya bei.',
  unread: (count: number) => `Zilizorukwa kwa kukosa bei: ${count}`,
  row: (row: number) => `mstari ${row}`,
};

export const t = dictionary(sw, {
  empty: 'No prices yet',
  emptyText:
    'Copy your list from Excel or Google Sheets and paste it here, or add prices one by one.',
  add: 'Add a price',
  paste: 'Paste a list',
  pasteLead:
    'Copy rows in Excel or Google Sheets, then paste them here. Column headings are recognised.',
  pasteLabel: 'Your list',
  photo: 'Take a photo',
  alike: (one, other) => `“${one}” and “${other}” look alike. Customers will see both.`,
  meant: (item, amount) => `“${item}” is already in your list, at ${amount}.`,
  change: (amount) => `Change it to ${amount}`,
  look: 'Preview',
  sheet: 'Price list',
  untitled: 'New price',
  itemIn: { sw: 'In Swahili', en: 'In English' },
  cell: (column: string, row: number) => `${column}, row ${row}`,
  remove: (row: number) => `Remove row ${row}`,
  previewTitle: 'What will change',
  take: (added: number, changed: number) =>
    [added > 0 ? `Add ${added}` : '', changed > 0 ? `Change ${changed}` : '']
      .filter((part) => part !== '')
      .join(', ') || 'Add',
  changes: (count: number) => `Changed: ${count}`,
  additions: (count: number) => `Added: ${count}`,
  same: (count: number) => `${count} already in your list, unchanged.`,
  allSame: 'All of them are already in your list.',
  noneRead: 'No prices found. A list needs a column of items and a column of prices.',
  unread: (count: number) => `Skipped because they have no price: ${count}`,
  row: (row: number) => `row ${row}`,
});
