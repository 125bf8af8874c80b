/** Finds proposals that are already in the profile, so that sending a file twice proposes nothing twice. */
import { hash } from 'node:crypto';
import type { Bilingual, Profile, ProfilePrice } from '@baraza/contract';
import { wordings } from '../../../kernel/language/bilingual.ts';
import { fingerprint } from '../../profile/fingerprint.ts';
import type { LeftOut } from '../formats/blocks.ts';
import { type Proposal, type Proposed, summarised } from './proposal.ts';

/** One key for each entry and language, and the currency that most prices are in; '' if there are none. */
export function knownIn(profile: Pick<Profile, 'facts' | 'faqs' | 'documents' | 'prices'>) {
  const keys: string[] = [];
  for (const price of profile.prices) keys.push(...priceKeys({ unit: '', ...price }));
  for (const { question, answer } of profile.faqs) keys.push(...textKeys('faq', question, answer));
  for (const { title, text } of [...profile.facts, ...profile.documents])
    keys.push(...textKeys('text', title, text));
  return { currency: currencyOf(profile), known: keys };
}

function currencyOf({ prices }: Pick<Profile, 'prices'>): string {
  const counts = new Map<string, number>();
  for (const { currency } of prices) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? '';
}

/** Leaves out proposals that are known in all of their languages, and names them. */
export function withoutKnown({ proposals, leftOut }: Proposed, known: readonly string[]): Proposed {
  const keys = new Set(known);
  const fresh: Proposal[] = [];
  const repeated: LeftOut[] = [];
  for (const proposal of proposals) {
    const own = keysOf(proposal);
    if (own.length === 0 || !own.every((key) => keys.has(key))) fresh.push(proposal);
    else
      repeated.push({
        from: proposal.from,
        why: `"${nameOf(proposal)}" is already in your profile.`,
      });
  }
  const summary = (more: number) => `${more} more entries are already in your profile.`;
  return { proposals: fresh, leftOut: [...leftOut, ...summarised(repeated, summary)] };
}

function keysOf(proposal: Proposal): readonly string[] {
  const { list, entry } = proposal;
  if (list === 'hours' || list === 'profile') return [];
  if (list === 'prices') return priceKeys({ unit: '', ...entry });
  if (list === 'faqs') return textKeys('faq', entry.question, entry.answer);
  return textKeys('text', entry.title, entry.text);
}

function nameOf({ list, entry }: Proposal): string {
  if (list === 'hours' || list === 'profile') return list;
  const name = list === 'prices' ? entry.item : list === 'faqs' ? entry.question : entry.title;
  return wordings(name)[0]?.slice(0, 80).toWellFormed() ?? '';
}

type Priced = Required<Pick<ProfilePrice, 'item' | 'currency' | 'unit'>> &
  Pick<ProfilePrice, 'price'>;

// Without the note, which owners change.
function priceKeys({ item, price = '', currency, unit }: Priced): string[] {
  const keys: string[] = [];
  const units = wordings(unit);
  for (const name of wordings(item))
    for (const one of units.length === 0 ? [''] : units)
      keys.push(keyOf('price', fingerprint(name), `${price} ${currency}`, fingerprint(one)));
  return keys;
}

/** One key for each language that has both texts. */
function textKeys(kind: string, title: Bilingual, text: Bilingual): string[] {
  const keys: string[] = [];
  for (const language of ['sw', 'en'] as const) {
    const [first, second] = [textIn(title, language), textIn(text, language)];
    if (first === undefined || second === undefined) continue;
    keys.push(keyOf(kind, fingerprint(first), fingerprint(second)));
  }
  return [...new Set(keys)];
}

function textIn(text: Bilingual, language: 'sw' | 'en'): string | undefined {
  return typeof text === 'string' ? text : text[language];
}

function keyOf(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts).toLowerCase(), 'base64url').slice(0, 24);
}
