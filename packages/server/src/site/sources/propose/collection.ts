/** Proposals within the bounds of a profile: so many of each list, so many bytes, and each of them once. */
import { siteLimits } from '@baraza/contract/plain';
import type { LeftOut } from '../formats/blocks.ts';
import type { Proposal } from './proposal.ts';
import type { Proposed } from './propose.ts';

const most: { readonly [list in Proposal['list']]: number } = {
  documents: siteLimits.entriesMax,
  facts: siteLimits.entriesMax,
  faqs: siteLimits.entriesMax,
  prices: siteLimits.pricesMax,
  hours: siteLimits.hoursMax,
};
// The rest of a profile needs some room, too.
const bytesMax = siteLimits.profileBytesMax - 1024 * 1024;
const leftOutMax = 200;

/** As JSON, one text for each, so that whoever passes them on need not build them. */
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
  const all: LeftOut[] = [...leftOut];
  for (const [list, count] of over)
    all.push({
      from: list,
      why: `${count} more ${list} are left out: a profile has no room for so many.`,
    });
  return { entries, leftOut: all.slice(0, leftOutMax).map(jsonLine) };
}

function keyOf({ list, entry }: Proposal): string {
  const { url: _url, ...said } = entry as { readonly url?: string };
  return JSON.stringify([list, said]).toLowerCase();
}

// JSON leaves these as they are, and some readers of event streams take them for line ends.
function jsonLine(value: object): string {
  return JSON.stringify(value).replace(
    /[\u0085\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
