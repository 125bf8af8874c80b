/**
 * Steps that the parser of PDF files may take. A file of a few kilobytes can ask for any amount of work, so the parser
 * counts while it works: its module is loaded with a call of `spendSteps` in the loops whose length the file decides.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** The file asks for more work than its pages can be worth. */
export class TooManySteps extends Error {}

let left = 0;
let whenSpent: (cause: TooManySteps) => void = () => {};

/** For one file at a time: from now on this many steps may be taken; `onSpent` hears of the first one too many. */
export function allowSteps(count: number, onSpent: (cause: TooManySteps) => void): void {
  left = count;
  whenSpent = onSpent;
}

export function addSteps(count: number): void {
  left += count;
}

/** Throws once all steps are spent. The parser ignores many errors, so it throws at every step from then on. */
function spendSteps(count: number): void {
  // Differences of numbers in a file may be negative.
  left -= Math.max(0, count);
  if (left >= 0) return;
  const cause = new TooManySteps('the PDF takes too many steps');
  whenSpent(cause);
  throw cause;
}

const step = (count: string) => `countPdfSteps(${count});`;

/**
 * Where steps are taken: a place in the parser, which occurs once, and what takes its place. One step is about a
 * microsecond.
 */
const places: readonly (readonly [place: string, counted: string])[] = [
  // Every object of a file and every operator and operand of a page.
  ['getObj(e=null){', `getObj(e=null){${step('1')}`],
  ['fetch(e,t=!1){if(!(e instanceof', `fetch(e,t=!1){${step('1')}if(!(e instanceof`],
  // Streams are parsed again each time that they are used.
  ['fetchUncompressed(e,t,n=!1){', `fetchUncompressed(e,t,n=!1){${step('50')}`],
  // Forms, which draw each other.
  ['let w=textSinkWrapper(o);', `${step('300')}let w=textSinkWrapper(o);`],
  [
    'async buildFormXObject(e,t,n,r,i,a,o,s){',
    `async buildFormXObject(e,t,n,r,i,a,o,s){${step('300')}`,
  ],
  // Unpacked bytes.
  [
    'for(;n<e;)n*=2;let r=new Uint8Array(n);',
    `for(;n<e;)n*=2;${step('n/64')}let r=new Uint8Array(n);`,
  ],
  [
    'async asyncGetBytesFromDecompressionStream(e){',
    `async asyncGetBytesFromDecompressionStream(e){${step('300')}`,
  ],
  [
    'for await(let e of n)a.push(e)',
    `for await(let e of n)countPdfSteps(e.byteLength/64),a.push(e)`,
  ],
  // Characters.
  ['for(;;){let i=!1;switch(r|0){', `for(;;){${step('1/4')}let i=!1;switch(r|0){`],
  // The list of pages, which is walked again for each page.
  [
    'for(let e=d.length-1;e>=0;e--){let n=d[e];t.push(n)',
    `${step('d.length')}for(let e=d.length-1;e>=0;e--){let n=d[e];t.push(n)`,
  ],
  // A pass over a JPEG.
  [
    'u=!1){let d=r.mcusPerLine',
    `u=!1){${step('r.mcusPerLine*r.mcusPerColumn>>>2')}let d=r.mcusPerLine`,
  ],
  // Ranges of characters.
  ...['mapCidRange', 'mapBfRange', 'mapBfRangeToArray'].map((name) => {
    const head = `${name}(e,t,n){`;
    return [`${head}if(t-e>`, `${head}${step('t-e')}if(t-e>`] as const;
  }),
  ['d.push({charCode:t,glyphId:r++})', 'countPdfSteps(1),d.push({charCode:t,glyphId:r++})'],
  ['f!==65535&&(p=s<0?f:c[s+f-a]', 'countPdfSteps(1),f!==65535&&(p=s<0?f:c[s+f-a]'],
  // Widths of ranges of characters.
  ['for(let e=t;e<=n;e++)i[e]=a}', `${step('n-t')}for(let e=t;e<=n;e++)i[e]=a}`],
  ['for(let e=t;e<=i;e++)o[e]=a}', `${step('i-t')}for(let e=t;e<=i;e++)o[e]=a}`],
  // Outlines of glyphs, which call each other.
  ['parseCharString(e,t,n,r){', `parseCharString(e,t,n,r){${step('1+(t?.length??0)/8')}`],
  [
    'convert(e,t,n){let r=e.length,i=!1',
    `convert(e,t,n){${step('1+e.length/8')}let r=e.length,i=!1`,
  ],
  ['charsToGlyphs(e){let t=this.#', `charsToGlyphs(e){${step('e.length')}let t=this.#`],
];

const parser = import.meta.resolve('unpdf/pdfjs');
// The parser finds the function here: where these sources are bundled, this module has no address of its own.
const stepsName = 'baraza.pdf-steps';
Object.defineProperty(globalThis, Symbol.for(stepsName), { value: spendSteps });

registerHooks({
  load: (url, context, next) =>
    url === parser
      ? {
          format: 'module',
          shortCircuit: true,
          source: countedSource(readFileSync(new URL(url), 'utf8')),
        }
      : next(url, context),
});

/** The source of the parser with its steps counted. Throws if it is not the version for which this was written. */
function countedSource(source: string): string {
  let counted = `const countPdfSteps=globalThis[Symbol.for(${JSON.stringify(stepsName)})];${source}`;
  for (const [place, replacement] of places) {
    const parts = counted.split(place);
    if (parts.length !== 2)
      throw new Error(`the PDF parser has ${parts.length - 1} times: ${place}`);
    counted = parts.join(replacement);
  }
  return counted;
}
