/** The entries of a profile, with the languages of their texts. */
import type { Bilingual, GapEntry, Language, Profile } from '@baraza/contract';
import { cutCharacters, isProfileField, languages } from '@baraza/contract';
import type { Entry } from '../../answers/knowledge.ts';
import { fieldTitle, knowledgeOf } from '../../engine/profile-knowledge.ts';
import { guessLanguage } from '../knowledge/text-language.ts';

/** The ids of all sources of answers, except `profile`. */
export function entryIds(profile: Profile): ReadonlySet<string> {
  return new Set([
    ...[...profile.faqs, ...profile.facts, ...profile.documents].map(({ id }) => id),
    ...ownFields(profile),
  ]);
}

/**
 * Every entry. Only the `wanted` ones have the languages of their texts, since detecting a language takes time. A text
 * whose language is not known counts as every language.
 */
export function entriesOf(profile: Profile, wanted: ReadonlySet<string>): readonly GapEntry[] {
  const texts = Map.groupBy(knowledgeOf(profile).entries, ({ id }) => id);
  const listed = (id: string, list: GapEntry['list'], title: Bilingual): GapEntry => {
    const wordings = texts.get(id) ?? [];
    return {
      id,
      list,
      title: titleOf(title, profile, wordings),
      languages: wanted.has(id) ? [...languagesOf(wordings)] : [],
    };
  };
  return [
    listed('profile', 'profile', ''),
    ...profile.faqs.map(({ id, question }) => listed(id, 'faqs', question)),
    ...profile.facts.map(({ id, title }) => listed(id, 'facts', title)),
    ...profile.documents.map(({ id, title }) => listed(id, 'documents', title)),
    ...ownFields(profile).map((field) => listed(field, 'fields', fieldTitle(field))),
  ];
}

function ownFields(profile: Profile): readonly string[] {
  return Object.keys(profile).filter((field) => !isProfileField(field));
}

const titleCharactersMax = 120;

function titleOf(title: Bilingual, { languages: spoken }: Profile, [text]: readonly Entry[]) {
  const named =
    typeof title === 'string'
      ? title
      : ([...spoken, ...languages].map((language) => title[language]).find(Boolean) ?? '');
  return cutCharacters(named.trim() || (text?.text ?? ''), titleCharactersMax);
}

function languagesOf(wordings: readonly Entry[]): readonly Language[] {
  const spoken = wordings.flatMap(
    ({ language, text }) => language ?? guessLanguage(text) ?? languages,
  );
  return languages.filter((language) => spoken.includes(language));
}
