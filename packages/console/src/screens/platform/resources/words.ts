import { plural } from '../../../words/figures.ts';
import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  search: ['Tafuta kwa jina', 'Search by name'],
  state: ['Hali', 'State'],
  kind: ['Aina', 'Kind'],
  create: ['Tengeneza', 'Create'],
  createOf: (kind: string) => [`Tengeneza: ${kind}`, `Create: ${kind}`],
  otherKind: ['Aina nyingine', 'Other kind'],
  kindHint: [
    'Herufi, tarakimu, nafasi, _ au -; hadi 64.',
    'Letters, digits, spaces, _ or -; at most 64.',
  ],
  emptyTitle: ['Hakuna kitu bado', 'Nothing here yet'],
  emptyFilter: [
    'Hakuna kinacholingana. Ondoa kichujio au tafuta neno lingine.',
    'No matches. Remove a filter or try another word.',
  ],
  emptyText: (about: string) => [
    `${about} Tengeneza ya kwanza, na itaonekana hapa.`,
    `${about} Create the first one to see it here.`,
  ],
  total: (count: string) => [`${count} kwa jumla`, `${count} in total`],
  records: (count: string) => [`rekodi ${count}`, plural(count, 'record')],
  entries: (count: string) => [`maingizo ${count}`, count === '1' ? '1 entry' : `${count} entries`],
  objects: (count: string, size: string) => [
    `faili ${count} · ${size}`,
    `${plural(count, 'file')} · ${size}`,
  ],
  createdToast: ['Imetengenezwa.', 'Created.'],
  secretTitle: ['Siri ya webhook', 'Webhook secret'],
  secretText: [
    'Inaonyeshwa mara hii tu. Ihifadhi kwenye seva yako: kwayo utajua kwamba tukio limetoka hapa.',
    'It is shown only once. Store it on your server to verify that events come from here.',
  ],
  states: {
    active: ['Hai', 'Active'],
    archived: ['Kwenye kumbukumbu', 'Archived'],
    validated: ['Imekaguliwa', 'Validated'],
    invalid: ['Ina kasoro', 'Invalid'],
    captured: ['Imepokea', 'Captured'],
    completed: ['Imekamilika', 'Completed'],
  },
});
