/** Cache of what is known about the knowledge of assistants; an entry is valid until its sources change. */

import type { Caller } from '../../access/scopes.ts';
import type { Knowledge } from '../../answers/knowledge.ts';
import type { EngineSource } from '../../engine/engine.ts';
import { createByteCache } from '../../kernel/byte-cache.ts';
import { createAnswerQueue } from '../../models/answer-queue.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import { createObjectOpener } from '../objects/object-bytes.ts';
import type { Platform } from '../platform.ts';
import type { HiddenFields } from './fields/hidden-fields.ts';
import {
  type Gathered,
  noBusiness,
  type OwnField,
  type SourceLocation,
  sourcesOf,
  type Warning,
} from './knowledge.ts';
import { createObjectReader, type ObjectReader } from './objects.ts';

export interface Known {
  readonly bytes: number;
  /** The knowledge as a source that the engine loads and asks. */
  readonly source: EngineSource;
  readonly hidden: HiddenFields;
  readonly locations: ReadonlyMap<string, SourceLocation>;
  readonly warnings: readonly Warning[];
}

export type AiLibrary = ReturnType<typeof createAiLibrary>;

const cacheBytesMax = 16 * 1024 * 1024;
// Deadline for reading files; what is not read by then is left to the next question.
const readingMs = 10_000;
// A reading takes tens of megabytes.
const readingSize = {
  atOnce: 4,
  ofOneMax: 2,
  waitingMax: 64,
  waitingOfOneMax: 32,
  waitMs: 30_000,
};

export function createAiLibrary(platform: Platform) {
  const cache = createByteCache<Known>(cacheBytesMax);
  const queue = createAnswerQueue(readingSize);
  let objects: ObjectReader | undefined;
  return {
    /** Undefined when an assistant has no knowledge. */
    knowledgeOf: async (caller: Caller, assistant: ResourceRow, own: readonly OwnField[]) => {
      objects ??= createObjectReader(createObjectOpener(platform));
      const sources = await sourcesOf(platform, objects, caller, assistant, own);
      if (sources.isEmpty) return undefined;
      // The API key is part of the name, since a caller gets only what that key may read.
      const name = `${assistant.id} ${caller.keyId}`;
      // Not tied to the caller's signal: concurrent callers share a reading.
      const read = () =>
        queue.run(() => sources.read(AbortSignal.timeout(readingMs)), { account: caller.ownerId });
      return cache.of(name, sources.stamp, async () => {
        const gathered = await read();
        // An incomplete reading is used once: the next question reads again.
        const stamp = gathered.isWhole ? sources.stamp : `${sources.stamp} ${platform.clock()}`;
        const source: EngineSource = {
          id: name,
          stamp,
          owner: caller.ownerId,
          load: createLoad(gathered, read),
        };
        const { hidden, locations, warnings } = gathered;
        const bytes = locations.size * locationBytes;
        return { stamp, item: { bytes, source, hidden, locations, warnings } };
      });
    },
  };
}

/** The first engine gets what was just read; an engine that needs it later reads it again. */
function createLoad(first: Gathered, read: () => Promise<Gathered>) {
  let fresh: Gathered | undefined = first;
  return async (): Promise<{ readonly knowledge: Knowledge }> => {
    const { entries, prices } = fresh ?? (await read());
    fresh = undefined;
    return { knowledge: { business: { ...noBusiness, prices }, entries } };
  };
}

// Estimated size of an id, a location and their strings.
const locationBytes = 300;
