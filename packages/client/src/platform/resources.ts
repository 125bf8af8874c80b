/** Resources and their records. */
import type {
  ConfigWarning,
  CreatedResource,
  CreateResource,
  JsonObject,
  ListResourcesQuery,
  PatchedResource,
  PatchResource,
  RecordEntry,
  RecordsQuery,
  Resource,
  ResourceDeletion,
  ResourceList,
} from '@baraza/contract';
import type {
  Call,
  CallOptions,
  DeleteOptions,
  EntityTag,
  WriteOptions,
} from '../transport/call.ts';
import { iteratePages, pageSizeDefault } from '../transport/pages.ts';
import type { Transport } from '../transport/transport.ts';
import { type Collection, createCollection } from './records/collection.ts';
import { createRecords } from './records/records.ts';
import { filterQuery, orderQuery, type RecordFilters, type RecordOrder } from './records/where.ts';
import { resourcePath, resourcesPath } from './resource-paths.ts';

export type Resources = ReturnType<typeof createResources>;

/** With `ifNoneMatch` the result is undefined while the resource still has that version. */
export type GetResource = {
  (
    id: string,
    options?: GetResourceOptions & { readonly ifNoneMatch?: undefined },
  ): Promise<Resource>;
  (id: string, options: GetResourceOptions): Promise<Resource | undefined>;
};

export type ListResourcesOptions = CallOptions & Readonly<ListResourcesQuery>;
export type IterateResourcesOptions = Omit<ListResourcesOptions, 'cursor' | 'activityLimit'>;
export type GetResourceOptions = CallOptions &
  Omit<RecordFilters, 'filter'> &
  RecordOrder &
  Readonly<Pick<RecordsQuery, 'limit' | 'cursor' | 'order' | 'records'>> & {
    readonly ifNoneMatch?: EntityTag | undefined;
  };
export type CreateOptions = Omit<WriteOptions, 'ifMatch'>;
/** With `records: true` the result includes the records. */
export type ActionOptions = WriteOptions & { readonly records?: boolean | undefined };

export type RecordAnswer = PatchedResource & {
  readonly recordId: string;
  readonly record: RecordEntry;
};
export type RecordDeletion = PatchedResource & { readonly deletedRecordId: string };

/** `warn` gets one line for each answer that has warnings. */
export function createResources(transport: Transport, warn: (line: string) => void) {
  const { json, jsonIfChanged } = transport;
  const list = (options: ListResourcesOptions = {}) => {
    const { service, kind, state, q, limit, cursor, activityLimit } = options;
    const query = { service, kind, state, q, limit, cursor, activityLimit };
    return json<ResourceList>({ method: 'GET', path: resourcesPath, query, options });
  };

  function get(
    id: string,
    options?: GetResourceOptions & { readonly ifNoneMatch?: undefined },
  ): Promise<Resource>;
  function get(id: string, options: GetResourceOptions): Promise<Resource | undefined>;
  async function get(id: string, options: GetResourceOptions = {}) {
    const { limit, cursor, order, records, ifNoneMatch } = options;
    const recordQuery = { ...orderQuery(options), ...filterQuery(options) };
    const query = { limit, cursor, order, records, ...recordQuery };
    const call = { method: 'GET', path: resourcePath(id), query, options } as const;
    return ifNoneMatch === undefined ? json<Resource>(call) : jsonIfChanged<Resource>(call);
  }

  const save = async <Answer extends Warned>(call: Call): Promise<Answer> => {
    const answer = await json<Answer>(call);
    const line = answer.warnings?.map(({ message }) => message).join(' ');
    if (line) warn(`${answer.id}: ${line}`);
    return answer;
  };

  const patch = <Answer = PatchedResource>(
    id: string,
    action: PatchResource,
    options: ActionOptions = {},
  ) =>
    save<Answer & Warned>({
      method: 'PATCH',
      path: resourcePath(id),
      query: { records: options.records },
      json: action,
      options,
    });

  const records = createRecords(transport);
  return {
    /** Newest first, without records; without `limit` all of them. */
    list,
    /** Every resource; `limit` is the page size. */
    iterate: ({
      limit = pageSizeDefault,
      ...options
    }: IterateResourcesOptions = {}): AsyncGenerator<Resource, void> =>
      iteratePages(
        (cursor) => list({ ...options, limit, cursor, activityLimit: 0 }),
        (page) => page.resources,
      ),
    get,
    ...records,
    /** Typed access to the records of a `data` resource. */
    collection: <
      Item extends object = JsonObject,
      References = { readonly [name: string]: JsonObject },
    >(
      id: string,
    ): Collection<Item, References> => createCollection(transport, records, id),
    create: (resource: CreateResource, options?: CreateOptions): Promise<CreatedResource> =>
      save<CreatedResource>({ method: 'POST', path: resourcesPath, json: resource, options }),
    rename: (id: string, name: string, options?: ActionOptions): Promise<PatchedResource> =>
      patch(id, { action: 'rename', name }, options),
    archive: (id: string, options?: ActionOptions): Promise<PatchedResource> =>
      patch(id, { action: 'archive' }, options),
    restore: (id: string, options?: ActionOptions): Promise<PatchedResource> =>
      patch(id, { action: 'restore' }, options),
    /** A failed check is a result, not an error: see `validation`. */
    validate: (id: string, options?: ActionOptions): Promise<PatchedResource> =>
      patch(id, { action: 'validate' }, options),
    /** Stores `record` as an entry; without `record`, the entry has the time, the key and the config. */
    capture: (
      id: string,
      options?: ActionOptions & { readonly record?: JsonObject | undefined },
    ): Promise<PatchedResource> =>
      patch(id, { action: 'capture', record: options?.record }, options),
    complete: (id: string, options?: ActionOptions): Promise<PatchedResource> =>
      patch(id, { action: 'complete' }, options),
    /** Changes the config by a JSON merge patch: null removes a key. */
    patchConfig: (
      id: string,
      config: JsonObject,
      options?: ActionOptions,
    ): Promise<PatchedResource> => patch(id, { action: 'patch-config', config }, options),
    /** Replaces the whole config; `removed` in the result names the keys that it lost. */
    configure: (
      id: string,
      config: JsonObject,
      options?: ActionOptions,
    ): Promise<PatchedResource> => patch(id, { action: 'configure', config }, options),
    addRecord: (id: string, record: JsonObject, options?: ActionOptions): Promise<RecordAnswer> =>
      patch(id, { action: 'add-record', record }, options),
    /** Replaces the whole record. */
    updateRecord: (
      id: string,
      recordId: string,
      record: JsonObject,
      options?: ActionOptions,
    ): Promise<RecordAnswer> => patch(id, { action: 'update-record', recordId, record }, options),
    deleteRecord: (
      id: string,
      recordId: string,
      options?: ActionOptions,
    ): Promise<RecordDeletion> => patch(id, { action: 'delete-record', recordId }, options),
    /** Also deletes its records and objects. */
    delete: async (id: string, options?: DeleteOptions): Promise<ResourceDeletion> =>
      json({ method: 'DELETE', path: resourcePath(id), options }),
  };
}

type Warned = { readonly id?: string; readonly warnings?: readonly ConfigWarning[] | undefined };
