/** What pages of a website say that is no information: repeated headers, fillers, and contacts told as fields. */
import { longPattern } from '../../../kernel/long-pattern.ts';
import { isContactLine } from './contact-text.ts';
import type { Proposal } from './proposal.ts';
import type { Sorted } from './sections.ts';
import type { FoundFaq } from './tables.ts';

const pagesMin = 3;

/** Tells of a text whether it need not be proposed. */
export function toldElsewhere(
  pages: readonly Sorted[],
  fields: readonly Proposal[],
): (text: string) => boolean {
  const pagesOf = new Map<string, number>();
  for (const { sections } of pages) {
    const texts = new Set(sections.flatMap(({ parts }) => parts.map(({ text }) => text)));
    for (const text of texts) pagesOf.set(text, (pagesOf.get(text) ?? 0) + 1);
  }
  const isFrame = (text: string) => {
    const count = pagesOf.get(text) ?? 0;
    return text.length < 60 && count >= pagesMin && count > pages.length / 2;
  };
  const told = new Set(
    fields.flatMap(({ entry }) => Object.values(entry).map((value) => plain(String(value)))),
  );
  const addresses = fields.flatMap(({ entry }) =>
    'address' in entry && typeof entry.address === 'string' ? [plain(entry.address)] : [],
  );
  const isInAddress = (text: string) =>
    text.length >= 12 && addresses.some((address) => address.includes(plain(text)));
  return (text) =>
    told.has(plain(text)) ||
    isInAddress(text) ||
    isFrame(text) ||
    filler.test(text) ||
    isContactLine(text);
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const filler = longPattern('i')`
    ^(?:(?:welcome|karibu(?: sana)?|home|menu)[.! ]{0,5}|click here\b.{0,60}
    |(?:read|learn|see|view|find out) more\b.{0,40}|(?:see|view) (?:the|our|all) .{0,30}
    |(?:book|order|shop|call|buy) now\b.{0,20}|soma zaidi\b.{0,40}|bofya hapa\b.{0,60}|lorem ipsum\b.*
    |(?:copyright|©).{0,120}|all rights reserved.{0,60}|page not found.{0,60}|under construction.{0,60}
    |coming soon.{0,40})$`;

/** A question whose answer is only contacts is told by the fields; else its answer keeps what is left. */
export function withoutContacts(faq: FoundFaq): FoundFaq | undefined {
  if (typeof faq.answer !== 'string' || !faq.answer.includes('\n')) return faq;
  const lines = faq.answer.split('\n').filter((line) => !isContactLine(line));
  const answer = lines.join('\n').trim();
  return answer === '' ? undefined : { ...faq, answer };
}
