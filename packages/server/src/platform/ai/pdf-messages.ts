/** Messages between the server and the PDF child process. */

/** The chunks of the request are the file. */
export interface PdfRequest {
  readonly pagesMax: number;
  readonly charactersMax: number;
}

export interface PdfText {
  /** One text for each page that was read; '' where a page has none. */
  readonly pages: readonly string[];
  /** How many there are. */
  readonly pageCount: number;
  /** Why there is nothing, or not all of it. */
  readonly fault?: PdfFault;
}

export type PdfFault = (typeof pdfFaults)[number];

const pdfFaults = [
  /** It is no PDF that can be read. */
  'broken',
  /** It wants a password. */
  'locked',
  /** It has pages and no text: pictures of paper. */
  'scanned',
  /** It has more pages or text than is read. */
  'long',
  /** It took too long or too much memory. */
  'heavy',
] as const;
