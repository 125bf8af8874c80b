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
  findResource: ['Tafuta rasilimali', 'Search resources'],
  noResources: ['Hakuna rasilimali bado.', 'No resources yet.'],
  noKnowledge: [
    'Hakuna mkusanyo wala ndoo bado. Tengeneza moja, kisha urudi hapa.',
    'No collections or buckets yet. Create one first.',
  ],
});
