import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  empty: ['Bado hakuna bei', 'No prices yet'],
  emptyText: [
    'Nakili orodha yako kutoka Excel au Sheets na uibandike hapa, au andika moja moja.',
    'Copy your list from Excel or Google Sheets and paste it here, or add prices one by one.',
  ],
  add: ['Ongeza bei', 'Add a price'],
  paste: ['Bandika orodha', 'Paste a list'],
  pasteLead: [
    'Nakili safu kwenye Excel au Sheets, kisha bandika hapa. Vichwa vya safu vinatambuliwa.',
    'Copy rows in Excel or Google Sheets, then paste them here. Column headings are recognised.',
  ],
  pasteLabel: ['Orodha yako', 'Your list'],
  photo: ['Piga picha', 'Take a photo'],
  alike: (one: string, other: string) => [
    `“${one}” na “${other}” zinafanana. Wateja wataona zote mbili.`,
    `“${one}” and “${other}” look alike. Customers will see both.`,
  ],
  meant: (item: string, amount: string) => [
    `“${item}” ipo tayari, kwa ${amount}.`,
    `“${item}” is already in your list, at ${amount}.`,
  ],
  change: (amount: string) => [`Ibadilishe iwe ${amount}`, `Change it to ${amount}`],
  look: ['Angalia kwanza', 'Preview'],
  misplaced: {
    sw: (count: number) => [
      `Bei zenye maandishi ya Kiswahili kwenye Kiingereza: ${count}.`,
      `Prices with Swahili text in the English column: ${count}.`,
    ],
    en: (count: number) => [
      `Bei zenye maandishi ya Kiingereza kwenye Kiswahili: ${count}.`,
      `Prices with English text in the Swahili column: ${count}.`,
    ],
  },
  move: ['Yahamishe', 'Move it'],
  sheet: ['Orodha ya bei', 'Price list'],
  untitled: ['Bei mpya', 'New price'],
  itemIn: { sw: ['Kwa Kiswahili', 'In Swahili'], en: ['Kwa Kiingereza', 'In English'] },
  cell: (column: string, row: number) => [`${column}, mstari ${row}`, `${column}, row ${row}`],
  remove: (row: number) => [`Ondoa mstari ${row}`, `Remove row ${row}`],
  previewTitle: ['Kitakachobadilika', 'What will change'],
  take: (added: number, changed: number) => [
    [added > 0 ? `Ongeza ${added}` : '', changed > 0 ? `Badilisha ${changed}` : '']
      .filter((part) => part !== '')
      .join(', ') || 'Ongeza',
    [added > 0 ? `Add ${added}` : '', changed > 0 ? `Change ${changed}` : '']
      .filter((part) => part !== '')
      .join(', ') || 'Add',
  ],
  changes: (count: number) => [`Zitabadilika: ${count}`, `Changed: ${count}`],
  additions: (count: number) => [`Zitaongezwa: ${count}`, `Added: ${count}`],
  same: (count: number) => [
    `${count} zipo tayari, hazibadiliki.`,
    `${count} already in your list, unchanged.`,
  ],
  allSame: ['Zote zipo tayari, hakuna kinachobadilika.', 'All of them are already in your list.'],
  noneRead: [
    'Hakuna bei iliyotambuliwa. Orodha inahitaji safu ya bidhaa na safu ya bei.',
    'No prices found. A list needs a column of items and a column of prices.',
  ],
  unread: (count: number) => [
    `Zilizorukwa kwa kukosa bei: ${count}`,
    `Skipped because they have no price: ${count}`,
  ],
  row: (row: number) => [`mstari ${row}`, `row ${row}`],
});
