/** Typed access to the records of one collection. */
import type { JsonObject, RecordList, RecordRemoval, StoredRecord } from '@baraza/contract';
import { segment } from '../../transport/address.ts';
import type { Call, DeleteOptions, EntityTag, WriteOptions } from '../../transport/call.ts';
import { repeatAlways, repeatRefused } from '../../transport/retry.ts';
import type { Transport } from '../../transport/transport.ts';
import type { BatchCall } from './batch.ts';
import type { FieldOf, NumberPathOf, PathOf, Selected } from './paths.ts';
import {
  type GetRecordOptions,
  type IterateRecordsOptions,
  type ListRecordsOptions,
  type Records,
  recordsPath,
} from './records.ts';
import type { Summary, SummaryOptions } from './summary.ts';

/** `Item` is the type of the records, `References` what `expand` adds by its names. */
export type Collection<Item extends object, References = AnyReferences> = {
  /** The matching records, oldest first unless sorted. Pass `nextCursor` as `cursor` of the next call. */
  readonly list: <
    const Field extends FieldOf<Item> = never,
    const Counted extends boolean = false,
    const Name extends keyof References & string = never,
  >(
    options?: ListRecordsOptions<Item, Field, Counted, Name>,
  ) => Promise<CollectionPage<Selected<Item, Field>, Counted> & Expanded<References, Name>>;
  /** Every matching record; `limit` is the page size. */
  readonly iterate: <const Field extends FieldOf<Item> = never>(
    options?: IterateRecordsOptions<Item, Field>,
  ) => AsyncGenerator<CollectionRecord<Selected<Item, Field>>, void>;
  /** Counts, sums and groups of the matching records. */
  readonly summary: <
    const Group extends PathOf<Item> = never,
    const Sum extends NumberPathOf<Item> = never,
    const Avg extends NumberPathOf<Item> = never,
    const Min extends PathOf<Item> = never,
    const Max extends PathOf<Item> = never,
  >(
    options?: SummaryOptions<Item, Group, Sum, Avg, Min, Max>,
  ) => Promise<Summary<Item, Group, Sum, Avg, Min, Max>>;
  readonly get: <const Name extends keyof References & string = never>(
    recordId: string,
    options?: GetRecordOptions<Name>,
  ) => Promise<CollectionRecord<Item> & Expanded<References, Name>>;
  /** `ifMatch` is the version of the collection. */
  readonly create: (record: Item, options?: WriteOptions) => Promise<CollectionRecord<Item>>;
  /**
   * Replaces the whole record, or creates one with this id. With `ifMatch`, only if it still has that version; with
   * `ifNoneMatch: '*'`, only if there is none.
   */
  readonly put: (
    recordId: string,
    record: Item,
    options?: DeleteOptions & IfNoneMatch,
  ) => Promise<CollectionRecord<Item>>;
  /**
   * Changes the fields in the patch and removes those that are null; with `ifMatch` only that version. A number can be
   * changed by `{ $add: -1, $min: 0 }`, whoever else changes it.
   */
  readonly patch: (
    recordId: string,
    patch: MergePatch<Item>,
    options?: WriteOptions,
  ) => Promise<CollectionRecord<Item>>;
  readonly delete: (recordId: string, options?: DeleteOptions) => Promise<RecordRemoval>;
  /** The same operations as calls for `batch`. */
  readonly calls: CollectionCalls<Item>;
};

export type CollectionCalls<Item> = {
  readonly get: (recordId: string) => BatchCall<CollectionRecord<Item>>;
  readonly create: (record: Item) => BatchCall<CollectionRecord<Item>>;
  readonly put: (
    recordId: string,
    record: Item,
    options?: IfMatch & IfNoneMatch,
  ) => BatchCall<CollectionRecord<Item>>;
  readonly patch: (
    recordId: string,
    patch: MergePatch<Item>,
    options?: IfMatch,
  ) => BatchCall<CollectionRecord<Item>>;
  readonly delete: (recordId: string, options?: IfMatch) => BatchCall<RecordRemoval>;
};

