/** The records of a resource: list and iterate; export and import as NDJSON. */
import type {
  ImportResult,
  JsonObject,
  RecordList,
  RecordsQuery,
  StoredRecord,
} from '@baraza/contract';
import { segment } from '../transport/address.ts';
import type { CallOptions, ProgressOptions, WriteOptions } from '../transport/call.ts';
import { iterateLines } from '../transport/lines.ts';
import { iteratePages, pageSizeDefault } from '../transport/pages.ts';
import { countedTransfer } from '../transport/progress.ts';
import type { Transport } from '../transport/transport.ts';
import { downloadOf } from './download.ts';
import { filterQuery, type RecordFilters } from './where.ts';

export type Records = {
  /** The matching records, oldest first unless sorted; without `limit` all of them, at most 1,000. */
  readonly records: (id: string, options?: ListRecordsOptions) => Promise<RecordList>;
  readonly record: (id: string, recordId: string, options?: CallOptions) => Promise<StoredRecord>;
  /** The records of one resource; `limit` is the page size. */
  readonly iterateRecords: (
    id: string,
    options?: IterateRecordsOptions,
  ) => AsyncGenerator<StoredRecord, void>;
  /** A consistent snapshot of the records, streamed in a single response. */
  readonly exportRecords: (
    id: string,
    options?: ExportRecordsOptions,
  ) => AsyncGenerator<StoredRecord, void>;
  /** Adds all records or none. Of an exported entry, only its record is used. */
  readonly importRecords: (
    id: string,
    records: Iterable<JsonObject> | AsyncIterable<JsonObject>,
    options?: WriteOptions & ProgressOptions,
  ) => Promise<ImportResult>;
};

export type ListRecordsOptions = CallOptions &
  RecordFilters &
  Readonly<Pick<RecordsQuery, 'limit' | 'cursor' | 'order'>>;
export type IterateRecordsOptions = Omit<ListRecordsOptions, 'cursor'>;
export type ExportRecordsOptions = Omit<ListRecordsOptions, 'cursor' | 'limit'> & ProgressOptions;

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
      for await (const line of iterateLines(downloadOf(answer, options.onProgress).stream))
        yield JSON.parse(line) as StoredRecord;
    },
    importRecords: async (id, given, options) => {
      const parts: string[] = [];
      for await (const record of given) parts.push(`${JSON.stringify(record)}\n`);
      // Not streamed, so that it can be retried.
      const form = { contentType: lines, content: new Blob(parts) };
      const transfer = countedTransfer(options?.onProgress);
      return json({ method: 'POST', path: pathOf(id), form, options, transfer });
    },
  };
}

const lines = 'application/x-ndjson';

function pathOf(id: string): string {
  return `/api/platform/resources/${segment(id)}/records`;
}
