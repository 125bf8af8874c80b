import type { Language } from '@baraza/contract';
import type { Hours } from './hours-text.ts';
import type { Pair } from './tables.ts';

interface TitledEntry {
  readonly title: string;
  readonly text: string;
  readonly url?: string;
  readonly language?: Language;
}

interface FaqEntry {
  readonly question: string | Pair;
  readonly answer: string | Pair;
  readonly url?: string;
  readonly language?: Language;
}

export interface PriceEntry {
  readonly item: string;
  readonly price: number | string;
  readonly currency: string;
  readonly unit?: string;
  readonly note?: string;
}

/** An entry as the profile takes it, the list that it is for, and where it was found. */
export type Proposal = { readonly from: string } & (
  | { readonly list: 'documents' | 'facts'; readonly entry: TitledEntry }
  | { readonly list: 'faqs'; readonly entry: FaqEntry }
  | { readonly list: 'prices'; readonly entry: PriceEntry }
  | { readonly list: 'hours'; readonly entry: Hours }
);
