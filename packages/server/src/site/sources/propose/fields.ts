/** Proposals for fields of the profile from the pages of a website: the best first, other contacts after it. */
import type { FoundField, ReadText } from '../formats/blocks.ts';
import { contactsIn, isContactLine, isPlace, namesAddress, namesContact } from './contact-text.ts';
import { withoutNumbers } from './number-text.ts';
import type { Proposal } from './proposal.ts';
import type { Part, Section, Sorted } from './sections.ts';
import type { FoundFaq } from './tables.ts';

interface Candidate {
  readonly text: string;
  readonly from: string;
  weight: number;
  /** Undefined if a page says no purpose: the number is for everything. */
  purpose: string | undefined;
}

/** How many values of a field are proposed. There is one name and one description. */
const mostOf: Readonly<Record<FoundField['field'], number>> = {
  business: 1,
  about: 1,
  phone: 5,
  whatsapp: 3,
  email: 3,
  address: 3,
};

export function fieldProposals(
  pages: readonly ({ readonly text: ReadText } & Sorted)[],
): readonly Proposal[] {
  const candidates = new Map<FoundField['field'], Map<string, Candidate>>();
  for (const [at, { text, sections, faqs }] of pages.entries()) {
    const from = text.url ?? '';
    const found = [
      ...(text.about?.fields ?? []),
      ...sections.flatMap(({ parts }) => inText(parts)),
      ...sections.flatMap(addressIn),
      ...faqs.flatMap(inAnswer),
      ...firstWords(sections),
    ];
    // A page says the same thing at several places.
    const own = new Map(found.map((one) => [`${one.field} ${keyOf(one)}`, one]));
    for (const one of own.values()) {
      // Only the first page describes the business; the others describe themselves.
      if (one.field === 'about' && at > 0) continue;
      const known = candidates.get(one.field) ?? new Map<string, Candidate>();
      candidates.set(one.field, known);
      const same = known.get(keyOf(one));
      // The parts of the first title come first where nothing else decides.
      const weight = one.weight + (at === 0 ? 0.5 : 0);
      const { text, purpose } = one;
      if (same === undefined) known.set(keyOf(one), { text, from, weight, purpose });
      else {
        same.weight += weight;
        if (purpose === undefined) same.purpose = undefined;
      }
    }
  }
  const fields = Object.entries(mostOf).flatMap(([field, most]) => {
    const all = [...(candidates.get(field as FoundField['field'])?.values() ?? [])];
    return all
      .toSorted((one, other) => isFor(one) - isFor(other) || other.weight - one.weight)
      .slice(0, most)
      .map(({ text, from }) => ({ list: 'profile', entry: { [field]: text }, from }) as Proposal);
  });
  return [...fields, ...purposeFacts(candidates)];
}

// A number for one purpose stands behind those for everything.
function isFor({ purpose }: Candidate): 0 | 1 {
  return purpose === undefined ? 0 : 1;
}

/** What a number is for, as a fact: a field has no room for it. */
function purposeFacts(
  candidates: ReadonlyMap<FoundField['field'], ReadonlyMap<string, Candidate>>,
): readonly Proposal[] {
  const numbers = [
    ...(candidates.get('phone')?.values() ?? []),
    ...(candidates.get('whatsapp')?.values() ?? []),
  ];
  return numbers.flatMap(({ text, purpose, from }) =>
    purpose === undefined
      ? []
      : [{ list: 'facts', entry: { title: purpose, text: `${purpose}: ${text}` }, from } as const],
  );
}

function inText(parts: readonly Part[]): readonly FoundField[] {
  return parts.flatMap(({ text }) => text.split('\n')).flatMap(contactsIn);
}

function inAnswer({ question, answer }: FoundFaq): readonly FoundField[] {
  if (typeof question !== 'string' || typeof answer !== 'string') return [];
  const lines = answer.split('\n');
  const contacts = lines.flatMap(contactsIn);
  if (!namesAddress(question)) return contacts;
  return [...contacts, ...addressOf(lines.filter((line) => !isContactLine(line)))];
}

/** The address in a section about the place, or among the contacts. */
function addressIn({ title, parts }: Section): readonly FoundField[] {
  const lines = parts.flatMap(({ text }) => text.split('\n')).filter((line) => line !== '');
  if (namesAddress(title))
    return addressOf(lines.slice(0, 3).filter((line) => !isContactLine(line)));
  return namesContact(title) ? addressOf(lines.filter(isPlace).slice(0, 3)) : [];
}

function addressOf(lines: readonly string[]): readonly FoundField[] {
  const text = lines
    .map(withoutNumbers)
    .filter((line) => line !== '')
    .join(', ')
    .replaceAll(/[.,]{0,2}, */g, ', ')
    .replace(/[\s,]{1,4}$/, '')
    .trim();
  return text.length >= 6 && text.length <= 200 ? [{ field: 'address', text, weight: 2 }] : [];
}

/** The first sentences of a page, for websites that describe themselves nowhere else. */
function firstWords(sections: readonly Section[]): readonly FoundField[] {
  const texts = sections.slice(0, 3).flatMap(({ parts }) => parts.map(({ text }) => text));
  const text = texts.find((one) => one.length >= 40 && /\p{Ll}[.!]/u.test(one)) ?? '';
  const isDescription = text !== '' && text.length <= 300 && !text.includes('\n');
  return isDescription ? [{ field: 'about', text, weight: 1 }] : [];
}

// 0722 123 456 and +254722123456 are the same number.
function keyOf({ field, text }: FoundField): string {
  if (field === 'phone' || field === 'whatsapp') return text.replaceAll(/\D/g, '').slice(-9);
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}@]+/gu, ' ')
    .trim();
}
