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
  /** What the thing costs, where it is one with a price. */
  readonly price?: Business['prices'][number];
  readonly page?: number;
  readonly row?: number;
}

/** Characters that it takes in an index. */
export function partLength({ title, text, twin }: Part): number {
  return title.length + text.length + (twin ? twin.title.length + twin.text.length : 0);
}

/** For a thing with only a name, the name is the text. */
export function withText(part: Part): Part {
  const { title, text, twin } = part;
  return {
    ...part,
    text: text || title,
    ...(twin ? { twin: { ...twin, text: twin.text || twin.title } } : {}),
  };
}
