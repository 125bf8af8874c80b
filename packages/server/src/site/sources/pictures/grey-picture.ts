/** Prepares a picture for text recognition: smaller, upright, with an even white background. */

export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  /** One byte for each pixel, from black to white, row by row. */
  readonly pixels: Uint8Array;
}

/** A picture whose pixels are read one by one, so that a large one is never copied. */
export interface PixelSource {
  readonly width: number;
  readonly height: number;
  readonly greyAt: (x: number, y: number) => number;
}

// A page of 80 lines then has 30 pixels for each, which suffices; more pixels only take time.
const edgeMax = 2_400;

/** The mean of the pixels that fall together, which also removes most noise. */
export function reduced({ width, height, greyAt }: PixelSource): GreyPicture {
  const scale = Math.max(1, Math.max(width, height) / edgeMax);
  const size = {
    width: Math.max(1, Math.round(width / scale)),
    height: Math.max(1, Math.round(height / scale)),
  };
  const pixels = new Uint8Array(size.width * size.height);
  const columns = edgesOf(width, size.width);
  const rows = edgesOf(height, size.height);
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const [left, right] = [columns[x] ?? 0, columns[x + 1] ?? width];
      const [top, bottom] = [rows[y] ?? 0, rows[y + 1] ?? height];
      let sum = 0;
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) sum += greyAt(column, row);
      pixels[y * size.width + x] = sum / ((right - left) * (bottom - top));
    }
  return { ...size, pixels };
}

function edgesOf(from: number, to: number): readonly number[] {
  return Array.from({ length: to + 1 }, (_, index) => Math.floor((index * from) / to));
}

/** Turned and mirrored so that an orientation of EXIF becomes 1. */
export function upright(picture: GreyPicture, orientation: number): GreyPicture {
  if (orientation === 1) return picture;
  const { width, height, pixels } = picture;
  const isTurned = orientation >= 5;
  const size = isTurned ? { width: height, height: width } : { width, height };
  const turned = new Uint8Array(pixels.length);
  const flipsColumns = [2, 3, 7, 8].includes(orientation);
  const flipsRows = [3, 4, 6, 7].includes(orientation);
  for (let y = 0; y < size.height; y += 1)
    for (let x = 0; x < size.width; x += 1) {
      const [column, row] = isTurned ? [y, x] : [x, y];
      const from = (flipsRows ? height - 1 - row : row) * width;
      turned[y * size.width + x] = pixels[from + (flipsColumns ? width - 1 - column : column)] ?? 0;
    }
  return { ...size, pixels: turned };
}

// Shares of the background: below the first is ink, above the second is paper, even where noise darkens it.
const ink = 0.25;
const paperMax = 0.8;
const paperMin = 0.45;

/** Even light: every pixel as a share of the background around it. White text on a dark board is inverted first. */
export function flattened({ width, height, pixels }: GreyPicture): GreyPicture {
  const isDark = quantile(pixels, 0.5) < 100;
  const plain = isDark ? pixels.map((grey) => 255 - grey) : pixels;
  const tile = Math.max(16, Math.round(Math.max(width, height) / 48));
  const tiles = backgrounds({ width, height, pixels: plain }, tile);
  const noise = noiseOf(plain, width) / Math.max(1, quantile(plain, 0.5));
  const paper = Math.min(paperMax, Math.max(paperMin, 1 - 4 * noise));
  const even = new Uint8Array(plain.length);
  for (let y = 0; y < height; y += 1) {
    const [above, below, down] = between(y, tile, tiles.height);
    for (let x = 0; x < width; x += 1) {
      const [left, right, over] = between(x, tile, tiles.width);
      const at = (row: number, column: number) => tiles.pixels[row * tiles.width + column] ?? 255;
      const upper = at(above, left) * (1 - over) + at(above, right) * over;
      const lower = at(below, left) * (1 - over) + at(below, right) * over;
      const background = Math.max(1, upper * (1 - down) + lower * down);
      const share = (plain[y * width + x] ?? 0) / background;
      even[y * width + x] = Math.min(255, Math.max(0, ((share - ink) / (paper - ink)) * 255));
    }
  }
  return { width, height, pixels: even };
}

