/**
 * The vectors of a site's passages, packed languageIndex by languageIndex so that a question is
 * laid against all of them at once.
 */
import type { Passage, VectorSource } from '../knowledge.ts';
import type { LanguageIndex } from './search-index.ts';

export interface PassageVectors {
  readonly languages: ReadonlyMap<LanguageIndex, PackedVectors>;
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
export async function packVectors(
  languages: readonly LanguageIndex[],
  source: VectorSource,
  breathe?: () => Promise<void> | undefined,
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

/** What an encoder is given for a passage, and what a `VectorSource` is asked for. */
export function encodedText({ title, text }: Passage): string {
  return title === '' ? text : `${title}\n${text}`;
}

/** Less than any cosine: the passage has no vector, or one of another encoder. */
export const noLikeness = -2;

/** The places of the passages that are most like a direction, best first; none that has nothing in common with it. */
export function nearest(
  { languages }: PassageVectors,
  languageIndex: LanguageIndex,
  direction: Float32Array,
  most: number,
): readonly number[] {
  const packed = languages.get(languageIndex);
  if (packed === undefined || packed.width !== direction.length) return [];
  const likenesses = new Float32Array(languageIndex.passages.length);
  for (let passage = 0; passage < likenesses.length; passage += 1)
    likenesses[passage] = likenessOf(packed, passage, direction);
  return highest(likenesses, most);
}

/** What a passage has in common with a direction: with a question of length one, their cosine. */
export function likenessTo(
  { languages }: PassageVectors,
  languageIndex: LanguageIndex,
  passage: number,
  direction: Float32Array,
): number {
  return likenessOf(languages.get(languageIndex), passage, direction);
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

async function packLanguage(
  { passages }: LanguageIndex,
  source: VectorSource,
  breathe?: () => Promise<void> | undefined,
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
    // Vectors of another width were made by another encoder.
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
const passagesInSlice = 256;

/** The places of the highest scores above nothing, best first. */
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
