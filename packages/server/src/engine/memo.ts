/** Caches what the models gave for a question: vectors and scores. */
import { hash } from 'node:crypto';
import type { AnswerModels } from '../answers/answers.ts';
import type { Reading, ReadScore } from '../answers/read/read-passages.ts';
import type { Memo } from './messages.ts';

/** Thrown if a model is needed that may not be used now. */
export class NotRead extends Error {}

/**
 * `models` with a memory; without `mayUse` whatever is not remembered throws `NotRead`. A model that is absent stays
 * absent.
 */
export function withMemo({ encode, read }: AnswerModels, known: Memo | undefined, mayUse: boolean) {
  const readings = new Map(known?.readings);
  let vectors = known?.vectors;
  let isUsed = false;
  let hasRemembered = false;
  const use = (): void => {
    if (!mayUse) throw new NotRead('the question was not read');
    isUsed = true;
  };
  const models: AnswerModels = {
    ...(encode && {
      encode: async (texts) => {
        if (vectors !== undefined) {
          hasRemembered = true;
          return vectors;
        }
        use();
        const made = await encode(texts);
        // Empty if no vectors were made in time: the next question tries again.
        if (made.length > 0) vectors = made;
        return made;
      },
    }),
    ...(read && {
      read: async (reading) => {
        const key = hashOf(reading);
        const known = readings.get(key);
        if (known !== undefined) {
          hasRemembered = true;
          return unpackScores(known, reading);
        }
        use();
        const packed = packScores(await read(reading));
        readings.set(key, packed);
        // Rounded like those from memory, so that the second answer is the same as the first.
        return unpackScores(packed, reading);
      },
    }),
  };
  return {
    ...models,
    /** What the models were used for, together with what was known; undefined if none was used. */
    memo: (): Memo | undefined => (isUsed ? { vectors, readings } : undefined),
    /** Whether something was remembered that a model would have been needed for. */
    hasRemembered: () => hasRemembered,
  };
}

/** Arrays from a message are views of its whole buffer; a copy holds no more than it shows. */
export function copyMemo({ vectors, readings }: Memo): Memo {
  return {
    vectors: vectors?.map((vector) => vector.slice()),
    readings: new Map([...readings].map(([key, scores]) => [key, scores.slice()])),
  };
}

// Overhead of an entry: its keys, the map and the headers of its arrays.
const entryBytes = 400;
const arrayBytes = 200;

export function memoBytes({ vectors = [], readings }: Memo): number {
  let bytes = entryBytes;
  for (const { byteLength } of [...vectors, ...readings.values()]) bytes += byteLength + arrayBytes;
  return bytes;
}

function hashOf({ question, before, passages }: Reading): string {
  const texts = passages.map(({ title, sentences }) => [title, sentences]);
  return hash('sha256', JSON.stringify([question, before, texts]), 'base64url').slice(0, 22);
}

// Two numbers for each passage, then one for each of its sentences.
function packScores(scores: readonly ReadScore[]): Float32Array {
  return Float32Array.from(
    scores.flatMap(({ answer, said, evidence }) => [answer, said, ...evidence]),
  );
}

function unpackScores(packed: Float32Array, { passages }: Reading): readonly ReadScore[] {
  let at = 0;
  return passages.map(({ sentences }) => {
    const [answer = 0, said = 0, ...evidence] = packed.subarray(at, at + 2 + sentences.length);
    at += 2 + sentences.length;
    return { answer, said, evidence };
  });
}
