import type { EntryKind, Language } from '@baraza/contract';
import type { Business } from '../../../answers/knowledge.ts';

/** One passage of a document or a collection, not yet assigned to a source. */
export interface Part {
  readonly kind: EntryKind;
  readonly title: string;
  readonly text: string;
  /** Undefined: detected from the text. */
  readonly language?: Language;
  /** The same in English, where the text is Swahili. */
  readonly english?: { readonly title: string; readonly text: string };
  /** The price of the item, if it has one: not part of the text, so that an answer can consist of the price alone. */
  readonly price?: PricePart;
  readonly page?: number;
  readonly row?: number;
}

export interface PricePart {
  readonly listed: Business['prices'][number];
  readonly text: { readonly [language in Language]: string };
}

/** The number of characters that a part takes in an index. */
export function partLength({ title, text, english, price }: Part): number {
  const own =
    title.length + text.length + (english ? english.title.length + english.text.length : 0);
  return price === undefined ? own : own + price.text.sw.length + price.text.en.length;
}

/** For an item with only a name, the name is the text. */
export function withText(part: Part): Part {
  const { title, text, english, price } = part;
  if (price !== undefined) return part;
  return {
    ...part,
    text: text || title,
    ...(english ? { english: { ...english, text: english.text || english.title } } : {}),
  };
}
