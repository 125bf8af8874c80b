/** The records of a resource: list, iterate and summarise; export and import as NDJSON. */
import type {
  ExpandedRecord,
  ImportResult,
  JsonObject,
  RecordList,
  RecordsQuery,
  StoredRecord,
} from '@baraza/contract';
import { segment } from '../../transport/address.ts';
import type { CallOptions, ProgressOptions, WriteOptions } from '../../transport/call.ts';
import { iterateLines } from '../../transport/lines.ts';
import { iteratePages, pageSizeDefault } from '../../transport/pages.ts';
import { sendInPieces } from '../../transport/progress.ts';
import type { Transport } from '../../transport/transport.ts';
import { downloadOf } from '../download.ts';
import { resourcePath } from '../resource-paths.ts';
import type { FieldOf } from './paths.ts';
import { readSummary, type Summary, type SummaryOptions } from './summary.ts';
import { filterQuery, orderQuery, type RecordFilters, type RecordOrder } from './where.ts';

export type Records = ReturnType<typeof createRecords>;

export type IterateRecordsOptions<
  Item = JsonObject,
  Field extends string = FieldOf<Item>,
> = CallOptions &
  RecordFilters<Item> &
  RecordOrder<Item, Field> &
  Readonly<Pick<RecordsQuery, 'limit' | 'order'>>;
export type ListRecordsOptions<
  Item = JsonObject,
  Field extends string = FieldOf<Item>,
  Counted extends boolean = boolean,
  Name extends string = string,
> = IterateRecordsOptions<Item, Field> &
  GetRecordOptions<Name> & {
    readonly cursor?: string | undefined;
    /** An exact `total`, even with a filter. */
    readonly count?: Counted | undefined;
  };
export type GetRecordOptions<Name extends string = string> = CallOptions & {
  /** Names of `config.references`: the records that they refer to are added as `expanded`. */
  readonly expand?: readonly Name[] | undefined;
};
export type ExportRecordsOptions = Omit<IterateRecordsOptions, 'limit'> & ProgressOptions;

export function createRecords({ json, open }: Transport) {
  const records = async (id: string, options: ListRecordsOptions = {}) => {
    const { limit, cursor, order, count } = options;
    const query = {
      limit,
      cursor,
      order,
      count,
      ...expandQuery(options),
      ...orderQuery(options),
      ...filterQuery(options),
    };
    return json<RecordList>({ method: 'GET', path: recordsPath(id), query, options });
  };
  return {
    /** The matching records, oldest first unless sorted; without `limit` all of them, at most 1,000. */
    records,
    record: async (
      id: string,
      recordId: string,
      options?: GetRecordOptions,
    ): Promise<ExpandedRecord> => {
      const path = `${recordsPath(id)}/${segment(recordId)}`;
      return json({ method: 'GET', path, query: expandQuery(options), options });
    },
    /** Counts, sums and groups of the matching records. */
    summary: (id: string, options?: SummaryOptions): Promise<Summary> =>
      readSummary(json, `${recordsPath(id)}/summary`, options),
    /** The records of one resource; `limit` is the page size. */
    iterateRecords: (
      id: string,
      { limit = pageSizeDefault, ...options }: IterateRecordsOptions = {},
    ): AsyncGenerator<StoredRecord, void> =>
      iteratePages(
        (cursor) => records(id, { ...options, limit, cursor }),
        (page) => page.records,
      ),
    /** A consistent snapshot of the records, streamed in a single response. */
    exportRecords: async function* (
      id: string,
      options: ExportRecordsOptions = {},
    ): AsyncGenerator<StoredRecord, void> {
      const query = { order: options.order, ...orderQuery(options), ...filterQuery(options) };
      const accept = lines;
      const answer = await open({ method: 'GET', path: recordsPath(id), query, accept, options });
      for await (const line of iterateLines(downloadOf(answer, options.onProgress).stream))
        yield JSON.parse(line) as StoredRecord;
    },
    /** Adds all records or none. Of an exported entry, only its record is used, with `keepIds` its id too. */
    importRecords: async (
      id: string,
      given: Iterable<object> | AsyncIterable<object>,
      options?: WriteOptions & ProgressOptions & { readonly keepIds?: boolean },
    ): Promise<ImportResult> => {
      const parts: string[] = [];
      for await (const record of given) parts.push(`${JSON.stringify(record)}\n`);
      // Not streamed, so that it can be retried.
      const form = { contentType: lines, content: new Blob(parts) };
      const transfer = sendInPieces(options?.onProgress);
      const query = { ids: options?.keepIds ? 'keep' : undefined };
      return json({ method: 'POST', path: recordsPath(id), query, form, options, transfer });
    },
  };
}

const lines = 'application/x-ndjson';

export function recordsPath(id: string): string {
  return `${resourcePath(id)}/records`;
}

function expandQuery({ expand }: GetRecordOptions = {}) {
  return { expand: expand?.join(',') };
}
