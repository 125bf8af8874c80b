/** What was found, in the groups and the order in which an owner reads it. */
import type { Proposal } from './chosen.ts';

export const groupNames = [
  'business',
  'contacts',
  'hours',
  'prices',
  'faqs',
  'policies',
  'facts',
  'documents',
] as const;
export type GroupName = (typeof groupNames)[number];

export function groupOf({ list, entry }: Proposal): GroupName {
  if (list === 'profile') return 'business' in entry || 'about' in entry ? 'business' : 'contacts';
  if (list !== 'facts' && list !== 'documents') return list;
  return policy.test(entry.title) ? 'policies' : list;
}

const policy = new RegExp(
  `\\b(?:${[
    'polic(?:y|ies)|terms|conditions|returns?|refunds?|warranty|guarantee|privacy|cancellations?',
    'deliver(?:y|ies)|shipping|payments?|masharti|sera|faragha|kurudisha|malipo|usafirishaji',
  ].join('|')})\\b`,
  'i',
);
