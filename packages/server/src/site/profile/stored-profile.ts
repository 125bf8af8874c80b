import {
  type Bilingual,
  conversationLimits,
  isProfileField,
  type KnownProfile,
  type Profile,
  type ProfileList,
  type ProfilePrice,
} from '@baraza/contract';
import { withPriceIds } from './entry-reader.ts';

/** A stored profile with what earlier versions of this program did not write, and the text that is saved for it now. */
export function readStored(stored: string) {
  const kept = JSON.parse(stored) as Profile;
  const profile = withPriceIds(withPeople(kept));
  return { profile, text: profile === kept ? stored : JSON.stringify(profile) };
}

/** Profiles before 0.2.0 do not say whether visitors can ask for a person. */
function withPeople(kept: Profile): Profile {
  if (typeof kept.people === 'boolean' && typeof kept.people_hours === 'number') return kept;
  const { people: _, people_hours: __, ...rest } = kept;
  const added = { people: true, people_hours: conversationLimits.peopleHoursDefault };
  // In the order in which saving writes the fields.
  const fields = Object.entries(rest).flatMap((field) =>
    field[0] === 'about' ? [...Object.entries(added), field] : [field],
  );
  return Object.fromEntries(fields) as unknown as Profile;
}

/**
 * Whether saving it now would write the same text. Older forms have prices without ids, or do not have `people`; both
 * are found without parsing: quotes inside JSON strings are escaped.
 */
export function isCurrentForm(stored: string): boolean {
  if (!stored.includes(',"people":') || !stored.includes(',"people_hours":')) return false;
  const name = '"prices":[';
  const at = stored.indexOf(name);
  return (
    at < 0 || stored[at + name.length] === ']' || stored.startsWith('{"id":', at + name.length)
  );
}

/** The fields of a profile that requests need, without its lists of entries. */
export type ProfileHead = Omit<KnownProfile, ProfileList> & {
  /** Shown on the hosted page. */
  readonly firstPrices: readonly ProfilePrice[];
  readonly firstQuestions: readonly Bilingual[];
};

const firstPricesMax = 12;
const firstQuestionsMax = 6;

export function headOf(profile: Profile): ProfileHead {
  const { facts: _, faqs, documents: __, prices, ...fields } = profile;
  const known = Object.entries(fields).filter(([field]) => isProfileField(field));
  return {
    ...(Object.fromEntries(known) as Omit<KnownProfile, ProfileList>),
    firstPrices: prices.slice(0, firstPricesMax),
    firstQuestions: faqs.slice(0, firstQuestionsMax).map(({ question }) => question),
  };
}
