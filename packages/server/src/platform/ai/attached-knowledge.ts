/** The knowledge of assistants, made ready to be asked and kept for as long as nothing of it changes. */

import type { Caller } from '../../access/scopes.ts';
import type { Prepared } from '../../answers/prepared.ts';
import { createByteCache } from '../../kernel/byte-cache.ts';
import { inSteps } from '../../kernel/steps.ts';
import { createAnswerQueue } from '../../models/answer-queue.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { createObjectOpener } from '../objects/object-bytes.ts';
import type { Platform } from '../platform.ts';
import {
  type Gathered,
  nobody,
  type OwnField,
  type Place,
  sourcesOf,
  type Warning,
} from './knowledge.ts';
import { createObjectReader, type ObjectReader } from './objects.ts';

export interface Known {
  readonly bytes: number;
  readonly prepared: Prepared;
  readonly places: ReadonlyMap<string, Place>;
  readonly warnings: readonly Warning[];
}

export interface AiLibrary {
  /** Undefined where an assistant has nothing to answer from. */
  readonly knowledgeOf: (
    caller: Caller,
    assistant: ResourceRow,
    own: readonly OwnField[],
  ) => Promise<Known | undefined>;
}

const indexBytesMax = 32 * 1024 * 1024;
// What is not read by then is left to the next question: nobody waits for a shelf of books.
const readingMs = 10_000;
// Each takes tens of megabytes while it is made ready.
const readingSize = {
  atOnce: 4,
  ofOneMax: 2,
  waitingMax: 64,
  waitingOfOneMax: 32,
  waitMs: 30_000,
};

export function createAiLibrary(platform: Platform): AiLibrary {
  const indexes = createByteCache<Known>(indexBytesMax);
  const queue = createAnswerQueue(readingSize);
  let objects: ObjectReader | undefined;
  return {
    knowledgeOf: async (caller, assistant, own) => {
      objects ??= createObjectReader(createObjectOpener(platform));
      const sources = await sourcesOf(platform, objects, caller, assistant, own);
      if (sources.isEmpty) return undefined;
      // The key is part of the name: what another may not read is not in this one's index.
      const name = `${assistant.id} ${caller.keyId}`;
      return indexes.of(name, sources.stamp, async () => {
        const readAll = async () => {
          const gathered = await sources.read(AbortSignal.timeout(readingMs));
          const item = await made(gathered);
          // Under a stamp that nobody asks for, so that the next question looks again.
          return { stamp: gathered.isWhole ? sources.stamp : '', item };
        };
        // Without the caller's own signal: whoever else asks for the same waits for this.
        return queue.run(readAll, { account: caller.ownerId });
      });
    },
  };
}

async function made({ entries, places, warnings }: Gathered): Promise<Known> {
  const engine = await import('../../answers/answers.ts');
  const prepared = await inSteps(engine.preparing({ business: nobody, entries }));
  const bytes = prepared.bytes + places.size * placeBytes;
  return { bytes, prepared, places, warnings };
}

// An id, a place and their strings, about.
const placeBytes = 300;
