/** Which proposals need a look before they are used: they contradict each other or the profile, or are strange. */
import type { Profile, ProfileHours, ProfilePrice } from '@baraza/contract';
import { internationalNumber } from '@baraza/contract/plain';
import { localized } from '../../../words/language.ts';
import { isSameItem, wordsOf } from '../prices/same-item.ts';
import { isEmptyText } from '../profile/profile.ts';
import type { Proposal } from './chosen.ts';

interface Doubt {
  readonly kind:
    | 'conflict'
    | 'other'
    | 'existing'
    | 'price'
    | 'number'
    | 'language'
    | 'instruction';
  /** The ids of those that cannot be used together with this one. */
  readonly rivals: readonly string[];
  /** What the profile has. */
  readonly existing?: string;
}

export type Doubts = ReadonlyMap<string, Doubt>;

export function doubtsIn(proposals: readonly Proposal[], profile: Profile): Doubts {
  const doubts = new Map<string, Doubt>();
  for (const proposal of proposals) {
    const strange = strangeness(proposal, profile);
    if (strange !== undefined) doubts.set(proposal.id, { kind: strange, rivals: [] });
  }
  const conflicts = [
    ...conflictsOf(pricesByName(proposals), areOtherPrices),
    ...conflictsOf(faqsByQuestion(proposals), areOtherAnswers),
    ...conflictsOf([proposals.filter(({ list }) => list === 'hours')], overlap),
  ];
  for (const [id, rivals] of conflicts) doubts.set(id, { kind: 'conflict', rivals });
  for (const [field, group] of Map.groupBy(
    proposals.filter(({ list }) => list === 'profile'),
    ({ entry }) => Object.keys(entry)[0] ?? '',
  )) {
    const known = localized(profile[field] as string | undefined);
    for (const one of group) {
      const rivals = group.filter((other) => other !== one).map(({ id }) => id);
      const isNew = isEmptyText(known) || known === fieldValue(one);
      if (!isNew) doubts.set(one.id, { kind: 'existing', rivals, existing: known });
      else if (rivals.length > 0 && !doubts.has(one.id))
        doubts.set(one.id, { kind: 'other', rivals });
    }
  }
  return doubts;
}

/** What is left out at first: everything doubtful, but not the best of several values of a field. */
export function offAtFirst(proposals: readonly Proposal[], doubts: Doubts): ReadonlySet<string> {
  const fields = new Set<string>();
  const isBest = ({ list, entry }: Proposal) => {
    const field = `${list} ${Object.keys(entry)[0]}`;
    const isFirst = list === 'profile' && !fields.has(field);
    fields.add(field);
    return isFirst;
  };
  return new Set(
    proposals
      .filter((one) => {
        const best = isBest(one);
        const doubt = doubts.get(one.id);
        return doubt !== undefined && !(best && doubt.kind === 'other');
      })
      .map(({ id }) => id),
  );
}

export function fieldValue({ entry }: Proposal): string {
  return localized(Object.values(entry)[0] as string | undefined);
}

const priceMax = 1_000_000_000;
const tellingCharacters = 80;

function strangeness({ list, entry }: Proposal, { timezone }: Profile): Doubt['kind'] | undefined {
  const text = Object.values(entry)
    .filter((value) => typeof value === 'string')
    .join(' ');
  if (instruction.test(text.slice(0, 4_000))) return 'instruction';
  if (list === 'prices') {
    const { price } = entry as unknown as ProfilePrice;
    const isStrange = typeof price === 'number' && !(price > 0 && price < priceMax);
    return isStrange ? 'price' : undefined;
  }
  if (list === 'profile' && 'whatsapp' in entry && entry.whatsapp !== undefined)
    return internationalNumber(entry.whatsapp, timezone) === undefined ? 'number' : undefined;
  if (list === 'hours' || list === 'profile') return undefined;
  if (negativeAmount.test(text)) return 'price';
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const isForeign =
    latin < letters * 0.7 || (letters > tellingCharacters && !('language' in entry));
  const isPair = typeof (entry as { readonly answer?: unknown }).answer === 'object';
  return isForeign && !isPair ? 'language' : undefined;
}

const negativeAmount = /(?:KE?Sh?s?|TSh|USh|USD|[$€£])\.?\s?-\s?\d/i;

// Such a text speaks to a program, not to customers.
const instruction = new RegExp(
  [
    '\\b(?:ignore|disregard|forget) (?:all |any |your |the |previous |prior )+(?:instructions|rules|prompts?)\\b',
    '\\bsystem prompt\\b',
    '\\byou are (?:now )?an? (?:ai|assistant|chat ?bot|language model)\\b',
  ].join('|'),
  'i',
);

type Groups = Iterable<readonly Proposal[]>;

function* conflictsOf(
  groups: Groups,
  isConflict: (one: never, other: never) => boolean,
): Generator<readonly [id: string, rivals: readonly string[]]> {
  for (const group of groups) {
    // A page that repeats one name thousands of times is not compared pair by pair.
    const compared = group.slice(0, comparedMax);
    for (const one of compared) {
      const rivals = compared
        .filter((other) => other !== one && isConflict(one.entry as never, other.entry as never))
        .map(({ id }) => id);
      if (rivals.length > 0) yield [one.id, rivals];
    }
    for (const { id } of group.slice(comparedMax)) yield [id, []];
  }
}

const comparedMax = 40;

function pricesByName(proposals: readonly Proposal[]): Groups {
  const prices = proposals.filter(({ list }) => list === 'prices');
  return Map.groupBy(prices, ({ entry }) => {
    const { item } = entry as unknown as ProfilePrice;
    return wordsOf(localized(item).toLowerCase()).toSorted().join(' ');
  }).values();
}

function areOtherPrices(one: ProfilePrice, other: ProfilePrice): boolean {
  return one.price !== other.price && isSameItem(one, other);
}

function faqsByQuestion(proposals: readonly Proposal[]): Groups {
  const faqs = proposals.filter(({ list }) => list === 'faqs');
  return Map.groupBy(faqs, ({ entry }) =>
    plain(localized((entry as { readonly question?: string }).question)),
  ).values();
}

function areOtherAnswers(
  { answer: one }: { readonly answer: string },
  { answer: other }: { readonly answer: string },
): boolean {
  return plain(localized(one)) !== plain(localized(other));
}

function overlap(one: ProfileHours, other: ProfileHours): boolean {
  const end = ({ close, nextDay }: ProfileHours) => (nextDay === true ? '24:00' : close);
  return (
    one.days.some((day) => other.days.includes(day)) &&
    one.open < end(other) &&
    other.open < end(one)
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
