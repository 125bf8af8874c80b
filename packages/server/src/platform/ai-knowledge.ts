/** What an assistant may answer from: its own texts, and the records and texts it is given. */
import { isId, type JsonObject } from '@baraza/contract';
import { type Caller, readableServices } from '../access/scopes.ts';
import type { Business, Entry, Knowledge } from '../answers/answers.ts';
import { type ObjectRow, objectsQuery } from '../store/objects.ts';
import { type RecordRow, recordsQuery } from '../store/records.ts';
import { findResource, type ResourceRow } from '../store/resources.ts';
import type { Platform } from './platform.ts';

export interface Sources {
  /** Another text whenever anything that is answered from has changed. */
  readonly stamp: string;
  readonly isEmpty: boolean;
  readonly read: () => Promise<Knowledge>;
}

const resourcesMax = 50;
// To make more ready at once would hold up everybody for a second.
const charactersMax = 2 * 1024 * 1024;
const objectBytesMax = 1024 * 1024;
const objectsMax = 1_000;

/**
 * Only what the key itself may read: an assistant is no way around the scopes. What is gone,
 * archived or somebody else's is left out, all three alike.
 */
export async function sourcesOf(
  platform: Platform,
  caller: Caller,
  assistant: ResourceRow,
): Promise<Sources> {
  const config = JSON.parse(assistant.config) as JsonObject;
  const readable = readableServices(caller);
  const found = await Promise.all(
    knowledgeIds(config).map((id) => findResource(platform.store, caller.ownerId, id)),
  );
  const resources = found.filter(
    (row): row is ResourceRow =>
      row !== undefined &&
      row.state !== 'archived' &&
      (row.service === 'data' || row.service === 'storage') &&
      readable.includes(row.service),
  );
  const own = ownEntries(config);
  return {
    stamp: [assistant, ...resources]
      .map(({ id, version, updated_at }) => [id, version, updated_at])
      .join(' '),
    isEmpty: own.length === 0 && resources.length === 0,
    read: async () => {
      const entries = [...own];
      let left = charactersMax;
      for (const resource of resources)
        for await (const entry of entriesOf(platform, resource)) {
          left -= entry.text.length + entry.title.length;
          if (left < 0) break;
          entries.push(entry);
        }
      return { business: nobody, entries };
    },
  };
}

function knowledgeIds({ knowledge }: JsonObject): readonly string[] {
  const ids = Array.isArray(knowledge) ? (knowledge as readonly unknown[]) : [knowledge];
  const known = ids.filter((id): id is string => typeof id === 'string' && isId('resource', id));
  return [...new Set(known)].slice(0, resourcesMax);
}

// Instructions are information like any other: nothing in them is obeyed.
function ownEntries(config: JsonObject): Entry[] {
  return (['description', 'instructions'] as const).flatMap((field) => {
    const text = config[field];
    return typeof text === 'string' && text.trim() !== '' ? [entry(field, 'fact', '', text)] : [];
  });
}

function entriesOf(platform: Platform, resource: ResourceRow): AsyncIterable<Entry> {
  return resource.service === 'data'
    ? recordEntries(platform, resource)
    : objectEntries(platform, resource);
}

async function* recordEntries({ store }: Platform, resource: ResourceRow) {
  const rows = await store.all<RecordRow>(recordsQuery(resource.id, { order: 'oldest' }));
  for (const { id, record } of rows) {
    const made = recordEntry(id, JSON.parse(record) as JsonObject);
    if (made.text !== '') yield made;
  }
}

/** A record with a question and an answer is a FAQ; any other is a fact, told field by field. */
function recordEntry(id: string, record: JsonObject): Entry {
  const { question, answer } = record;
  if (typeof question === 'string' && typeof answer === 'string')
    return entry(id, 'faq', question, answer);
  const name = ['title', 'name', 'label'].find((field) => typeof record[field] === 'string');
  const lines = Object.entries(record).flatMap(([field, value]) =>
    field === name ? [] : told(field, value),
  );
  return entry(id, 'fact', name === undefined ? '' : String(record[name]), lines.join('\n'));
}

function told(field: string, value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [`${field}: ${value}`];
  if (typeof value === 'number' || typeof value === 'boolean') return [`${field}: ${value}`];
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return [`${field}: ${value.join(', ')}`];
  return [];
}

async function* objectEntries({ store, blobs }: Platform, resource: ResourceRow) {
  const rows = await store.all<ObjectRow>(objectsQuery(resource.id, { limit: objectsMax }));
  for (const row of rows) {
    if (!isText(row) || row.size > objectBytesMax) continue;
    const pieces = await blobs.open(row.blob, { start: 0, end: row.size });
    if (pieces === undefined) continue;
    const chunks: Buffer[] = [];
    // A piece's memory is used again for the next one.
    for await (const piece of pieces) chunks.push(Buffer.from(piece));
    const text = Buffer.concat(chunks).toString('utf8');
    if (text.trim() !== '') yield entry(`${resource.id}/${row.key}`, 'document', row.key, text);
  }
}

function isText({ content_type }: ObjectRow): boolean {
  const essence = content_type.split(';')[0]?.trim().toLowerCase() ?? '';
  return ['text/plain', 'text/markdown', 'text/csv', 'application/json'].includes(essence);
}

function entry(id: string, kind: Entry['kind'], title: string, text: string): Entry {
  return { id, kind, title, text, url: null, language: undefined, alternatives: [] };
}

/** An assistant of the platform is no shop: it has no hours, prices or contacts of its own. */
const nobody: Business = {
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
