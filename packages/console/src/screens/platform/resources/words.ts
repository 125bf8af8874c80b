import type { State } from '@baraza/contract';
import { plural } from '../../../words/figures.ts';
import { dictionary } from '../../../words/language.ts';

const sw = {
  search: 'Tafuta kwa jina',
  state: 'Hali',
  kind: 'Aina',
  create: 'Tengeneza',
  createOf: (kind: string) => `Tengeneza: ${kind}`,
  otherKind: 'Aina nyingine',
  kindHint: 'Herufi, tarakimu, nafasi, _ au -; hadi 64.',
  emptyTitle: 'Hakuna kitu bado',
  emptyFilter: 'Hakuna kinacholingana. Ondoa kichujio au tafuta neno lingine.',
  emptyText: (about: string) => `${about} Tengeneza ya kwanza, na itaonekana hapa.`,
  total: (count: string) => `${count} kwa jumla`,
  records: (count: string) => `rekodi ${count}`,
  entries: (count: string) => `maingizo ${count}`,
  objects: (count: string, size: string) => `faili ${count} · ${size}`,
  createdToast: 'Imetengenezwa.',
  secretTitle: 'Siri ya webhook',
  secretText:
    'Inaonyeshwa mara hii tu. Ihifadhi kwenye seva yako: kwayo utajua kwamba tukio limetoka hapa.',
  readOnly: 'Ufunguo wako unasoma tu sehemu hii.',
  states: {
    active: 'Hai',
    archived: 'Kwenye kumbukumbu',
    validated: 'Imekaguliwa',
    invalid: 'Ina kasoro',
    captured: 'Imepokea',
    completed: 'Imekamilika',
  } as Readonly<Record<State, string>>,
};

export const t = dictionary(sw, {
  search: 'Search by name',
  state: 'State',
  kind: 'Kind',
  create: 'Create',
  createOf: (kind) => `Create: ${kind}`,
  otherKind: 'Other kind',
  kindHint: 'Letters, digits, spaces, _ or -; at most 64.',
  emptyTitle: 'Nothing here yet',
  emptyFilter: 'No matches. Remove a filter or try another word.',
  emptyText: (about) => `${about} Create the first one to see it here.`,
  total: (count) => `${count} in total`,
  records: (count) => plural(count, 'record'),
  entries: (count) => (count === '1' ? '1 entry' : `${count} entries`),
  objects: (count, size) => `${plural(count, 'file')} · ${size}`,
  createdToast: 'Created.',
  secretTitle: 'Webhook secret',
  secretText:
    'It is shown only once. Store it on your server to verify that events come from here.',
  readOnly: 'Your key has read-only access to this service.',
  states: {
    active: 'Active',
    archived: 'Archived',
    validated: 'Validated',
    invalid: 'Invalid',
    captured: 'Captured',
    completed: 'Completed',
  },
});
