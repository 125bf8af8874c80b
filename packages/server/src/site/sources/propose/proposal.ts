import type { ProfileFact, ProfileFaq, ProfileHours, ProfilePrice } from '@baraza/contract';
import { siteLimits } from '@baraza/contract/plain';
import type { FoundField, LeftOut } from '../formats/blocks.ts';

/** An entry gets its id when it is saved. */
type Unnamed<Entry> = Omit<Entry, 'id'>;

/** An entry in the form of the profile, the list that it is for, and where it was found. */
export type Proposal = { readonly from: string } & (
  | { readonly list: 'documents' | 'facts'; readonly entry: Unnamed<ProfileFact> }
  | { readonly list: 'faqs'; readonly entry: Unnamed<ProfileFaq> }
  | { readonly list: 'prices'; readonly entry: Unnamed<ProfilePrice> }
  | { readonly list: 'hours'; readonly entry: ProfileHours }
  /** One field, of a whole website. */
  | {
      readonly list: 'profile';
      readonly entry: { readonly [field in FoundField['field']]?: string };
    }
);

export interface Proposed {
  readonly proposals: readonly Proposal[];
  readonly leftOut: readonly LeftOut[];
}

const namedMax = 20;

/** The first of many parts that were left out, and a summary of the others. */
export function summarised(
  all: readonly LeftOut[],
  summary: (more: number) => string,
): readonly LeftOut[] {
  const next = all[namedMax];
  if (next === undefined) return all;
  return [...all.slice(0, namedMax), { from: next.from, why: summary(all.length - namedMax) }];
}

const most: { readonly [list in Proposal['list']]: number } = {
  documents: siteLimits.entriesMax,
  facts: siteLimits.entriesMax,
  faqs: siteLimits.entriesMax,
  prices: siteLimits.pricesMax,
  hours: siteLimits.hoursMax,
  profile: 100,
};
// Leaves room for the rest of the profile.
const bytesMax = siteLimits.profileBytesMax - 1024 * 1024;
const leftOutMax = 200;

/**
 * Keeps proposals within the limits of a profile: entries per list, bytes in all, no duplicates. Each is JSON, so that
 * the server can pass it on unparsed.
 */
export function collectProposals({ proposals, leftOut }: Proposed) {
  const found: string[] = [];
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
    found.push(text);
  }
  const tooMany = [...over].map(([list, count]) => ({
    from: list,
    why: `${count} more ${list} are left out: a profile has no room for so many.`,
  }));
  return { proposals: found, leftOut: [...leftOut, ...tooMany].slice(0, leftOutMax).map(jsonLine) };
}

/** The same for proposals that differ only in the page that they are from. */
export function keyOf({ list, entry }: Proposal): string {
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
