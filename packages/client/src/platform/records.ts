/** The records of a resource: list, iterate, export and import as NDJSON. */
import type {
  ImportResult,
  JsonObject,
  RecordEntry,
  RecordList,
  RecordsQuery,
} from '@baraza/contract';
import { type QueryValues, segment } from '../transport/address.ts';
import type { CallOptions, WriteOptions } from '../transport/call.ts';
import { iterateLines } from '../transport/lines.ts';
import { iteratePages, pageSizeDefault } from '../transport/pages.ts';
import type { Transport } from '../transport/transport.ts';
import { downloadOf } from './download.ts';

export type Records = {
  /** Those that match, oldest first; all of them unless `limit` is given. `total` counts every match. */
  readonly records: (id: string, options?: ListRecordsOptions) => Promise<RecordList>;
  readonly record: (id: string, recordId: string, options?: CallOptions) => Promise<RecordEntry>;
  /** The records of one resource, `limit` of them for each request. */
  readonly iterateRecords: (
    id: string,
    options?: IterateRecordsOptions,
  ) => AsyncGenerator<RecordEntry, void>;
  /** The records of one resource at one moment, as they arrive in a single answer. */
  readonly exportRecords: (
    id: string,
    options?: ExportRecordsOptions,
  ) => AsyncGenerator<RecordEntry, void>;
  /** Adds all of them or none. An exported entry brings its record. */
  readonly importRecords: (
    id: string,
    records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
    options?: WriteOptions,
  ) => Promise<ImportResult>;
};

/** By path, with dots between its steps: the scalar that has to stand there. */
export type Where = { readonly [path: string]: string | number | boolean | null };

export type RecordFilters = {
  /** At most five, and all of them hold. */
  readonly where?: Where | undefined;
  /** Part of any text in the record, without case. */
  readonly q?: string | undefined;
};

export type ListRecordsOptions = CallOptions &
  RecordFilters &
  Readonly<Pick<RecordsQuery, 'limit' | 'cursor' | 'order'>>;
export type IterateRecordsOptions = Omit<ListRecordsOptions, 'cursor'>;
export type ExportRecordsOptions = Omit<ListRecordsOptions, 'cursor' | 'limit'>;

export function createRecords({ json, open }: Transport): Records {
  const records = async (id: string, options: ListRecordsOptions = {}) => {
    const { limit, cursor, order } = options;
    const query = { limit, cursor, order, ...filterQuery(options) };
    return json<RecordList>({ method: 'GET', path: pathOf(id), query, options });
  };
  return {
    records,
    record: async (id, recordId, options) =>
      json({ method: 'GET', path: `${pathOf(id)}/${segment(recordId)}`, options }),
    iterateRecords: (id, { limit = pageSizeDefault, ...options } = {}) =>
      iteratePages(
        (cursor) => records(id, { ...options, limit, cursor }),
        (page) => page.records,
      ),
    exportRecords: async function* (id, options = {}) {
      const query = { order: options.order, ...filterQuery(options) };
      const accept = lines;
      const answer = await open({ method: 'GET', path: pathOf(id), query, accept, options });
      for await (const line of iterateLines(downloadOf(answer).stream))
        yield JSON.parse(line) as RecordEntry;
    },
    importRecords: async (id, given, options) => {
      const parts: string[] = [];
      for await (const record of given) parts.push(`${JSON.stringify(record)}\n`);
      // Whole, not streamed: so it can be tried again.
      const form = { contentType: lines, content: new Blob(parts) };
      return json({ method: 'POST', path: pathOf(id), form, options });
    },
  };
}

export function filterQuery({ where = {}, q }: RecordFilters): QueryValues {
  const wheres = Object.entries(where).map(([path, value]) => [`where.${path}`, String(value)]);
  return { q, ...Object.fromEntries(wheres) };
}

const lines = 'application/x-ndjson';

function pathOf(id: string): string {
  return `/api/platform/resources/${segment(id)}/records`;
}
