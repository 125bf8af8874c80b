import type { Section } from '../reference.ts';
import { changes, madeAt, profile, site } from './examples.ts';

const saved = {
  profile,
  version: 4,
  changes,
  index: { status: 'ready', passages: 9, ms: 12.5 },
  warnings: [],
} as const;
const version = { version: 4, saved_at: madeAt, by: 'owner', changes } as const;
const entry = { item: { sw: 'Sukari', en: 'Sugar' }, price: 160, currency: 'KES' } as const;
const savedEntry = { id: 'sugar', ...entry, version: 5, warnings: [] } as const;

export const profileSection: Section = {
  tag: 'Profile',
  about:
    'The approved information of a site, its only source of answers: business, hours, prices, facts, FAQs and ' +
    'documents. Every save makes a version.',
  path: {
    site,
    version: { about: 'The number of a version.', example: '4' },
    list: { about: 'facts, faqs, documents or prices.', example: 'prices' },
    id: { about: 'The id of the entry.', example: 'sugar' },
  },
  operations: {
    saveProfile: {
      about:
        'Saves the whole profile; the assistant answers from it at once. With `dry_run=true` it only says what would ' +
        'change. `If-Match` refuses to overwrite what somebody else saved.',
      query: { dry_run: 'false' },
      body: { json: profile },
      answers: { 200: saved },
    },
    changeProfile: {
      about: 'Changes fields outside the lists by a JSON merge patch; the other fields stay.',
      body: { json: { phone: '+254 700 000 000' } },
      answers: {
        200: { ...saved, changes: { added: [], changed: [{ field: 'phone' }], removed: [] } },
      },
    },
    listProfileVersions: {
      about: 'Lists the versions that are kept, newest first, with what each changed.',
      answers: { 200: { versions: [version] } },
    },
    getProfileVersion: {
      about: 'Reads one version with the whole profile of that time.',
      answers: { 200: { ...version, profile } },
    },
    restoreProfileVersion: {
      about:
        'Makes an earlier version the current one. It becomes a new version, so that this can be undone too.',
      answers: { 200: saved },
    },
    createEntry: {
      about: 'Adds one entry to facts, faqs, documents or prices. Without an id it gets one.',
      body: { json: entry },
      answers: { 201: savedEntry },
    },
    replaceEntry: {
      about: 'Replaces one entry.',
      body: { json: { ...entry, price: 165 } },
      answers: { 200: { ...savedEntry, price: 165, version: 6 } },
    },
    deleteEntry: {
      about: 'Removes one entry.',
      answers: { 200: { deleted: true, id: 'sugar', version: 7 } },
    },
    proposeEntries: {
      about:
        'Reads a file or a website and proposes entries; nothing is saved. The address of a page is JSON; a file ' +
        'is the body, or a part of a form. With `Accept: text/event-stream` progress comes first.',
      body: { json: { url: 'https://duka.example/prices' } },
      answers: {
        200: {
          proposals: [
            {
              from: 'https://duka.example/prices',
              list: 'prices',
              entry: { item: 'Sugar', price: 160, currency: 'KES' },
            },
          ],
          left_out: [],
        },
      },
    },
  },
};
