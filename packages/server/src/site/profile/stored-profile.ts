import {
  type Bilingual,
  isProfileField,
  type KnownProfile,
  type Profile,
  type ProfileList,
  type ProfilePrice,
} from '@baraza/contract';
import { withPriceIds } from './entry-reader.ts';

interface StoredProfile {
  readonly profile: Profile;
  /** As saving it now would write it. */
  readonly text: string;
}

/** Reads a stored profile, and adds what earlier versions of this program did not write. */
export function readStored(stored: string): StoredProfile {
  const kept = JSON.parse(stored) as Profile;
  const profile = withPriceIds(kept);
  return { profile, text: profile === kept ? stored : JSON.stringify(profile) };
}

/**
 * Whether saving it now would write the same text. The only older form has prices without ids, which is found without
 * parsing: quotes inside of JSON strings are escaped.
 */
export function isCurrentForm(stored: string): boolean {
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
