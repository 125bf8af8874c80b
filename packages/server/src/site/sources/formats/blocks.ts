/** What a file or page says, freed of its format: headings, paragraphs, lists and tables, each with its place. */
import type { Hours } from '../propose/hours-text.ts';

export type Block =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly text: string;
      readonly from: string;
    }
  | { readonly kind: 'paragraph'; readonly text: string; readonly from: string }
  | { readonly kind: 'list'; readonly items: readonly string[]; readonly from: string }
  | Table
  /** Said by the page itself to be a question with its answer. */
  | {
      readonly kind: 'faq';
      readonly question: string;
      readonly answer: string;
      readonly from: string;
    }
  /** Said by the page itself to be its opening hours. */
  | { readonly kind: 'hours'; readonly hours: readonly Hours[]; readonly from: string }
  /** Said by the page itself to be an offer. */
  | {
      readonly kind: 'offer';
      readonly item: string;
      readonly price: string;
      readonly currency: string;
      readonly from: string;
    };

export interface Table {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  readonly from: string;
  /** Where each row stands, if more exact than the table. */
  readonly rowsFrom?: readonly string[];
}

export interface LeftOut {
  readonly from: string;
  readonly why: string;
}

export interface ReadText {
  /** What the file or page calls itself; '' where it does not. */
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly leftOut: readonly LeftOut[];
  /** The address of a page. */
  readonly url?: string;
  /** The currency that the file's own number formats name. */
  readonly currency?: string;
}

/** How far a reading is; `total` is undefined where nobody knows. */
export type TellProgress = (done: number, total: number | undefined, unit: string) => void;

/** The file cannot be read; the sentence says what to do. */
export class Unreadable extends Error {}

/** One line without double spaces, control characters and halves of characters. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

/** Keeps line ends. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|\u00ad|\ufeff|\u200b/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
