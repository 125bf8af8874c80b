import {
  type Bilingual,
  isProfileField,
  type KnownProfile,
  type Profile,
  type ProfileList,
  type ProfilePrice,
} from '@baraza/contract';

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
