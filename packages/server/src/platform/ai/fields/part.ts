import type { EntryKind, Language } from '@baraza/contract';
import type { Business } from '../../../answers/knowledge.ts';

/** One passage of a document or a collection, not yet assigned to a source. */
export interface Part {
  readonly kind: EntryKind;
  readonly title: string;
  readonly text: string;
  /** Undefined: found from the text. */
  readonly language?: Language;
  /** The same in English, where the text is Swahili. */
  readonly twin?: { readonly title: string; readonly text: string };
  /** What the thing costs, where it is one with a price: kept out of the text, so that it is answered alone. */
  readonly price?: PricePart;
  readonly page?: number;
  readonly row?: number;
}

export interface PricePart {
  readonly listed: Business['prices'][number];
  readonly text: { readonly [language in Language]: string };
}

/** Characters that it takes in an index. */
export function partLength({ title, text, twin, price }: Part): number {
  const own = title.length + text.length + (twin ? twin.title.length + twin.text.length : 0);
  return price === undefined ? own : own + price.text.sw.length + price.text.en.length;
}

/** For a thing with only a name, the name is the text. */
export function withText(part: Part): Part {
  const { title, text, twin, price } = part;
  if (price !== undefined) return part;
  return {
    ...part,
    text: text || title,
    ...(twin ? { twin: { ...twin, text: twin.text || twin.title } } : {}),
  };
}
