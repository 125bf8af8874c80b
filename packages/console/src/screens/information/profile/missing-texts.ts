/** Texts that a language of the site lacks, each thing once, in the order of the pages. */
import type { Profile } from '@baraza/contract';
import type { Language } from '../../../words/language.ts';
import { type Entry, entriesOf } from './profile.ts';

const fields = ['name', 'business', 'greeting', 'suggestions', 'about', 'address', 'privacy'];
const lists = ['faqs', 'facts', 'documents'] as const;
const texts = ['question', 'answer', 'title', 'text'];

/** The ids of entries and the names of fields. */
export function missingTexts(profile: Profile, language: Language): readonly string[] {
  const isLacking = (text: unknown) =>
    typeof text === 'object' && text !== null && (text as Entry)[language] === undefined;
  const inField = (value: unknown) =>
    Array.isArray(value) ? value.some(isLacking) : isLacking(value);
  return [
    ...fields.filter((field) => inField(profile[field])),
    ...lists.flatMap((list) =>
      entriesOf(profile, list)
        .filter((entry) => texts.some((name) => isLacking(entry[name])))
        .map(({ id }) => id),
    ),
  ];
}
