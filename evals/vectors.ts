/** Vectors of texts, cached in `.cache/vectors` by the hashes of the weights and of the text. */

import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { encodedTexts, withVectors } from '../packages/server/src/answers/find/encoder-texts.ts';
import type { Prepared } from '../packages/server/src/answers/find/prepared.ts';
import type { VectorSource } from '../packages/server/src/answers/knowledge.ts';
import { type Encoder, openEncoder, shippedEncoder } from './encoder.ts';

export interface Vectors extends VectorSource {
  /** Computes the missing vectors of the texts. */
  make(texts: Iterable<string>): Promise<void>;
  /** Adds the vectors of its texts, for semantic search. */
  joined(prepared: Prepared): Promise<Prepared>;
  /** Same interface as the engine's encoder. */
  readonly encode: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
}

/** Undefined if the encoder cannot run. */
export async function openVectors(files = shippedEncoder): Promise<Vectors | undefined> {
  const encoder = await openEncoder(files);
  if (encoder === undefined) return undefined;
  const file = fileOf(files.weights);
  const known = read(file);
  const vectorOf = (text: string) => known.get(keyOf(text));
  return {
    vectorOf,
    make: (texts) => make(encoder, file, known, texts),
    async joined(prepared) {
      await make(encoder, file, known, [...(await encodedTexts(prepared))]);
      return withVectors(prepared, { vectorOf });
    },
    encode: async (texts) => {
      await make(encoder, file, known, texts);
      return texts.map((text) => vectorOf(text) as Float32Array);
    },
  };
}

const width = 384;
const keyBytes = 16;
const recordBytes = keyBytes + width * Float32Array.BYTES_PER_ELEMENT;
const savedAtOnce = 500;

async function make(
  encoder: Encoder,
  file: URL,
  known: Map<string, Float32Array>,
  texts: Iterable<string>,
): Promise<void> {
  let fresh: Buffer[] = [];
  const save = () => {
    if (fresh.length > 0) appendFileSync(file, Buffer.concat(fresh));
    fresh = [];
  };
  for (const text of texts) {
    const key = keyOf(text);
    if (known.has(key)) continue;
    const vector = await encoder.encode(text);
    known.set(key, vector);
    fresh.push(Buffer.concat([Buffer.from(key, 'base64'), Buffer.from(vector.buffer)]));
    if (fresh.length >= savedAtOnce) save();
  }
  save();
}

function read(file: URL): Map<string, Float32Array> {
  const known = new Map<string, Float32Array>();
  if (!existsSync(file)) return known;
  const bytes = readFileSync(file);
  // An interrupted run leaves a partial record, which misaligns all later ones.
  if (bytes.length % recordBytes !== 0) {
    rmSync(file);
    return known;
  }
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    const key = bytes.toString('base64', at, at + keyBytes);
    const start = bytes.byteOffset + at + keyBytes;
    known.set(key, new Float32Array(bytes.buffer.slice(start, start + recordBytes - keyBytes)));
  }
  return known;
}

function fileOf(weightsFile: string): URL {
  const weights = createHash('sha256').update(readFileSync(weightsFile)).digest('hex');
  const folder = new URL('../.cache/vectors/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  return new URL(`${weights.slice(0, 16)}.bin`, folder);
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest().toString('base64', 0, keyBytes);
}
