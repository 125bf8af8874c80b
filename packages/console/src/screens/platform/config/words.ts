import { dictionary } from '../../../words/language.ts';
import type { EventGroup } from './event-groups.ts';

const sw = {
  loading: 'Inapakia…',
  allEvents: 'Matukio yote, pamoja na yajayo',
  noEvents: 'Chagua angalau tukio moja, au yote.',
  eventGroups: {
    record: 'Rekodi',
    object: 'Faili',
    form: 'Fomu na visanduku',
    task: 'Kazi',
    ai: 'Akili mnemba',
    resource: 'Rasilimali zenyewe',
  } as Readonly<Record<EventGroup, string>>,
  findResource: 'Tafuta rasilimali',
  noResources: 'Hakuna rasilimali bado.',
  noKnowledge: 'Hakuna mkusanyo wala ndoo bado. Tengeneza moja, kisha urudi hapa.',
};

export const t = dictionary(sw, {
  loading: 'Loading…',
  allEvents: 'All events, including future ones',
  noEvents: 'Choose at least one event, or all.',
  eventGroups: {
    record: 'Records',
    object: 'Files',
    form: 'Forms and inboxes',
    task: 'Tasks',
    ai: 'AI',
    resource: 'The resources themselves',
  },
  findResource: 'Search resources',
  noResources: 'No resources yet.',
  noKnowledge: 'No collections or buckets yet. Create one first.',
});
