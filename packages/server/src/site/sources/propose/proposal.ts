import type { Language } from '@baraza/contract';
import type { LeftOut } from '../formats/blocks.ts';
import type { Hours } from './hours-text.ts';
import type { Text } from './tables.ts';

interface TitledEntry {
  readonly title: string;
  readonly text: string;
  readonly url?: string;
  readonly language?: Language;
}

interface FaqEntry {
  readonly question: Text;
  readonly answer: Text;
  readonly url?: string;
  readonly language?: Language;
}

interface PriceEntry {
  readonly item: string;
  readonly price: number | string;
  readonly currency: string;
  readonly unit?: string;
  readonly note?: string;
}

/** An entry in the form of the profile, the list that it is for, and where it was found. */
export type Proposal = { readonly from: string } & (
  | { readonly list: 'documents' | 'facts'; readonly entry: TitledEntry }
  | { readonly list: 'faqs'; readonly entry: FaqEntry }
  | { readonly list: 'prices'; readonly entry: PriceEntry }
  | { readonly list: 'hours'; readonly entry: Hours }
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
