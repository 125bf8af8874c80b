import {
  type Bilingual,
  conversationLimits,
  isProfileField,
  type KnownProfile,
  type Profile,
  type ProfileHours,
  type ProfileList,
  type ProfilePrice,
} from '@baraza/contract';
import { isSettled, settledHours } from './admitted.ts';
import { withPriceIds } from './entry-reader.ts';

/** A stored profile with what earlier versions of this program did not write, and the text that is saved for it now. */
export function readStored(stored: string) {
  const kept = JSON.parse(stored) as Profile;
  const profile = withSettledHours(withPriceIds(withPeople(kept)));
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

/** Profiles before 0.2.0 do not say that hours end on the next day. */
function withSettledHours(kept: Profile): Profile {
  const hours = settledHours(kept.hours);
  return hours === kept.hours ? kept : { ...kept, hours };
}

/**
 * Whether saving it now would write the same text. Older forms have prices without ids, do not have `people`, or have
 * hours past midnight that do not say so; all are found without parsing the whole: quotes inside JSON strings are
 * escaped.
 */
export function isCurrentForm(stored: string): boolean {
  if (!stored.includes(',"people":') || !stored.includes(',"people_hours":')) return false;
  const name = '"prices":[';
  const at = stored.indexOf(name);
  if (!hoursIn(stored).every(isSettled)) return false;
  return (
    at < 0 || stored[at + name.length] === ']' || stored.startsWith('{"id":', at + name.length)
  );
}

function hoursIn(stored: string): readonly ProfileHours[] {
  const name = '"hours":';
  const at = stored.indexOf(name);
  // Its rows have no objects, so that it ends at the first `}]`.
  const list = at < 0 ? '' : stored.slice(at + name.length, stored.indexOf('}],"', at) + 2);
  return /^\[\{/.test(list) ? (JSON.parse(list) as readonly ProfileHours[]) : [];
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
