/** Reads the text of untrusted PDF files; only for child processes, since a file can exhaust memory or time. */
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import { addSteps, allowSteps, TooManySteps } from './pdf-steps.ts';

export type PdfFile = Awaited<ReturnType<typeof openPdf>>;

interface PdfText {
  readonly str: string;
  readonly hasEOL: boolean;
  /** The matrix [a, b, c, d, x, y]. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
}

interface PdfPicture {
  readonly width: number;
  readonly height: number;
  readonly greyAt: (x: number, y: number) => number;
  /** Degrees, clockwise, by which the page is turned for the reader. */
  readonly rotation: number;
}

// Larger pictures are not unpacked.
const picturePixelsMax = 30_000_000;

/** The file needs a password, or cannot be parsed as PDF. */
export class UnreadablePdf extends Error {
  readonly isLocked: boolean;
  constructor(cause: unknown) {
    super('the PDF cannot be read', { cause });
    this.isLocked = cause instanceof Error && cause.name === 'PasswordException';
  }
}

// An honest file of one dense page takes a tenth of these steps.
const fileSteps = 3_000_000;
const pageSteps = 50_000;
// For a page of pictures, which have more bytes and whose recognition takes longer than their unpacking.
const scanSteps = 1_000_000;
// Some scanners cut a page into strips.
const picturesOfPageMax = 200;

/** Everything about the file rejects with `TooManySteps` as soon as it has taken more steps than its pages may. */
export async function openPdf(bytes: Uint8Array) {
  const spent = Promise.withResolvers<never>();
  spent.promise.catch(() => {});
  allowSteps(fileSteps, spent.reject);
  const inSteps = async <Result>(work: Promise<Result>): Promise<Result> =>
    Promise.race([work, spent.promise]);
  const opening = getDocumentProxy(bytes, {
    useWorkerFetch: false,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: false,
    maxImageSize: picturePixelsMax,
    isOffscreenCanvasSupported: false,
    verbosity: 0,
  });
  const document = await inSteps(opening).catch((cause: unknown) => {
    throw cause instanceof TooManySteps ? cause : new UnreadablePdf(cause);
  });
  return {
    pageCount: document.numPages,
    /** The pieces of text of a page, from 1 on; undefined when the page is damaged. */
    page: async (number: number): Promise<readonly PdfText[] | undefined> => {
      addSteps(pageSteps);
      try {
        const page = await inSteps(document.getPage(number));
        const { items } = await inSteps(page.getTextContent());
        page.cleanup();
        return items.filter((item) => 'str' in item);
      } catch (error) {
        if (error instanceof TooManySteps) throw error;
        return undefined;
      }
    },
    /** The pictures of a page in the order in which they are painted; none when the page is damaged. */
    pictures: async (number: number) => {
      addSteps(scanSteps);
      try {
        const page = await inSteps(document.getPage(number));
        const { OPS } = await getResolvedPDFJS();
        const { fnArray, argsArray } = await inSteps(page.getOperatorList());
        const pictures: PdfPicture[] = [];
        const seen = new Set<string>();
        for (const [index, operation] of fnArray.entries()) {
          const [painted] = (argsArray[index] ?? []) as readonly unknown[];
          if (operation !== OPS.paintImageXObject || typeof painted !== 'string') continue;
          if (seen.has(painted) || seen.size >= picturesOfPageMax) continue;
          seen.add(painted);
          const objects = painted.startsWith('g_') ? page.commonObjs : page.objs;
          const image = await inSteps(
            new Promise<unknown>((resolve) => objects.get(painted, resolve)),
          );
          const picture = pictureOf(image as DecodedImage | null);
          if (picture !== undefined) pictures.push({ ...picture, rotation: page.rotate });
        }
        page.cleanup();
        return pictures;
      } catch (error) {
        if (error instanceof TooManySteps) throw error;
        return [];
      }
    },
    /** The title in the metadata; '' when there is none. */
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

interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | null;
}

/** Undefined if the pixels are in none of the three layouts of pdf.js. */
function pictureOf(image: DecodedImage | null): Omit<PdfPicture, 'rotation'> | undefined {
  if (image?.data == null) return undefined;
  const { width, height, data } = image;
  const rowBytes = data.length / height;
  // One bit for each pixel.
  if (rowBytes === Math.ceil(width / 8))
    return {
      width,
      height,
      greyAt: (x, y) => (((data[y * rowBytes + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0),
    };
  const channels = rowBytes / width;
  if (channels !== 3 && channels !== 4) return undefined;
  const greyAt = (x: number, y: number) => {
    const at = y * rowBytes + x * channels;
    return ((data[at] ?? 0) * 77 + (data[at + 1] ?? 0) * 151 + (data[at + 2] ?? 0) * 28) >> 8;
  };
  return { width, height, greyAt };
}
