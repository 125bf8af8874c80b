/** The editions that an engine holds: search indexes with the vectors of their texts. */
import { hash } from 'node:crypto';
import type { Profile } from '@baraza/contract';
import { LRUCache } from 'lru-cache';
import { prepare } from '../answers/answers.ts';
import { encodedTexts, withVectors } from '../answers/find/encoder-texts.ts';
import type { Prepared } from '../answers/find/prepared.ts';
import type { Knowledge } from '../answers/knowledge.ts';
import type { Breathe } from '../kernel/breathe.ts';
import type {
  Edition,
  EditionContent,
  EmbedRequest,
  OpenReply,
  OpenRequest,
  StatusReply,
  VectorRow,
  VectorsReply,
  VectorsRequest,
} from './messages.ts';
import { knowledgeOf } from './profile-knowledge.ts';

/** The encoder as an engine uses it. */
export interface EngineVectors {
  /** Fingerprint of the weights: vectors of different ones are never compared. */
  readonly model: string;
  /** Vectors of questions, in the order of the texts. */
  readonly encodeQuestion: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /** Vectors of approved texts, in the order of the texts; awaits `breathe` between them. */
  readonly encodeTexts: (
    texts: readonly string[],
    breathe: Breathe,
  ) => Promise<readonly Float32Array[]>;
}

export interface HeldEdition {
  readonly prepared: Prepared;
  /** What is still needed before it is searched by meaning; undefined once nothing is. */
  readonly pending: PendingVectors | undefined;
}

interface PendingVectors {
  /** Every text that needs a vector, by its hash. */
  readonly texts: ReadonlyMap<string, string>;
  /** Stored and new vectors, by hash. */
  readonly known: Map<string, string>;
}

const MB = 1024 * 1024;
const bytesMax = 96 * MB;
// Overhead of a held edition in addition to its index.
const editionBytes = 1_000;

export function createEditions(vectors: EngineVectors | undefined, breathe: Breathe) {
  const held = new LRUCache<string, HeldEdition>({
    maxSize: bytesMax,
    sizeCalculation: ({ prepared }) => Math.min(prepared.bytes + editionBytes, bytesMax),
  });
  // Editions that are being opened: they get no questions until the last of their stored vectors has arrived.
  const opening = new LRUCache<string, Required<HeldEdition>>({ max: 16, ttl: 60_000 });

  /** Holds the edition, and adds the vectors to its index once all of them are known. */
  const settle = async (
    key: string,
    prepared: Prepared,
    pending: PendingVectors,
    made: readonly VectorRow[],
  ): Promise<VectorsReply> => {
    const { texts, known } = pending;
    const missing = missingIn(pending).length;
    if (missing > 0) {
      held.set(key, { prepared, pending });
      return { kind: 'vectors', made, missing, unused: [] };
    }
    const names = new Map([...texts].map(([name, text]) => [text, name]));
    const vectorOf = (text: string) => {
      const row = known.get(names.get(text) ?? '');
      return row === undefined ? undefined : readVectorText(row);
    };
    held.set(key, {
      prepared: await withVectors(prepared, { vectorOf }, breathe),
      pending: undefined,
    });
    const unused = [...known.keys()].filter((name) => !texts.has(name));
    return { kind: 'vectors', made, missing, unused };
  };

  return {
    get: (edition: Edition): HeldEdition | undefined => held.get(keyOf(edition)),
    status: (edition: Edition): StatusReply | undefined => {
      const { prepared, pending } = held.get(keyOf(edition)) ?? {};
      if (prepared === undefined) return undefined;
      const missing = pending === undefined ? 0 : missingIn(pending).length;
      return { kind: 'status', passages: prepared.passageCount, missing };
    },
    drop: (edition: Edition): void => {
      held.delete(keyOf(edition));
    },
    open: async ({ edition, content, hasVectors }: OpenRequest): Promise<OpenReply> => {
      const prepared = await prepare(knowledgeFrom(content), breathe);
      const key = keyOf(edition);
      if (vectors === undefined || !hasVectors) held.set(key, { prepared, pending: undefined });
      else {
        const texts = await hashesOf(vectors.model, prepared, breathe);
        opening.set(key, { prepared, pending: { texts, known: new Map() } });
      }
      return { kind: 'opened', passages: prepared.passageCount };
    },
    /** Returns undefined if this engine does not hold the edition, like the functions below. */
    addVectors: async (request: VectorsRequest): Promise<VectorsReply | undefined> => {
      const { edition, rows, isLast } = request;
      const key = keyOf(edition);
      const { prepared, pending } = opening.get(key) ?? {};
      if (prepared === undefined || pending === undefined) return undefined;
      // A row that cannot be read is made again.
      for (const [name, vector] of rows) if (isVectorText(vector)) pending.known.set(name, vector);
      if (!isLast) return { kind: 'vectors', made: [], missing: pending.texts.size, unused: [] };
      opening.delete(key);
      return settle(key, prepared, pending, []);
    },
    embed: async ({ edition, textsMax }: EmbedRequest): Promise<VectorsReply | undefined> => {
      const key = keyOf(edition);
      const heldEdition = held.get(key);
      if (heldEdition === undefined || vectors === undefined) return undefined;
      const { prepared, pending } = heldEdition;
      if (pending === undefined) return { kind: 'vectors', made: [], missing: 0, unused: [] };
      const part = missingIn(pending).slice(0, textsMax);
      const encoded = await vectors.encodeTexts(
        part.map(([, text]) => text),
        breathe,
      );
      const made = part.flatMap(([name], at): VectorRow[] => {
        const vector = encoded[at];
        return vector === undefined ? [] : [[name, vectorText(vector)]];
      });
      for (const [name, vector] of made) pending.known.set(name, vector);
      return settle(key, prepared, pending, made);
    },
  };
}

function missingIn({ texts, known }: PendingVectors): readonly (readonly [string, string])[] {
  return [...texts].filter(([name]) => !known.has(name));
}

function keyOf({ id, stamp }: Edition): string {
  return `${id} ${stamp}`;
}

function knowledgeFrom(content: EditionContent): Knowledge {
  return 'knowledge' in content
    ? content.knowledge
    : knowledgeOf(JSON.parse(content.profile) as Profile);
}

/** The texts by the name of their stored vector, which is a hash of the encoder's name and the text. */
async function hashesOf(
  model: string,
  prepared: Prepared,
  breathe: Breathe,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const text of await encodedTexts(prepared, breathe)) {
    await breathe();
    hashes.set(hash('sha256', `${model}\n${text}`, 'base64url').slice(0, 22), text);
  }
  return hashes;
}

// Vectors as text for the store: 8-bit quantisation with one scale.
const scaleBytes = 4;
const levels = 127;

export function vectorText(vector: Float32Array): string {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const scale = largest / levels || 1;
  const bytes = Buffer.alloc(scaleBytes + vector.length);
  bytes.writeFloatLE(scale, 0);
  vector.forEach((value, index) => {
    bytes.writeInt8(Math.round(value / scale), scaleBytes + index);
  });
  return bytes.toString('base64');
}

function isVectorText(text: string): boolean {
  return text.length > (scaleBytes * 4) / 3 + 2;
}

export function readVectorText(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  const scale = bytes.readFloatLE(0);
  const values = new Int8Array(
    bytes.buffer,
    bytes.byteOffset + scaleBytes,
    bytes.length - scaleBytes,
  );
  const vector = new Float32Array(values.length);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (values[at] ?? 0) * scale;
  return vector;
}
