/** Keeps proposals within the limits of a profile: entries per list, bytes in all, no duplicates. */
import { siteLimits } from '@baraza/contract/plain';
import type { Proposal, Proposed } from './proposal.ts';

const most: { readonly [list in Proposal['list']]: number } = {
  documents: siteLimits.entriesMax,
  facts: siteLimits.entriesMax,
  faqs: siteLimits.entriesMax,
  prices: siteLimits.pricesMax,
  hours: siteLimits.hoursMax,
};
// Leaves room for the rest of the profile.
const bytesMax = siteLimits.profileBytesMax - 1024 * 1024;
const leftOutMax = 200;

/** Each proposal as JSON, so that the server can pass it on unparsed. */
export function collectProposals({ proposals, leftOut }: Proposed): {
  readonly entries: readonly string[];
  readonly leftOut: readonly string[];
} {
  const entries: string[] = [];
  const counts = new Map<Proposal['list'], number>();
  const seen = new Set<string>();
  const over = new Map<string, number>();
  let bytes = 0;
  for (const proposal of proposals) {
    const key = keyOf(proposal);
    if (seen.has(key)) continue;
    seen.add(key);
    const text = jsonLine(proposal);
    const count = counts.get(proposal.list) ?? 0;
    const size = Buffer.byteLength(text);
    if (count >= most[proposal.list] || bytes + size > bytesMax) {
      over.set(proposal.list, (over.get(proposal.list) ?? 0) + 1);
      continue;
    }
    counts.set(proposal.list, count + 1);
    bytes += size;
    entries.push(text);
  }
  const tooMany = [...over].map(([list, count]) => ({
    from: list,
    why: `${count} more ${list} are left out: a profile has no room for so many.`,
  }));
  return { entries, leftOut: [...leftOut, ...tooMany].slice(0, leftOutMax).map(jsonLine) };
}

function keyOf({ list, entry }: Proposal): string {
  const { url: _, ...content } = entry as { readonly url?: string };
  return JSON.stringify([list, content]).toLowerCase();
}

// JSON does not escape these, and some readers of event streams take them for line ends.
function jsonLine(value: object): string {
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