/** The usual difference between a pixel and the next: most of a page is paper. */
function noiseOf(pixels: Uint8Array, width: number): number {
  const differences = new Uint8Array(pixels.length);
  for (let at = width; at < pixels.length; at += 1)
    differences[at] = Math.abs((pixels[at] ?? 0) - (pixels[at - width] ?? 0));
  // The median of the differences of a normal distribution is .95 of its deviation.
  return quantile(differences, 0.5) / 0.95;
}

/** The two tiles that a pixel is between, and how far it is from the first. */
function between(at: number, tile: number, count: number): readonly [number, number, number] {
  const position = Math.min(count - 1, Math.max(0, (at + 0.5) / tile - 0.5));
  const first = Math.floor(position);
  return [first, Math.min(count - 1, first + 1), position - first];
}

/** The brightness of the paper in each tile. */
function backgrounds({ width, height, pixels }: GreyPicture, tile: number): GreyPicture {
  const size = { width: Math.ceil(width / tile), height: Math.ceil(height / tile) };
  const paperOf = (column: number, row: number) => {
    const rows: Uint8Array[] = [];
    for (let y = row * tile; y < Math.min(height, (row + 1) * tile); y += 1) {
      const end = Math.min(width, (column + 1) * tile);
      rows.push(pixels.subarray(y * width + column * tile, y * width + end));
    }
    return quantile(Buffer.concat(rows), 0.8);
  };
  const found = Uint8Array.from({ length: size.width * size.height }, (_, index) =>
    paperOf(index % size.width, Math.floor(index / size.width)),
  );
  return { ...size, pixels: found };
}

function quantile(values: Uint8Array, share: number): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  let left = values.length * share;
  let value = 0;
  while (value < 255 && left > (counts[value] ?? 0)) {
    left -= counts[value] ?? 0;
    value += 1;
  }
  return value;
}

const isInk = (grey: number | undefined) => grey !== undefined && grey < 128;
// Longer than any stroke of a letter.
const ruleShare = 1 / 25;
// The width of the soft edges of a ruled line, in pixels.
const ruleEdge = 2;

/** Without ruled lines, which join the letters of a table. */
export function withoutRules(even: GreyPicture): GreyPicture {
  const { width, height } = even;
  const pixels = even.pixels.slice();
  const erase = (start: number, step: number, length: number, across: number) => {
    let run = 0;
    for (let index = 0; index <= length; index += 1) {
      if (index < length && isInk(even.pixels[start + index * step])) {
        run += 1;
        continue;
      }
      if (run > length * ruleShare)
        for (let back = 1; back <= run; back += 1)
          for (let side = -ruleEdge; side <= ruleEdge; side += 1)
            pixels[start + (index - back) * step + side * across] = 255;
      run = 0;
    }
  };
  for (let y = 0; y < height; y += 1) erase(y * width, 1, width, width);
  for (let x = 0; x < width; x += 1) erase(x, width, height, 1);
  return { width, height, pixels };
}

// A full page has about half as many: most letters have one top, some two.
const topsMax = 15_000;

/** Whether there is ink, and not so many specks or letters that recognising them would take minutes. */
export function mayHaveText({ width, pixels }: GreyPicture): boolean {
  let specks = 0;
  let tops = 0;
  let isTop = false;
  for (let at = 1; at <= pixels.length; at += 1) {
    const wasInk = isInk(pixels[at - 1]);
    if (isInk(pixels[at])) {
      if (!wasInk) {
        specks += 1;
        isTop = true;
      }
      if (isInk(pixels[at - width])) isTop = false;
    } else if (wasInk && isTop) tops += 1;
  }
  return specks > 0 && specks < pixels.length / 9 && tops < topsMax;
}

// A tilted page is nearly level within a strip.
const strips = 16;

/** Whether lines of text run from top to bottom: gaps between lines then keep columns free of ink, and not rows. */
export function isSideways(even: GreyPicture): boolean {
  return inkedRows(even) > 1.15 * inkedRows(upright(even, 6));
}

/** The share of rows with ink, strip by strip. */
function inkedRows({ width, height, pixels }: GreyPicture): number {
  const inked = new Uint8Array(height * strips);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (isInk(pixels[y * width + x])) inked[y * strips + Math.floor((x * strips) / width)] = 1;
  return inked.reduce((sum, one) => sum + one, 0) / inked.length;
}
