/** The content of a file or page without its format: headings, paragraphs, lists and tables, each with its position. */
import type { ProfileHours } from '@baraza/contract';

export type Block = BlockContent & { readonly from: string };

export type BlockContent =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | Omit<Table, 'from'>
  /** The next three come from the structured data of a page. */
  | { readonly kind: 'faq'; readonly question: string; readonly answer: string }
  | { readonly kind: 'hours'; readonly hours: readonly ProfileHours[] }
  | {
      readonly kind: 'offer';
      readonly item: string;
      readonly price: string;
      readonly currency: string;
    };

export interface Table {
  readonly kind: 'table';
  readonly rows: readonly (readonly string[])[];
  readonly from: string;
  /** The position of each row, if that is more exact. */
  readonly rowsFrom?: readonly string[];
}

export interface Progress {
  readonly done: number;
  readonly total: number | undefined;
  /** What is counted: pages, or percent of one picture. */
  readonly unit: string;
  /** The proposals of each list so far, of a whole website. */
  readonly found?: { readonly [list: string]: number };
}

export interface LeftOut {
  readonly from: string;
  readonly why: string;
}

export interface ReadText {
  /** '' if the file or page has none. */
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly leftOut: readonly LeftOut[];
  /** The address of a page. */
  readonly url?: string;
  /** The currency in the number formats of the file. */
  readonly currency?: string;
  /** Of a page of a whole website. */
  readonly about?: PageDetails;
}

/** What a page says about the business outside of its content. */
export interface PageDetails {
  readonly fields: readonly FoundField[];
  /** The text of its header and footer. */
  readonly around: readonly Block[];
  readonly hasPassword: boolean;
  readonly hasPictures: boolean;
  readonly hasScripts: boolean;
}

export type ContactField = 'phone' | 'whatsapp' | 'email' | 'address';

/** A field of the profile, and how strongly the page says it. */
export interface FoundField {
  readonly field: ContactField | 'business' | 'about';
  readonly text: string;
  readonly weight: number;
  /** What a number is for, if not for everything: `Emergency`. */
  readonly purpose?: string;
}

/** One line without repeated spaces, control characters and lone surrogates. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

/**
 * A text without control characters, lone surrogates, and what nobody sees: it could hide orders to a model, or show an
 * owner another price than it says. Its line ends stay, and what joins letters and emoji.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

// Lists and headings by the shape of a line, if the format does not mark them.

/** The text of a list item without its bullet; numbered items keep their number. Undefined for other lines. */
export function bulletOf(text: string): string | undefined {
  const marked = /^(?:[•●○◦▪▫■□‣⁃·*➢➤✓✔]|[-–—](?=\s))\s*(\S.*)$/u.exec(text)?.[1];
  if (marked !== undefined) return marked;
  return /^(?:\(?\d{1,2}[.)]|\(?[a-z][.)])\s+\S/i.test(text) ? text : undefined;
}

/** A short line in capitals. */
export function isAllCaps(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return (
    letters >= 4 &&
    text.length <= 70 &&
    text === text.toUpperCase() &&
    text !== text.toLowerCase() &&
    !/[.,;]$|\d{2}/.test(text)
  );
}
