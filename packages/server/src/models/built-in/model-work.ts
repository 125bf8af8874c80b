/** Works off what the built-in models are asked for, one text or one passage at a time. */
import { setImmediate } from 'node:timers/promises';
import type { ReadScore } from '../models.ts';
import type { EncodingOrder, FromModels, ReadingOrder, ToModels } from './messages.ts';
import type { ReadPassage } from './reader-model.ts';
import { createWorkQueue } from './work-queue.ts';

interface ModelWorkParts {
  readonly encode: ((text: string) => Promise<Float32Array>) | undefined;
  /** Called once, with the first reading: a process may live long without one. */
  readonly openReader: () => Promise<ReadPassage>;
  readonly send: (reply: FromModels) => void;
}

interface Work {
  readonly id: number;
  readonly rank: 'urgent' | 'patient' | { readonly site: string };
  /** Does one unit; gives the reply once there is nothing left to do. */
  readonly step: () => Promise<FromModels | undefined>;
}

export function createModelWork({ encode, openReader, send }: ModelWorkParts): {
  readonly take: (message: ToModels) => void;
} {
  const queue = createWorkQueue<Work>();
  let isWorking = false;
  let reader: Promise<ReadPassage> | undefined;

  const readWith = (): Promise<ReadPassage> => {
    reader ??= openReader();
    return reader;
  };

  const encoding = ({ id, texts, isUrgent }: EncodingOrder & { readonly id: number }): Work => {
    const vectors: Float32Array[] = [];
    const step = async (): Promise<FromModels | undefined> => {
      if (encode === undefined) return { id, refused: 'there is no encoder' };
      const text = texts[vectors.length];
      if (text !== undefined) vectors.push(await encode(text));
      return vectors.length < texts.length ? undefined : { id, vectors: concatVectors(vectors) };
    };
    return { id, rank: isUrgent ? 'urgent' : 'patient', step };
  };

  const reading = ({ id, reading, site }: ReadingOrder & { readonly id: number }): Work => {
    const { passages } = reading;
    const scores: ReadScore[] = [];
    const step = async (): Promise<FromModels | undefined> => {
      const passage = passages[scores.length];
      try {
        const read = await readWith();
        if (passage !== undefined) scores.push(await read(reading, passage));
      } catch (error) {
        // The encoder beside it goes on.
        return { id, refused: (error as Error).message };
      }
      return scores.length < passages.length ? undefined : { id, scores };
    };
    return { id, rank: { site }, step };
  };

  /**
   * One unit at a time: a batch spares no time on one thread, its company would change a result by
   * the rounding that it shares, and a question would have to wait for the whole of it.
   */
  const workOff = async (): Promise<void> => {
    isWorking = true;
    for (;;) {
      const work = queue.next();
      if (work === undefined) break;
      const reply = await work.step();
      if (reply !== undefined) {
        queue.remove(work.id);
        send(reply);
      }
      // What came in meanwhile is taken here, before the next unit is chosen.
      await setImmediate();
    }
    isWorking = false;
  };

  return {
    take: (message) => {
      if ('forget' in message) return queue.remove(message.forget);
      queue.add('reading' in message ? reading(message) : encoding(message));
      if (!isWorking) void workOff();
    },
  };
}

function concatVectors(vectors: readonly Float32Array[]): Float32Array {
  const width = vectors[0]?.length ?? 0;
  const all = new Float32Array(vectors.length * width);
  vectors.forEach((vector, index) => {
    all.set(vector, index * width);
  });
  return all;
}
