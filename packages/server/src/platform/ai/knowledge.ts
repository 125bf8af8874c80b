/** Collects the knowledge of an assistant: its own texts, and the records and files attached to it. */

import { type Generation, isId, type JsonObject } from '@baraza/contract';
import { type Caller, isKnown, readableServices } from '../../access/scopes.ts';
import type { Business, Entry } from '../../answers/knowledge.ts';
import { cutText } from '../../answers/write/quote.ts';
import { breathe } from '../../kernel/breathe.ts';
import { type ObjectRow, objectsQuery } from '../../store/platform/objects.ts';
import { type Place, rowsOfPiece, wholePiece } from '../../store/platform/record-walk.ts';
import { recordIdOf } from '../../store/platform/records.ts';
import { findResource, type ResourceRow } from '../../store/platform/resources.ts';
import { DamagedObject } from '../objects/object-bytes.ts';
import type { Platform } from '../platform.ts';
import { type HiddenFields, hiddenFields } from './fields/hidden-fields.ts';
import { type Part, partLength, recordPart, withText } from './fields/record-part.ts';
import { type ObjectReader, readableByteCount } from './objects.ts';

export interface Gathered {
  readonly entries: readonly Entry[];
  /** Things with a name and a price, each with the id of its entry. */
  readonly prices: Business['prices'];
  readonly hidden: HiddenFields;
  /** Where each entry comes from, by its id. */
  readonly locations: ReadonlyMap<string, SourceLocation>;
  readonly warnings: readonly Warning[];
  /** False when a later read may find more without a change of the sources. */
  readonly isWhole: boolean;
}

/** Where a source comes from, so that a caller can find it. */
export interface SourceLocation {
  readonly resourceId: string;
  readonly recordId?: string;
  readonly key?: string;
  readonly page?: number;
  readonly row?: number;
}

/** A source that could not be read, or only in part; the answer is made without it. */
export type Warning = NonNullable<Generation['warnings']>[number];

const resourcesMax = 50;
// Indexing more at once would block the event loop for a second.
const charactersMax = 2 * 1024 * 1024;
// Overhead of a part, without its text.
const partCharacters = 100;
// A title is searched with every passage below it.
const titleCharacters = 300;
const itemCharacters = 120;
const pricesMax = 2_000;
const objectsMax = 1_000;
// Files may be large without text, so bytes read are limited, not only text found.
const readBytesMax = 16 * 1024 * 1024;
const filesReadMax = 5_000;
const warningsMax = 20;

/**
 * Only what the API key itself may read: an assistant must not bypass scopes. Resources that are deleted,
 * archived or of another owner are left out alike.
 */
export async function sourcesOf(
  platform: Platform,
  objects: ObjectReader,
  caller: Caller,
  assistant: ResourceRow,
  own: readonly OwnField[],
) {
  const config = JSON.parse(assistant.config) as JsonObject;
  const readable = readableServices(caller);
  const found = await Promise.all(
    knowledgeIds(config)
      .filter((id) => isKnown(caller, id))
      .map((id) => findResource(platform.store, caller.ownerId, id)),
  );
  const resources = found.filter(
    (row): row is ResourceRow =>
      row !== undefined &&
      row.state !== 'archived' &&
      (row.service === 'data' || row.service === 'storage') &&
      readable.includes(row.service),
  );
  const ownParts = own.flatMap((field) => ownPart(config, field));
  return {
    /** Version stamp: changes whenever a source changes. */
    stamp: [assistant, ...resources]
      .map(({ id, version, updated_at }) => [id, version, updated_at])
      .join(' '),
    isEmpty: ownParts.length === 0 && resources.length === 0,
    /** Files that take longer to read than the signal lasts are left out, with a warning. */
    read: async (signal: AbortSignal) => {
      const gatherer = createGatherer(hiddenFields(config));
      for (const { field, part } of ownParts)
        gatherer.add(field, part, { resourceId: assistant.id });
      for (const resource of resources)
        if (resource.service === 'data') await addRecords(platform, resource, gatherer);
        else await addObjects(platform, objects, resource, gatherer, signal);
      return gatherer.result();
    },
  };
}

export type OwnField = 'description' | 'instructions';

function knowledgeIds({ knowledge }: JsonObject): readonly string[] {
  const ids = Array.isArray(knowledge) ? (knowledge as readonly unknown[]) : [knowledge];
  const known = ids.filter((id): id is string => typeof id === 'string' && isId('resource', id));
  return [...new Set(known)].slice(0, resourcesMax);
}

function ownPart(config: JsonObject, field: OwnField) {
  const text = config[field];
  if (typeof text !== 'string' || text.trim() === '') return [];
  const part: Part = { kind: 'fact', title: '', text };
  return [{ field, part }];
}

