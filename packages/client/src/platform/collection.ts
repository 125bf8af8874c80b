/** One collection whose records have a type. */
import type { RecordList, RecordRemoval, StoredRecord } from '@baraza/contract';
import { segment } from '../transport/address.ts';
import type { CallOptions, DeleteOptions, WriteOptions } from '../transport/call.ts';
import { repeatAlways, repeatRefused } from '../transport/retry.ts';
import type { Transport } from '../transport/transport.ts';
import type { IterateRecordsOptions, ListRecordsOptions, Records } from './records.ts';

export type Collection<Item extends object> = {
  /** Those that match, oldest first unless sorted; `nextCursor` goes into `cursor` of the next call. */
  readonly list: (options?: ListRecordsOptions) => Promise<CollectionPage<Item>>;
  /** Every match, `limit` of them for each request. */
  readonly iterate: (
    options?: IterateRecordsOptions,
  ) => AsyncGenerator<CollectionRecord<Item>, void>;
  readonly get: (recordId: string, options?: CallOptions) => Promise<CollectionRecord<Item>>;
  /** `ifMatch` is of the collection here. */
  readonly create: (record: Item, options?: WriteOptions) => Promise<CollectionRecord<Item>>;
  /** Replaces the whole record; with `ifMatch` only if it still has that version. */
  readonly put: (
    recordId: string,
    record: Item,
    options?: DeleteOptions,
  ) => Promise<CollectionRecord<Item>>;
  /** Changes what the patch names and takes away what it has as null; with `ifMatch` only of that version. */
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
    // What a collection holds is the caller's to know: the server has checked it if there is a schema.
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
        // One that was done and lost its answer would find its own version stale.
        repeat: options?.ifMatch === undefined ? repeatAlways : repeatRefused,
      }),
    patch: async (recordId, patch, options) =>
      json({ method: 'PATCH', path: pathOf(recordId), json: patch, options }),
    delete: async (recordId, options) =>
      json({ method: 'DELETE', path: pathOf(recordId), options }),
  };
}
