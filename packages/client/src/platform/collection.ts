/** Typed access to the records of one collection. */
import type { RecordList, RecordRemoval, StoredRecord } from '@baraza/contract';
import { segment } from '../transport/address.ts';
import type { CallOptions, DeleteOptions, WriteOptions } from '../transport/call.ts';
import { repeatAlways, repeatRefused } from '../transport/retry.ts';
import type { Transport } from '../transport/transport.ts';
import type { IterateRecordsOptions, ListRecordsOptions, Records } from './records.ts';

export type Collection<Item extends object> = {
  /** The matching records, oldest first unless sorted. Pass `nextCursor` as `cursor` of the next call. */
  readonly list: (options?: ListRecordsOptions) => Promise<CollectionPage<Item>>;
  /** Every matching record; `limit` is the page size. */
  readonly iterate: (
    options?: IterateRecordsOptions,
  ) => AsyncGenerator<CollectionRecord<Item>, void>;
  readonly get: (recordId: string, options?: CallOptions) => Promise<CollectionRecord<Item>>;
  /** `ifMatch` is the version of the collection. */
  readonly create: (record: Item, options?: WriteOptions) => Promise<CollectionRecord<Item>>;
  /** Replaces the whole record; with `ifMatch` only if it still has that version. */
  readonly put: (
    recordId: string,
    record: Item,
    options?: DeleteOptions,
  ) => Promise<CollectionRecord<Item>>;
  /** Changes the fields in the patch and removes those that are null; with `ifMatch` only that version. */
  readonly patch: (
    recordId: string,
    patch: MergePatch<Item>,
    options?: WriteOptions,
  ) => Promise<CollectionRecord<Item>>;
  readonly delete: (recordId: string, options?: DeleteOptions) => Promise<RecordRemoval>;
};

export type CollectionRecord<Item> = Omit<StoredRecord, 'record'> & { readonly record: Item };
export type CollectionPage<Item> = Omit<RecordList, 'records'> & {
  readonly records: CollectionRecord<Item>[];
};

/** JSON merge patch (RFC 7396): lists are replaced whole. */
export type MergePatch<Item> = {
  readonly [Field in keyof Item]?:
    | (Item[Field] extends readonly unknown[] ? Item[Field] : DeepPatch<Item[Field]>)
    | null;
};

type DeepPatch<Value> = Value extends object ? MergePatch<Value> : Value;

export function createCollection<Item extends object>(
  { json }: Transport,
  { records, iterateRecords }: Records,
  id: string,
): Collection<Item> {
  const path = `/api/platform/resources/${segment(id)}/records`;
  const pathOf = (recordId: string) => `${path}/${segment(recordId)}`;
  return {
    // The caller declares the type of the records; the server enforces it only if there is a schema.
    list: (options) => records(id, options) as Promise<CollectionPage<Item>>,
    iterate: (options) =>
      iterateRecords(id, options) as AsyncGenerator<CollectionRecord<Item>, void>,
    get: async (recordId, options) => json({ method: 'GET', path: pathOf(recordId), options }),
    create: async (record, options) => json({ method: 'POST', path, json: record, options }),
    put: async (recordId, record, options) =>
      json({
        method: 'PUT',
        path: pathOf(recordId),
        json: record,
        options,
        // If only the response was lost, the retry would fail with a version conflict.
        repeat: options?.ifMatch === undefined ? repeatAlways : repeatRefused,
      }),
    patch: async (recordId, patch, options) =>
      json({ method: 'PATCH', path: pathOf(recordId), json: patch, options }),
    delete: async (recordId, options) =>
      json({ method: 'DELETE', path: pathOf(recordId), options }),
  };
}
