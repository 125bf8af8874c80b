import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  loading: ['Inapakia…', 'Loading…'],
  allEvents: ['Matukio yote, pamoja na yajayo', 'All events, including future ones'],
  noEvents: ['Chagua angalau tukio moja, au yote.', 'Choose at least one event, or all.'],
  eventGroups: {
    record: ['Rekodi', 'Records'],
    object: ['Faili', 'Files'],
    form: ['Fomu na visanduku', 'Forms and inboxes'],
    task: ['Kazi', 'Tasks'],
    ai: ['Akili mnemba', 'AI'],
    resource: ['Rasilimali zenyewe', 'The resources themselves'],
  },
  unknownKey: (key: string, meant: string) => [
    `“${key}” imehifadhiwa lakini haina maana hapa. Ulimaanisha “${meant}”?`,
    `“${key}” was saved but has no effect here. Did you mean “${meant}”?`,
  ],
  unusualKind: (usual: string) => [
    `Aina hii huandikwa “${usual}”.`,
    `The usual spelling of this kind is “${usual}”.`,
  ],
  findResource: ['Tafuta rasilimali', 'Search resources'],
  noResources: ['Hakuna rasilimali bado.', 'No resources yet.'],
  noKnowledge: [
    'Hakuna mkusanyo wala ndoo bado. Tengeneza moja, kisha urudi hapa.',
    'No collections or buckets yet. Create one first.',
  ],
});
