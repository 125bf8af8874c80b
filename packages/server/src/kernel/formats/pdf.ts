/** Reads the text of untrusted PDF files; only for child processes, since a file can exhaust memory or time. */
import { getDocumentProxy } from 'unpdf';

export interface PdfFile {
  readonly pageCount: number;
  /** The pieces of text of a page, from 1 on; undefined when the page is damaged. */
  readonly page: (number: number) => Promise<readonly PdfText[] | undefined>;
  /** The title in the metadata; '' when there is none. */
  readonly title: () => Promise<string>;
}

interface PdfText {
  readonly str: string;
  readonly hasEOL: boolean;
  /** The matrix [a, b, c, d, x, y]. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** The file needs a password, or is no PDF that can be parsed. */
export class UnreadablePdf extends Error {
  readonly isLocked: boolean;
  constructor(cause: unknown) {
    super('the PDF cannot be read', { cause });
    this.isLocked = cause instanceof Error && cause.name === 'PasswordException';
  }
}

export async function openPdf(bytes: Uint8Array): Promise<PdfFile> {
  const document = await getDocumentProxy(bytes, {
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    verbosity: 0,
  }).catch((cause: unknown) => {
    throw new UnreadablePdf(cause);
  });
  return {
    pageCount: document.numPages,
    page: async (number) => {
      try {
        const page = await document.getPage(number);
        const { items } = await page.getTextContent();
        page.cleanup();
        return items.filter((item) => 'str' in item);
      } catch {
        return undefined;
      }
    },
    title: async () => {
      try {
        const { info } = await document.getMetadata();
        const { Title: title } = info as { readonly Title?: unknown };
        return typeof title === 'string' ? title : '';
      } catch {
        return '';
      }
    },
  };
}