type IfMatch = { readonly ifMatch?: EntityTag | undefined };
type IfNoneMatch = { readonly ifNoneMatch?: '*' | undefined };
type AnyReferences = { readonly [name: string]: JsonObject };

export type CollectionRecord<Item> = Omit<StoredRecord, 'record'> & { readonly record: Item };
export type CollectionPage<Item, Counted = false> = Omit<
  RecordList,
  'records' | 'total' | 'expanded'
> & {
  readonly records: CollectionRecord<Item>[];
  readonly total: Counted extends true ? number : number | null;
};

/** Referenced records by name and id. Records that are deleted, or hidden by a rule, are absent. */
export type Expanded<References, Name extends keyof References> = [Name] extends [never]
  ? unknown
  : {
      readonly expanded: {
        readonly [Each in Name]: {
          readonly [recordId: string]: CollectionRecord<References[Each]> | undefined;
        };
      };
    };

/** JSON merge patch (RFC 7396): lists are replaced whole; `{ $add: -1 }` changes the number that is stored. */
export type MergePatch<Item> = {
  readonly [Field in keyof Item]?:
    | (Item[Field] extends readonly unknown[] ? Item[Field] : DeepPatch<Item[Field]>)
    | null;
};

type DeepPatch<Value> = Value extends object
  ? MergePatch<Value>
  : Value extends number
    ? Value | Addition
    : Value;

/** Beyond its bounds nothing is changed, and the call rejects with a BarazaError with status 409 and the `field`. */
export type Addition = {
  readonly $add: number;
  readonly $min?: number;
  readonly $max?: number;
};

export function createCollection<Item extends object, References>(
  { json }: Transport,
  { records, record, iterateRecords, summary }: Records,
  id: string,
): Collection<Item, References> {
  const path = recordsPath(id);
  const pathOf = (recordId: string) => `${path}/${segment(recordId)}`;
  const callOf =
    (method: BatchCall['method']) =>
    (recordId: string, body?: object, options?: IfMatch & IfNoneMatch) => ({
      method,
      path: pathOf(recordId),
      body,
      ...options,
    });
  const calls: CollectionCalls<Item> = {
    get: callOf('GET') as CollectionCalls<Item>['get'],
    create: (body) => ({ method: 'POST', path, body }),
    put: callOf('PUT') as CollectionCalls<Item>['put'],
    patch: callOf('PATCH') as CollectionCalls<Item>['patch'],
    delete: (recordId, options) =>
      callOf('DELETE')(recordId, undefined, options) as BatchCall<RecordRemoval>,
  };
  const send = (
    { method, path: to, body }: BatchCall,
    options: WriteOptions | undefined,
    more?: Pick<Call, 'repeat'>,
  ) => json({ method, path: to, json: body, options, ...more });
  const typed = {
    list: (options?: ListRecordsOptions) => records(id, options),
    iterate: (options?: IterateRecordsOptions) => iterateRecords(id, options),
    summary: (options?: SummaryOptions) => summary(id, options),
    get: (recordId: string, options?: GetRecordOptions) => record(id, recordId, options),
    create: async (body: Item, options?: WriteOptions) => send(calls.create(body), options),
    put: async (recordId: string, body: Item, options?: DeleteOptions & IfNoneMatch) =>
      // If only the response was lost, a conditional retry would be refused.
      send(calls.put(recordId, body), options, {
        repeat:
          (options?.ifMatch ?? options?.ifNoneMatch) === undefined ? repeatAlways : repeatRefused,
      }),
    patch: async (recordId: string, body: MergePatch<Item>, options?: WriteOptions) =>
      send(calls.patch(recordId, body), options),
    delete: async (recordId: string, options?: DeleteOptions) =>
      send(calls.delete(recordId), options),
    calls,
  };
  // The caller declares the type of the records; the server enforces it only if there is a schema.
  return typed as unknown as Collection<Item, References>;
}
