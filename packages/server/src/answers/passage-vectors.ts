/** The vectors of a site's passages, packed shelf by shelf so that a question is laid against all of them at once. */
import { atOnce } from '../kernel/steps.ts';
import type { VectorSource } from './answers.ts';
import type { Passage } from './chunk.ts';
import type { SearchIndex, Shelf } from './search-index.ts';

export interface PassageVectors {
  readonly shelves: ReadonlyMap<Shelf, PackedVectors>;
  readonly bytes: number;
}

/** A byte for each number: what is lost by that is about a thousandth of a cosine. */
interface PackedVectors {
  readonly width: number;
  readonly numbers: Int8Array;
  /** What a byte stands for, by passage; 0 where the passage has no vector. */
  readonly scales: Float32Array;
}

/** Undefined where no passage has a vector. */
export function packVectors(index: SearchIndex, source: VectorSource): PassageVectors | undefined {
  return atOnce(packingVectors(index, source));
}

/** The same in small steps, for a process that serves others meanwhile. */
export function* packingVectors(
  { shelves }: SearchIndex,
  source: VectorSource,
): Generator<undefined, PassageVectors | undefined> {
  const packed = new Map<Shelf, PackedVectors>();
  for (const shelf of shelves) {
    const vectors = yield* packingShelf(shelf, source);
    if (vectors) packed.set(shelf, vectors);
  }
  const bytes = [...packed.values()].reduce(
    (sum, { numbers, scales }) => sum + numbers.byteLength + scales.byteLength,
    0,
  );
  return packed.size === 0 ? undefined : { shelves: packed, bytes };
}

/** What an encoder is given for a passage, and what a `VectorSource` is asked for. */
export function encodedText({ title, text }: Passage): string {
  return title === '' ? text : `${title}\n${text}`;
}

/** Less than any cosine: the passage has no vector, or one of another encoder. */
export const noLikeness = -2;

/** What each passage of a shelf has in common with a direction: with a question of length one, their cosine. */
export function likenesses(
  vectors: PassageVectors,
  shelf: Shelf,
  direction: Float32Array,
): Float32Array {
  const found = new Float32Array(shelf.passages.length);
  const packed = vectors.shelves.get(shelf);
  for (let passage = 0; passage < found.length; passage += 1)
    found[passage] = likenessOf(packed, passage, direction);
  return found;
}

/** The same of one passage. */
export function likenessTo(
  { shelves }: PassageVectors,
  shelf: Shelf,
  passage: number,
  direction: Float32Array,
): number {
  return likenessOf(shelves.get(shelf), passage, direction);
}

/** The same direction, of length one; nothing where a vector says nothing. */
export function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.hypot(...vector);
  return length === 0 ? undefined : vector.map((value) => value / length);
}

function likenessOf(
  packed: PackedVectors | undefined,
  passage: number,
  direction: Float32Array,
): number {
  const scale = packed?.scales[passage] ?? 0;
  if (packed === undefined || scale === 0 || packed.width !== direction.length) return noLikeness;
  return product(packed.numbers, passage * packed.width, direction) * scale;
}

// Four sums beside each other: the processor need not wait for one to add to the next.
function product(numbers: Int8Array, from: number, question: Float32Array): number {
  const width = question.length;
  let one = 0;
  let two = 0;
  let three = 0;
  let four = 0;
  let at = 0;
  for (; at + 3 < width; at += 4) {
    one += (numbers[from + at] ?? 0) * (question[at] ?? 0);
    two += (numbers[from + at + 1] ?? 0) * (question[at + 1] ?? 0);
    three += (numbers[from + at + 2] ?? 0) * (question[at + 2] ?? 0);
    four += (numbers[from + at + 3] ?? 0) * (question[at + 3] ?? 0);
  }
  for (; at < width; at += 1) one += (numbers[from + at] ?? 0) * (question[at] ?? 0);
  return one + two + three + four;
}

function* packingShelf(
  { passages }: Shelf,
  source: VectorSource,
): Generator<undefined, PackedVectors | undefined> {
  let width = 0;
  let numbers = new Int8Array(0);
  const scales = new Float32Array(passages.length);
  for (const [number, passage] of passages.entries()) {
    yield;
    const vector = source.vectorOf(encodedText(passage));
    if (vector === undefined) continue;
    if (width === 0) {
      width = vector.length;
      numbers = new Int8Array(width * passages.length);
    }
    let most = 0;
    let squares = 0;
    for (const value of vector) {
      most = Math.max(most, Math.abs(value));
      squares += value * value;
    }
    // Vectors of another width were made by another encoder.
    if (vector.length !== width || most === 0) continue;
    const step = most / byteMost;
    for (let at = 0; at < width; at += 1)
      numbers[number * width + at] = Math.round((vector[at] ?? 0) / step);
    scales[number] = step / Math.sqrt(squares);
  }
  return width === 0 ? undefined : { width, numbers, scales };
}

const byteMost = 127;
