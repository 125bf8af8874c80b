/** Cache of the search indexes of assistants; an entry is valid until its sources change. */

import type { Caller } from '../../access/scopes.ts';
import type { Prepared } from '../../answers/find/prepared.ts';
import { createByteCache } from '../../kernel/byte-cache.ts';
import { inSteps } from '../../kernel/steps.ts';
import { createAnswerQueue } from '../../models/answer-queue.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { createObjectOpener } from '../objects/object-bytes.ts';
import type { Platform } from '../platform.ts';
import type { HiddenFields } from './fields/hidden-fields.ts';
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
  readonly id: string;
  /** Another one with each change of what it was made from. */
  readonly stamp: string;
  readonly bytes: number;
  readonly prepared: Prepared;
  readonly hidden: HiddenFields;
  readonly places: ReadonlyMap<string, Place>;
  readonly warnings: readonly Warning[];
}

export interface AiLibrary {
  /** Undefined when an assistant has no knowledge. */
  readonly knowledgeOf: (
    caller: Caller,
    assistant: ResourceRow,
    own: readonly OwnField[],
  ) => Promise<Known | undefined>;
}

const indexBytesMax = 32 * 1024 * 1024;
// Deadline for reading files; what is not read by then is left to the next question.
const readingMs = 10_000;
// Each index takes tens of megabytes while it is built.
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
      // The API key is part of the cache key, since the index holds only what that key may read.
      const name = `${assistant.id} ${caller.keyId}`;
      return indexes.of(name, sources.stamp, async () => {
        const readAll = async () => {
          const gathered = await sources.read(AbortSignal.timeout(readingMs));
          const { stamp } = sources;
          const item = { ...(await prepareKnowledge(gathered)), id: name, stamp };
          // Cached under a stamp that never matches, so that the next question rebuilds it.
          return { stamp: gathered.isWhole ? stamp : '', item };
        };
        // Not tied to the caller's signal: concurrent callers share this build.
        return queue.run(readAll, { account: caller.ownerId });
      });
    },
  };
}

async function prepareKnowledge({ entries, prices, hidden, places, warnings }: Gathered) {
  const engine = await import('../../answers/answers.ts');
  const prepared = await inSteps(engine.preparing({ business: { ...nobody, prices }, entries }));
  const bytes = prepared.bytes + places.size * placeBytes;
  return { bytes, prepared, hidden, places, warnings };
}

// Estimated size of an id, a place and their strings.
const placeBytes = 300;
