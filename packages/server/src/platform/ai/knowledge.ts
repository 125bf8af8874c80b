/**
 * The knowledge of assistants: their own texts, and the records and files attached to them. What is known is kept until
 * a source changes.
 */
import { isId, type JsonObject } from '@baraza/contract';
import { type Caller, isKnown, readableServices } from '../../access/scopes.ts';
import type { Business } from '../../answers/knowledge.ts';
import type { EngineSource } from '../../engine/engine.ts';
import { breathe } from '../../kernel/breathe.ts';
import { createByteCache } from '../../kernel/byte-cache.ts';
import { createAnswerQueue } from '../../models/answer-queue.ts';
import { type ObjectRow, objectsQuery } from '../../store/platform/objects.ts';
import { type Place, rowsOfPiece, wholePiece } from '../../store/platform/record-walk.ts';
import { recordIdOf } from '../../store/platform/records.ts';
import { findResource, type ResourceRow } from '../../store/platform/resources.ts';
import { createObjectOpener, DamagedObject } from '../objects/object-bytes.ts';
import { parsedConfig } from '../parsed-config.ts';
import type { Platform } from '../platform.ts';
import { type HiddenFields, hiddenFields } from './fields/hidden-fields.ts';
import { recordPart } from './fields/record-part.ts';
import { createGatherer, type Gathered, type Gatherer } from './gatherer.ts';
import { createObjectReader, type ObjectReader, readableByteCount } from './objects.ts';

export interface Known extends Pick<Gathered, 'locations' | 'warnings'> {
  readonly bytes: number;
  /** The knowledge as a source that the engine loads and asks. */
  readonly source: EngineSource;
  readonly hidden: HiddenFields;
}

export type AiLibrary = ReturnType<typeof createAiLibrary>;

const cacheBytesMax = 16 * 1024 * 1024;
// Estimated size of an id, a location and their strings.
const locationBytes = 300;
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
  const objects = createObjectReader(createObjectOpener(platform));
  return {
    /** Undefined when an assistant has no knowledge; `own` are the fields of its config that belong to it. */
    knowledgeOf: async (caller: Caller, assistant: ResourceRow, own: readonly string[]) => {
      const config = parsedConfig(assistant.config);
      const texts = own.flatMap((field) => {
        const text = config[field];
        return typeof text === 'string' && text.trim() !== '' ? [{ field, text }] : [];
      });
      const attached = await attachedResources(platform, caller, config);
      if (texts.length === 0 && attached.length === 0) return undefined;
      const sources = { assistant, texts, attached, hidden: hiddenFields(config) };
      // The API key is part of the name, since a caller gets only what that key may read.
      const id = `${assistant.id} ${caller.keyId}`;
      const versions = [assistant, ...attached]
        .map((row) => [row.id, row.version, row.updated_at])
        .join(' ');
      // Not tied to the caller's signal: concurrent callers share a reading.
      const read = () =>
        queue.run(() => readSources(platform, objects, sources), { account: caller.ownerId });
      return cache.of(id, versions, async () => {
        const gathered = await read();
        const { locations, warnings } = gathered;
        // An incomplete reading is used once: the next question reads again.
        const stamp = gathered.isWhole ? versions : `${versions} ${platform.clock()}`;
        const load = createLoad(gathered, read);
        const item: Known = {
          bytes: locations.size * locationBytes,
          source: { id, stamp, owner: caller.ownerId, load },
          hidden: sources.hidden,
          locations,
          warnings,
        };
        return { stamp, item };
      });
    },
  };
}

/** The first engine gets what was just read; an engine that needs it later reads it again. */
function createLoad(first: Gathered, read: () => Promise<Gathered>): EngineSource['load'] {
  let fresh: Gathered | undefined = first;
  return async () => {
    const { entries, prices } = fresh ?? (await read());
    fresh = undefined;
    return { knowledge: { business: { ...noBusiness, prices }, entries } };
  };
}

const resourcesMax = 50;

/**
 * Only what the API key itself may read: an assistant must not bypass scopes. Resources that are deleted,
 * archived or of another owner are left out alike.
 */
