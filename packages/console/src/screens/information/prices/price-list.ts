/** What a list of prices is given, as a sheet or as lines. */
import type { Profile, ProfilePrice } from '@baraza/contract';
import { count } from '../../../words/figures.ts';

export interface PriceListProps {
  readonly prices: readonly ProfilePrice[];
  readonly profile: Profile;
  readonly wanted: string | undefined;
  readonly onWrite: (price: ProfilePrice) => void;
  readonly onRemove: (price: ProfilePrice) => void;
  readonly onPaste: (text: string) => void;
  /** True when everything that was written is saved. */
  readonly onSave: () => Promise<boolean>;
  readonly isSaving: boolean;
  /** Why it is not saved. */
  readonly problem: string | undefined;
}

export function amountOf({ price, currency }: Pick<ProfilePrice, 'price' | 'currency'>): string {
  return `${currency} ${typeof price === 'number' ? count(price) : price}`.trim();
}
