/** Tesseract, as WebAssembly: reads the words of a picture and their positions. Only for child processes. */
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import {
  flattened,
  type GreyPicture,
  isSideways,
  mayHaveText,
  type PixelSource,
  upright,
  withoutRules,
} from './grey-picture.ts';
import { packageFile, recognitionFile } from './recognition-files.ts';

export interface Word {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The line that Tesseract has put it in. */
  readonly line: string;
  /** From 0 to 100. */
  readonly confidence: number;
}

const languages = ['swa', 'eng'] as const;
const core = 'tesseract.js-core/tesseract-core-simd-lstm';

let opened: ReturnType<typeof open> | undefined;

/** Throws `DamagedFile` if the packages are not the recorded ones. */
export function openRecognition() {
  opened ??= open();
  return opened;
}

async function open() {
  let memory: WebAssembly.Memory | undefined;
  let onPercent: (percent: number) => void = () => {};
  const wasm = recognitionFile(`${core}.wasm`);
  recognitionFile(`${core}.js`);
  const load = createRequire(import.meta.url)(packageFile(`${core}.js`)) as LoadTesseract;
  const tesseract = await load({
    // Replaces the package's way of loading, so that pixels can be read from its memory.
    instantiateWasm: (imports, onInstance) => {
      void WebAssembly.instantiate(Uint8Array.from(wasm), imports).then(({ instance, module }) => {
        memory = Object.values(instance.exports).find((one) => one instanceof WebAssembly.Memory);
        onInstance(instance, module);
      });
      return {};
    },
    print: () => {},
    printErr: () => {},
    TesseractProgress: (percent) => onPercent(percent),
  });
  for (const language of languages) {
    const file = `@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`;
    tesseract.FS.writeFile(`./${language}.traineddata`, gunzipSync(recognitionFile(file)));
  }
  const api = new tesseract.TessBaseAPI();
  if (api.Init(null, languages.join('+'), lstmOnly) !== 0)
    throw new Error('Tesseract has no model');
  const setPicture = (bytes: Uint8Array, angle = 0): boolean => {
    tesseract.FS.writeFile('/input', bytes);
    return api.SetImageFile(1, angle) === 0;
  };

  const read = (picture: GreyPicture, report: (percent: number) => void): readonly Word[] => {
    const header = Buffer.from(`P5\n${picture.width} ${picture.height}\n255\n`);
    const file = Buffer.concat([header, picture.pixels]);
    api.SetVariable('tessedit_pageseg_mode', wholePage);
    setPicture(file);
    api.FindLines();
    const angle = api.GetGradient();
    api.SetVariable('tessedit_pageseg_mode', sparseText);
    setPicture(file, Math.abs(angle) > levelRadians ? angle : 0);
    onPercent = report;
    api.Recognize(null);
    onPercent = () => {};
    return wordsIn(api.GetTSVText(0));
  };
  return {
    /** Unpacks JPEG, PNG or WebP; undefined for a damaged picture. The pixels are valid until the next call. */
    decode: (bytes: Uint8Array): PixelSource | undefined => {
      if (!setPicture(bytes)) return undefined;
      const pix = api.GetInputImage();
      if (memory === undefined) return undefined;
      const place = { data: pix.get_data(), wordsPerRow: pix.get_wpl() };
      const size = { width: pix.get_w(), height: pix.get_h() };
      const greyAt = pixelReader(new Uint8Array(memory.buffer), place, pix.get_d());
      return greyAt === undefined ? undefined : { ...size, greyAt };
    },
    /** `report` gets percents. */
    recognise: (picture: GreyPicture, report: (percent: number) => void) => {
      const even = withoutRules(flattened(picture));
      if (!mayHaveText(even)) return { words: [], height: even.height };
      // A phone that is held flat above a page does not know how it is turned.
      const level = isSideways(even) ? upright(even, quarterTurn) : even;
      const words = read(level, (percent) => report(percent / 2));
      if (qualityOf(words) >= readableQuality) return { words, height: level.height };
      const turned = read(upright(level, halfTurn), (percent) => report(50 + percent / 2));
      return { words: qualityOf(turned) > qualityOf(words) ? turned : words, height: level.height };
    },
  };
}

const lstmOnly = 1;
const wholePage = '3';
// As much text as there is, in any order: our code joins words into rows by their positions.
const sparseText = '11';
const levelRadians = 0.004;
const quarterTurn = 6;
const halfTurn = 3;
const readableQuality = 60;

/** The mean confidence of the words, weighted by their letters. */
function qualityOf(words: readonly Word[]): number {
  let letters = 0;
  let sum = 0;
  for (const { text, confidence } of words) {
    letters += text.length;
    sum += text.length * confidence;
  }
  return letters === 0 ? 0 : sum / letters;
}

/** The columns are level, page, block, paragraph, line, word, left, top, width, height, confidence and text. */
function wordsIn(table: string): readonly Word[] {
  return table.split('\n').flatMap((row) => {
    const [level, , block, paragraph, line, , ...rest] = row.split('\t');
    const [left = 0, top = 0, width = 0, height = 0, confidence = 0] = rest.slice(0, 5).map(Number);
    const text = (rest[5] ?? '').trim();
    if (level !== '5' || text === '') return [];
    return [{ text, left, top, width, height, confidence, line: `${block} ${paragraph} ${line}` }];
  });
}

/** Leptonica stores pixels in words of 32 bits, the first in the highest bits. */
function pixelReader(
  bytes: Uint8Array,
  { data, wordsPerRow }: { readonly data: number; readonly wordsPerRow: number },
  depth: number,
): PixelSource['greyAt'] | undefined {
  const row = (y: number) => data + y * wordsPerRow * 4;
  if (depth === 32)
    return (x, y) => {
      const at = row(y) + x * 4;
      return (
        ((bytes[at + 3] ?? 0) * 77 + (bytes[at + 2] ?? 0) * 151 + (bytes[at + 1] ?? 0) * 28) >> 8
      );
    };
  if (depth === 8) return (x, y) => bytes[row(y) + (x ^ 3)] ?? 0;
  if (depth === 1)
    return (x, y) => (((bytes[row(y) + ((x >> 3) ^ 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 0 : 255);
  return undefined;
}

type LoadTesseract = (options: {
  readonly instantiateWasm: (
    imports: WebAssembly.Imports,
    onInstance: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
  readonly print: () => void;
  readonly printErr: () => void;
  readonly TesseractProgress: (percent: number) => void;
}) => Promise<Tesseract>;

interface Tesseract {
  readonly FS: { readonly writeFile: (file: string, bytes: Uint8Array) => void };
  readonly TessBaseAPI: new () => TesseractApi;
}

interface TesseractApi {
  readonly Init: (folder: null, languages: string, engine: number) => number;
  readonly SetVariable: (name: string, value: string) => boolean;
  readonly SetImageFile: (orientation: number, angle: number) => number;
  readonly GetInputImage: () => Pix;
  readonly FindLines: () => number;
  readonly GetGradient: () => number;
  readonly Recognize: (monitor: null) => number;
  readonly GetTSVText: (page: number) => string;
}

interface Pix {
  readonly get_w: () => number;
  readonly get_h: () => number;
  readonly get_d: () => number;
  readonly get_wpl: () => number;
  /** An address in the memory. */
  readonly get_data: () => number;
}