async function attachedResources(
  { store }: Platform,
  caller: Caller,
  { knowledge }: JsonObject,
): Promise<readonly ResourceRow[]> {
  const ids = [knowledge].flat().filter((id) => typeof id === 'string' && isId('resource', id));
  const rows = await Promise.all(
    [...new Set(ids as readonly string[])]
      .slice(0, resourcesMax)
      .filter((id) => isKnown(caller, id))
      .map((id) => findResource(store, caller.ownerId, id)),
  );
  const readable = readableServices(caller);
  return rows
    .filter((row) => row !== undefined)
    .filter(({ service, state }) => {
      const isKnowledge = service === 'data' || service === 'storage';
      return isKnowledge && readable.includes(service) && state !== 'archived';
    });
}

interface Sources {
  readonly assistant: ResourceRow;
  readonly texts: readonly { readonly field: string; readonly text: string }[];
  readonly attached: readonly ResourceRow[];
  readonly hidden: HiddenFields;
}

async function readSources(
  platform: Platform,
  objects: ObjectReader,
  { assistant, texts, attached, hidden }: Sources,
): Promise<Gathered> {
  const signal = AbortSignal.timeout(readingMs);
  const gatherer = createGatherer();
  for (const { field, text } of texts)
    gatherer.add(field, { kind: 'fact', title: '', text }, { resourceId: assistant.id });
  for (const resource of attached)
    if (resource.service === 'data') await addRecords(platform, resource, hidden, gatherer);
    else await addObjects(platform, objects, resource, hidden, gatherer, signal);
  return gatherer.result();
}

const recordsAtOnce = 1_000;

async function addRecords(
  { store }: Platform,
  { id: resourceId }: ResourceRow,
  hidden: HiddenFields,
  gatherer: Gatherer,
): Promise<void> {
  let afterId: string | undefined;
  // Page by page: a collection may hold more than is ever read of it.
  do {
    const after: Place | undefined = afterId === undefined ? undefined : { key: '', id: afterId };
    const piece = wholePiece({ resourceId, isDown: false }, after);
    const rows = await rowsOfPiece(store, piece, recordsAtOnce, undefined);
    for (const row of rows) {
      await breathe();
      if (gatherer.isFull()) return;
      const part = recordPart(hidden.removedFrom(JSON.parse(row.record)));
      gatherer.add(row.id, part, { resourceId, recordId: recordIdOf(row) });
    }
    afterId = rows.length < recordsAtOnce ? undefined : rows.at(-1)?.id;
  } while (afterId !== undefined);
}

const objectsMax = 1_000;

/** Files that take longer to read than the signal lasts are left out, with a warning. */
async function addObjects(
  { store, log }: Platform,
  objects: ObjectReader,
  bucket: ResourceRow,
  hidden: HiddenFields,
  gatherer: Gatherer,
  signal: AbortSignal,
): Promise<void> {
  const { id: resourceId } = bucket;
  const rows = await store.all<ObjectRow>(objectsQuery(resourceId, { limit: objectsMax }));
  for (const row of rows) {
    const location = { resourceId, key: row.key };
    if (gatherer.isFull() || !gatherer.mayRead(readableByteCount(row), location)) return;
    const cut = await objects.partsOf(bucket, row, hidden, signal).catch((cause: unknown) => {
      // Reading it again would not help; a new upload has another stamp.
      if (cause instanceof DamagedObject) return { parts: [], warning: cause.message };
      log.warn('an object of an assistant could not be read', { resourceId, cause });
      return 'later' as const;
    });
    if (cut === 'later') gatherer.expect(location);
    else if (cut?.warning !== undefined) gatherer.warn(location, cut.warning);
    if (cut === undefined || cut === 'later') continue;
    for (const [index, part] of cut.parts.entries()) {
      await breathe();
      // An id that is used twice would pass for one text in two languages.
      const id = index === 0 ? `${resourceId}/${row.key}` : `${resourceId}/${row.key}\n${index}`;
      gatherer.add(id, part, location);
    }
  }
}

/** An assistant of the platform has no hours or contacts; its prices are those of its records. */
const noBusiness: Business = {
  name: '',
  business: '',
  greeting: '',
  about: '',
  whatsapp: '',
  phone: '',
  email: '',
  address: '',
  timezone: 'UTC',
  hours: [],
  closed: [],
  prices: [],
  languages: ['en', 'sw'],
  strictness: 'normal',
};
