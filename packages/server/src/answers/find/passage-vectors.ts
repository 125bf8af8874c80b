/** The vectors of a site's passages, packed into one array for each language, for a fast scan. */
import type { Breathe } from '../../kernel/breathe.ts';
import type { Passage, VectorSource } from '../knowledge.ts';
import type { LanguageIndex } from './search-index.ts';

export interface PassageVectors {
  readonly languages: ReadonlyMap<LanguageIndex, PackedVectors>;
  readonly bytes: number;
}

/** One byte for each number, which changes a cosine by about a thousandth. */
interface PackedVectors {
  readonly width: number;
  readonly numbers: Int8Array;
  /** The value of one step, by passage; 0 if the passage has no vector. */
  readonly scales: Float32Array;
}

/** Undefined if no passage has a vector. */
export async function packVectors(
  languages: readonly LanguageIndex[],
  source: VectorSource,
  breathe?: Breathe,
): Promise<PassageVectors | undefined> {
  const packed = new Map<LanguageIndex, PackedVectors>();
  for (const languageIndex of languages) {
    const vectors = await packLanguage(languageIndex, source, breathe);
    if (vectors) packed.set(languageIndex, vectors);
  }
  let bytes = 0;
  for (const { numbers, scales } of packed.values())
    bytes += numbers.byteLength + scales.byteLength;
  return packed.size === 0 ? undefined : { languages: packed, bytes };
}

/** The text of a passage for the encoder, and the key for `VectorSource`. */
export function encodedText({ title, text }: Passage): string {
  return title === '' ? text : `${title}\n${text}`;
}

/** The positions of the passages most similar to a direction, best first; only those with a similarity above 0. */
export function nearest(
  { languages }: PassageVectors,
  languageIndex: LanguageIndex,
  direction: Float32Array,
  most: number,
): readonly number[] {
  const packed = languages.get(languageIndex);
  if (packed === undefined || packed.width !== direction.length) return [];
  const similarities = new Float32Array(languageIndex.passages.length);
  for (let passage = 0; passage < similarities.length; passage += 1)
    similarities[passage] = similarityOf(packed, passage, direction) ?? 0;
  return highest(similarities, most);
}

/**
 * The dot product of a passage and a direction: the cosine, if the direction has length one. Undefined if the passage
 * has no vector, or one from another encoder.
 */
export function similarityTo(
  { languages }: PassageVectors,
  languageIndex: LanguageIndex,
  passage: number,
  direction: Float32Array,
): number | undefined {
  return similarityOf(languages.get(languageIndex), passage, direction);
}

/** The vector scaled to length one; undefined for a zero vector. */
export function unit(vector: Float32Array): Float32Array | undefined {
  const length = Math.hypot(...vector);
  return length === 0 ? undefined : vector.map((value) => value / length);
}

function similarityOf(
  packed: PackedVectors | undefined,
  passage: number,
  direction: Float32Array,
): number | undefined {
  const scale = packed?.scales[passage] ?? 0;
  if (packed === undefined || scale === 0 || packed.width !== direction.length) return undefined;
  return product(packed.numbers, passage * packed.width, direction) * scale;
}

// Four independent sums, so that the processor can add in parallel.
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

async function packLanguage(
  { passages }: LanguageIndex,
  source: VectorSource,
  breathe?: Breathe,
): Promise<PackedVectors | undefined> {
  let width = 0;
  let numbers = new Int8Array(0);
  const scales = new Float32Array(passages.length);
  for (const [number, passage] of passages.entries()) {
    if (number % passagesInSlice === 0) await breathe?.();
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
    // A vector of another width is from another encoder.
    if (vector.length !== width || most === 0) continue;
    const step = most / byteMost;
    for (let at = 0; at < width; at += 1)
      numbers[number * width + at] = Math.round((vector[at] ?? 0) / step);
    scales[number] = step / Math.sqrt(squares);
  }
  if (width === 0) return undefined;
  return { width, numbers, scales };
}

const byteMost = 127;
const passagesInSlice = 64;

/** The positions of the highest scores above 0, best first. */
export function highest(scores: Float32Array, most: number): number[] {
  const found: number[] = [];
  let least = 0;
  for (let at = 0; at < scores.length; at += 1) {
    const score = scores[at] ?? 0;
    if (score <= least) continue;
    let place = found.length;
    while (place > 0 && (scores[found[place - 1] ?? 0] ?? 0) < score) place -= 1;
    found.splice(place, 0, at);
    if (found.length > most) found.pop();
    if (found.length === most) least = scores[found[most - 1] ?? 0] ?? 0;
  }
  return found;
}
