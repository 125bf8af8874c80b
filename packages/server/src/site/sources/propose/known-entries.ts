/** Finds what a profile says already, so that bringing a file twice proposes nothing twice. */
import { createHash } from 'node:crypto';
import type { Bilingual, Profile } from '@baraza/contract';
import { atOnce } from '../../../kernel/steps.ts';
import { fingerprint } from '../../profile/fingerprint.ts';
import type { LeftOut } from '../formats/blocks.ts';
import type { Proposal } from './proposal.ts';

/** One short text for each thing that the entries of a profile say. */
export function* knownIn(
  profile: Pick<Profile, 'facts' | 'faqs' | 'documents' | 'prices'>,
): Generator<undefined, readonly string[]> {
  const keys: string[] = [];
  for (const { item, price, currency, unit = '' } of profile.prices)
    keys.push(...(yield* priceKeys({ item, price, currency, unit })));
  for (const { question, answer } of profile.faqs)
    keys.push(...(yield* textKeys('faq', question, answer)));
  for (const { title, text } of [...profile.facts, ...profile.documents])
    keys.push(...(yield* textKeys('text', title, text)));
  return keys;
}

/** Without those that are known in every language that they are in; each of them is named. */
export function withoutKnown(
  proposals: readonly Proposal[],
  known: readonly string[],
): { readonly proposals: readonly Proposal[]; readonly leftOut: readonly LeftOut[] } {
  if (known.length === 0) return { proposals, leftOut: [] };
  const keys = new Set(known);
  const fresh: Proposal[] = [];
  const repeated: LeftOut[] = [];
  for (const proposal of proposals) {
    const own = atOnce(keysOf(proposal));
    if (own.length === 0 || !own.every((key) => keys.has(key))) fresh.push(proposal);
    else
      repeated.push({
        from: proposal.from,
        why: `"${nameOf(proposal)}" is already in your profile.`,
      });
  }
  const more = repeated.length - namedMax;
  if (more <= 0) return { proposals: fresh, leftOut: repeated };
  const from = repeated[namedMax]?.from ?? '';
  const rest = { from, why: `${more} more entries are already in your profile.` };
  return { proposals: fresh, leftOut: [...repeated.slice(0, namedMax), rest] };
}

const namedMax = 20;

function* keysOf(proposal: Proposal): Generator<undefined, readonly string[]> {
  const { list, entry } = proposal;
  if (list === 'hours') return [];
  if (list === 'prices') return yield* priceKeys({ unit: '', ...entry });
  if (list === 'faqs') return yield* textKeys('faq', entry.question, entry.answer);
  return yield* textKeys('text', entry.title, entry.text);
}

function nameOf({ list, entry }: Proposal): string {
  if (list === 'hours') return 'hours';
  const name =
    list === 'prices' ? entry.item : list === 'faqs' ? wordings(entry.question)[0] : entry.title;
  return name?.slice(0, 80).toWellFormed() ?? '';
}

interface Priced {
  readonly item: Bilingual;
  readonly price: number | string;
  readonly currency: string;
  readonly unit: Bilingual;
}

// The note tells of where it stood, and may have been changed since.
function* priceKeys({ item, price, currency, unit }: Priced): Generator<undefined, string[]> {
  const keys: string[] = [];
  const units = wordings(unit);
  for (const name of wordings(item))
    for (const one of units.length === 0 ? [''] : units)
      keys.push(
        keyOf('price', yield* fingerprint(name), `${price} ${currency}`, yield* fingerprint(one)),
      );
  return keys;
}

/** What stands above and what stands below, in each language that has both. */
function* textKeys(
  kind: string,
  above: Bilingual,
  below: Bilingual,
): Generator<undefined, string[]> {
  const keys: string[] = [];
  for (const language of ['sw', 'en'] as const) {
    const [first, second] = [textIn(above, language), textIn(below, language)];
    if (first === undefined || second === undefined) continue;
    keys.push(keyOf(kind, yield* fingerprint(first), yield* fingerprint(second)));
  }
  return [...new Set(keys)];
}

function textIn(text: Bilingual, language: 'sw' | 'en'): string | undefined {
  return typeof text === 'string' ? text : text[language];
}

function wordings(text: Bilingual): readonly string[] {
  if (typeof text === 'string') return text === '' ? [] : [text];
  return Object.values(text);
}

function keyOf(...parts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(parts).toLowerCase())
    .digest('base64url')
    .slice(0, 24);
}