/** Collects parts up to the size limits. */
function createGatherer(hidden: HiddenFields) {
  const entries: Entry[] = [];
  const prices: Business['prices'][number][] = [];
  const locations = new Map<string, SourceLocation>();
  const warnings: Warning[] = [];
  let left = charactersMax;
  let bytesLeft = readBytesMax;
  let filesLeft = filesReadMax;
  let isWhole = true;
  const warn = (warning: Warning): void => {
    if (warnings.length < warningsMax) warnings.push(warning);
  };
  return {
    hidden,
    isFull: () => left <= 0,
    warn,
    /** Whether there is time for one more file of this size. */
    mayRead: (bytes: number): boolean => {
      bytesLeft -= bytes;
      filesLeft -= 1;
      return bytesLeft >= 0 && filesLeft >= 0;
    },
    expectMore: () => {
      isWhole = false;
    },
    add: (id: string, part: Part, location: SourceLocation): void => {
      const { kind, title, text, english, price, page, row } = part;
      if (left <= 0 || (text.trim() === '' && price === undefined)) return;
      left -= partLength(part) + partCharacters;
      if (left <= 0) {
        warn({ ...warningLocation(location), message: thereIsMore });
        return;
      }
      const whole: SourceLocation = {
        ...location,
        ...(page === undefined ? {} : { page }),
        ...(row === undefined ? {} : { row }),
      };
      const enter = (
        entryId: string,
        texts: Pick<Part, 'title' | 'text' | 'english' | 'language'>,
      ) => {
        const { english, language } = texts;
        entries.push({ ...entryOf(texts.title, texts.text), id: entryId, kind, language });
        if (english !== undefined)
          entries.push({
            ...entryOf(english.title, english.text),
            id: entryId,
            kind,
            language: 'en',
          });
        locations.set(entryId, whole);
      };
      if (text.trim() !== '') enter(id, part);
      if (price === undefined) return;
      // A separate entry, so that a question about the price is answered with the price only.
      const priceId = `${id}\nprice`;
      const priceEnglish = { title: english?.title ?? title, text: price.text.en };
      enter(priceId, { title, text: price.text.sw, language: 'sw', english: priceEnglish });
      // A long name is found by the search, not by the rules for prices.
      if (title.length <= itemCharacters && prices.length < pricesMax)
        prices.push({ ...price.listed, id: priceId });
    },
    result: (): Gathered => ({ entries, prices, hidden, locations, warnings, isWhole }),
  };
}

function entryOf(title: string, text: string): Omit<Entry, 'id' | 'kind' | 'language'> {
  const isTitled = title.length <= titleCharacters;
  return {
    title: isTitled ? title : cutText(title, titleCharacters),
    text: isTitled ? text : `${title}\n${text}`,
    url: null,
    alternatives: [],
  };
}

const thereIsMore = 'Only the first part was read; the rest is left out.';

function warningLocation({ resourceId, key }: SourceLocation): Pick<Warning, 'resourceId' | 'key'> {
  return key === undefined ? { resourceId } : { resourceId, key };
}

type Gatherer = ReturnType<typeof createGatherer>;

async function addRecords(
  { store }: Platform,
  { id: resourceId }: ResourceRow,
  gatherer: Gatherer,
) {
  let afterId: string | undefined;
  // Page by page: a collection may hold more than is ever read of it.
  do {
    const after: Place | undefined = afterId === undefined ? undefined : { key: '', id: afterId };
    const piece = wholePiece({ resourceId, isDown: false }, after);
    const rows = await rowsOfPiece(store, piece, recordsAtOnce, undefined);
    for (const row of rows) {
      await breathe();
      if (gatherer.isFull()) return;
      const part = recordPart(gatherer.hidden.removedFrom(JSON.parse(row.record) as JsonObject));
      gatherer.add(row.id, withText(part), { resourceId, recordId: recordIdOf(row) });
    }
    afterId = rows.length < recordsAtOnce ? undefined : rows.at(-1)?.id;
  } while (afterId !== undefined && !gatherer.isFull());
}

const recordsAtOnce = 1_000;

async function addObjects(
  { store, log }: Platform,
  objects: ObjectReader,
  resource: ResourceRow,
  gatherer: Gatherer,
  signal: AbortSignal,
) {
  const { id: resourceId } = resource;
  const rows = await store.all<ObjectRow>(objectsQuery(resourceId, { limit: objectsMax }));
  for (const row of rows) {
    if (gatherer.isFull()) return;
    const { key } = row;
    if (!gatherer.mayRead(readableByteCount(row))) {
      gatherer.warn({ resourceId, key, message: thereIsMore });
      return;
    }
    const cut = await objects
      .partsOf(resource, row, gatherer.hidden, signal)
      .catch((cause: unknown) => {
        // Reading it again would not help; a new upload has another stamp.
        if (cause instanceof DamagedObject) return { parts: [], warning: cause.message };
        log.warn('an object of an assistant could not be read', { resourceId, cause });
        return 'later' as const;
      });
    if (cut === undefined) continue;
    if (cut === 'later') {
      gatherer.expectMore();
      gatherer.warn({ resourceId, key, message: 'It has not been read yet; ask again shortly.' });
      continue;
    }
    if (cut.warning !== undefined) gatherer.warn({ resourceId, key, message: cut.warning });
    // An id that is used twice would pass for one text in two languages.
    for (const [index, part] of cut.parts.entries()) {
      await breathe();
      const id = index === 0 ? `${resourceId}/${key}` : `${resourceId}/${key}\n${index}`;
      gatherer.add(id, part, { resourceId, key });
    }
  }
}

/** An assistant of the platform has no hours or contacts; its prices are those of its records. */
export const noBusiness: Business = {
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
