import type { Words } from '../../../words/language.ts';

const sw = {
  empty: 'Bado hakuna bei',
  emptyText: 'Nakili orodha yako kutoka Excel au Sheets na uibandike hapa, au andika moja moja.',
  add: 'Ongeza bei',
  paste: 'Bandika orodha',
  pasteLead:
    'Nakili safu kwenye Excel au Sheets, kisha bandika hapa. Vichwa vya safu vinatambuliwa.',
  pasteLabel: 'Orodha yako',
  look: 'Angalia kwanza',
  sheet: 'Orodha ya bei',
  one: 'Bei',
  untitled: 'Bei mpya',
  item: 'Bidhaa au huduma',
  itemIn: { sw: 'Kwa Kiswahili', en: 'Kwa Kiingereza' },
  price: 'Bei',
  currency: 'Sarafu',
  unit: 'Kipimo',
  note: 'Maelezo',
  cell: (column: string, row: number) => `${column}, mstari ${row}`,
  remove: (row: number) => `Ondoa mstari ${row}`,
  delete: 'Futa',
  save: 'Hifadhi',
  previewTitle: 'Kitakachobadilika',
  cancel: 'Acha',
  take: (added: number, changed: number) =>
    [added > 0 ? `Ongeza ${added}` : '', changed > 0 ? `Badilisha ${changed}` : '']
      .filter((part) => part !== '')
      .join(', ') || 'Ongeza',
  changes: (count: number) => `Zitabadilika: ${count}`,
  additions: (count: number) => `Zitaongezwa: ${count}`,
  same: (count: number) => `${count} zipo tayari vilevile.`,
  allSame: 'Zote zipo tayari vilevile.',
  noneRead: 'Hakuna bei iliyotambuliwa. Orodha inahitaji safu ya bidhaa na safu ya bei.',
  unread: (count: number) => `Zisizo na bei, zinaachwa: ${count}`,
  row: (row: number) => `mstari ${row}`,
};

export const words: Words<typeof sw> = {
  sw,
  en: {
    empty: 'No price yet',
    emptyText: 'Copy your list from Excel or Sheets and paste it here, or write one at a time.',
    add: 'Add a price',
    paste: 'Paste a list',
    pasteLead:
      'Copy rows in Excel or Sheets, then paste them here. Headings of columns are recognised.',
    pasteLabel: 'Your list',
    look: 'Look first',
    sheet: 'Price list',
    one: 'Price',
    untitled: 'New price',
    item: 'Item or service',
    itemIn: { sw: 'In Swahili', en: 'In English' },
    price: 'Price',
    currency: 'Currency',
    unit: 'Unit',
    note: 'Note',
    cell: (column: string, row: number) => `${column}, row ${row}`,
    remove: (row: number) => `Remove row ${row}`,
    delete: 'Delete',
    save: 'Save',
    previewTitle: 'What will change',
    cancel: 'Cancel',
    take: (added: number, changed: number) =>
      [added > 0 ? `Add ${added}` : '', changed > 0 ? `Change ${changed}` : '']
        .filter((part) => part !== '')
        .join(', ') || 'Add',
    changes: (count: number) => `Changed: ${count}`,
    additions: (count: number) => `Added: ${count}`,
    same: (count: number) => `${count} are there already, just so.`,
    allSame: 'All of them are there already, just so.',
    noneRead: 'No price was recognised. A list needs a column of items and a column of prices.',
    unread: (count: number) => `Without a price, left out: ${count}`,
    row: (row: number) => `row ${row}`,
  },
};
