import { limits, type RecordQuery, type RecordsQuery, type SummaryQuery } from '@baraza/contract';
import { type Caller, readAccountOf } from '../../access/scopes.ts';
import { type Answer, jsonType, type Sink } from '../../http/answer.ts';
import { isNotModified } from '../../http/preconditions.ts';
import type { Call } from '../../http/route.ts';
import { invalid, Problem } from '../../kernel/problem.ts';
import type { RecordRow } from '../../store/platform/records.ts';
import type { ResourceRow } from '../../store/platform/resources.ts';
import type { Reader, Snapshot } from '../../store/store.ts';
import { snapshotResponse } from '../page.response.ts';
import type { Platform } from '../platform.ts';
import { etagOf, renderRecord, renderStoredRecord } from '../resources/render.ts';
import { requireResource } from '../resources/resources.ts';
import { holdsRecords } from '../resources/transitions.ts';
import { allowedRecords, conditionFor } from '../rules/keyless-access.ts';
import { readRecordFilter } from '../rules/record-filter.ts';
import { assertVisible, hiderFor, isVisible, visibleRows } from '../rules/visible-fields.ts';
import { assertServed } from './query/choose-walk.ts';
import {
  assertSortBounded,
  findRecords,
  isSearchReady,
  isShortPage,
  isUnfiltered,
} from './query/find-records.ts';
import { assertKnownPaths } from './query/known-paths.ts';
import { type RecordPath, readPath } from './query/record-path.ts';
import { type RecordFilter, type RecordSearch, readRecordsQuery } from './query/records-query.ts';
import { countMatches, summarise } from './query/summary.ts';
import { requireVisible } from './record-changes.ts';
import { readSearch } from './record-words.ts';
import { collectReferences, expandedText, readExpansions } from './references.ts';

/** The matching records, as one JSON object or as NDJSON, depending on `Accept`. */
export async function listRecords(
  platform: Platform,
  { caller, params, header, signal }: Call<Caller>,
  query: RecordsQuery,
): Promise<Answer> {
  const id = params.id ?? '';
  const row = await requireRecordsResource(platform.store, caller, id);
  const search = await searchFor(platform, caller, row, query);
  assertKnownPaths(row, search, [], (path) => isVisible(caller, row, path));
  const asLines = acceptsLines(header('accept'));
  const expansions = await readExpansions(readableBy(platform, caller), row, query.expand);
  // What a rule allows, or a filter finds through references, changes without a new version of the resource.
  const isOfRow = expansions.length === 0 && query.filter === undefined;
  const hasTag = isOfRow && caller.keyless === undefined;
  if (asLines && expansions.length > 0)
    throw invalid('expand is for JSON; an export has one record a line.');
  if (!asLines && hasTag && isNotModified(header('if-none-match'), etagOf(row.version)))
    return { status: 304, headers: { etag: etagOf(row.version), vary: 'accept' } };
  const total =
    query.count === true && !asLines ? await exactTotal(platform, row, search, signal) : undefined;
  return snapshotResponse(platform, caller, isShortPage(row, search), async (sink, view) => {
    // Read again inside the snapshot, so that count and records are consistent.
    const current = await requireRecordsResource(view, caller, id);
    if (asLines) {
      if (search.limit === undefined) assertSortBounded(current, search);
      sink.start(200, { 'content-type': 'application/x-ndjson', vary: 'accept' });
      const { hasRows } = await writeEntries(sink, view, current, search, signal, inLines, caller);
      if (hasRows) await sink.write('\n');
      return;
    }
    const limit = pageLimit(search, current.record_count);
    const etag = hasTag ? { etag: etagOf(current.version) } : {};
    sink.start(200, { ...etag, vary: 'accept' });
    await sink.write('{"records":[');
    const collecting: EntryForm = {
      ...inList,
      onRows: (rows) => collectReferences(expansions, rows),
    };
    const wanted = { ...search, limit };
    const page = await writeEntries(sink, view, current, wanted, signal, collecting, caller);
    // `page.total` is of the same snapshot as the records; `total` was counted before it.
    await sink.write(`],"total":${page.total ?? total ?? null},"nextCursor":${page.next}`);
    for await (const text of expandedText(view, expansions)) await sink.write(text);
    await sink.write('}');
  });
}

/** Undefined if finding the page counts all matches anyway. */
async function exactTotal(
  { store }: Platform,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (isUnfiltered(search) || row.record_count <= limits.pageSizeMax) return undefined;
  return countMatches(store, row, search, signal);
}

/** Counts, sums and groups of the matching records. */
export async function summariseRecords(
  platform: Platform,
  { caller, params, signal }: Call<Caller>,
  query: SummaryQuery,
): Promise<Answer> {
  const { count, sum, avg, min, max, group, ...filter } = query;
  const { store } = platform;
  const wanted = {
    count: count === true,
    groups: readPaths(group, 'group'),
    sum: readPaths(sum, 'sum'),
    avg: readPaths(avg, 'avg'),
    min: readPaths(min, 'min'),
    max: readPaths(max, 'max'),
  };
  const row = await requireRecordsResource(store, caller, params.id ?? '');
  const { groups: _, count: counts, ...paths } = wanted;
  if (!counts && Object.values(paths).every(({ length }) => length === 0))
    throw invalid('Ask for at least one of count, sum, avg, min and max.');
  const search = await searchFor(platform, caller, row, filter as RecordsQuery);
  const named = [...wanted.groups, ...Object.values(paths).flat()];
  assertVisible(caller, row, named);
  assertKnownPaths(row, search, named, (path) => isVisible(caller, row, path));
  const groups = await summarise(store, row, search, wanted, signal);
  return { status: 200, body: JSON.stringify({ groups }) };
}

function readPaths(text: string | undefined, field: string): readonly RecordPath[] {
  if (text === undefined) return [];
  const paths = text.split(',').map((part) => readPath(part.trim(), field));
  if (paths.length > limits.summaryPathsMax)
    throw invalid(`${field} takes at most ${limits.summaryPathsMax} paths.`);
  return paths;
}

/** One record; its version is its ETag. */
export async function viewRecord(
  platform: Platform,
  { caller, params, header }: Call<Caller>,
  { expand }: RecordQuery,
): Promise<Answer> {
  const { store } = platform;
  const row = await requireResource(store, caller, params.id ?? '', 'read', ['view']);
  const record = await requireVisible(platform, store, caller, row, params.recordId ?? '');
  const etag = etagOf(record.version);
  const expansions = await readExpansions(readableBy(platform, caller), row, expand);
  if (expansions.length > 0) {
    collectReferences(expansions, [record]);
    return {
      stream: async (sink) => {
        // No ETag: the version of the record does not change with the records that it refers to.
        sink.start(200, { 'content-type': jsonType });
        await sink.write(renderStoredRecord(record).slice(0, -1));
        for await (const text of expandedText(store, expansions)) await sink.write(text);
        await sink.write('}');
      },
    };
  }
  return isNotModified(header('if-none-match'), etag)
    ? { status: 304, headers: { etag } }
    : { status: 200, headers: { etag }, body: renderStoredRecord(record) };
}

/** Writes the records, and the next cursor when paged, into the JSON object of a resource that the caller has begun. */
export async function writeRecords(
  sink: Sink,
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
): Promise<void> {
  const limit = pageLimit(search, row.record_count);
  await sink.write(',"records":[');
  const { next } = await writeEntries(sink, view, row, { ...search, limit }, signal, inResource);
  await sink.write(limit === undefined ? ']' : `],"nextCursor":${next}`);
}

/** How many records a response has at most; undefined for all. Large collections are always returned in pages. */
function pageLimit({ limit }: RecordSearch, recordCount: number): number | undefined {
  return limit ?? (recordCount > limits.pageSizeMax ? limits.pageSizeMax : undefined);
}

/** How an answer writes records. */
interface EntryForm {
  readonly render: (row: RecordRow) => string;
  readonly separator: string;
  /** Sees the rows of the answer. */
  readonly onRows?: (rows: readonly RecordRow[]) => void;
}

const inResource: EntryForm = { render: (row) => renderRecord(row), separator: ',' };
const inList: EntryForm = { render: renderStoredRecord, separator: ',' };
const inLines: EntryForm = { render: renderStoredRecord, separator: '\n' };

async function writeEntries(
  sink: Sink,
  view: Snapshot,
  row: ResourceRow,
  search: RecordSearch,
  signal: AbortSignal,
  { render, separator, onRows }: EntryForm,
  caller?: Caller,
) {
  const { fields } = search;
  const entryOf = (record: RecordRow) =>
    render(fields === undefined ? record : { ...record, record: fields(record.record) });
  const show = caller && visibleRows(caller, row);
  let hasRows = false;
  const found = await findRecords(view, row, search, signal, async (all) => {
    if (all.length === 0) return;
    const rows = show === undefined ? all : all.map(show);
    onRows?.(rows);
    const text = rows.map(entryOf).join(separator);
    await sink.write(hasRows ? `${separator}${text}` : text);
    hasRows = true;
  });
  const { total = null, nextCursor } = found;
  // `next` is JSON text.
  return { hasRows, total, next: nextCursor === undefined ? 'null' : `"${nextCursor}"` };
}

function acceptsLines(accept: string | undefined): boolean {
  return accept !== undefined && /\bapplication\/(?:x-)?ndjson\b/i.test(accept);
}

/** A search within what the caller may list and see. */
export async function searchFor(
  platform: Platform,
  caller: Caller,
  row: ResourceRow,
  query: RecordsQuery,
): Promise<RecordSearch> {
  const { clock, store } = platform;
  const search = readRecordsQuery(query, searchedFields(caller, row));
  const { sort } = search;
  const filter = await withExpression(platform, caller, row, search.filter, query.filter);
  const paths = filter.named.map(({ path }) => path);
  assertVisible(caller, row, sort === undefined ? paths : [...paths, sort.path]);
  const hide = hiderFor(caller, row);
  const account = readAccountOf(caller);
  const found: RecordSearch = {
    ...search,
    account,
    scan: store.scan(account),
    rule: conditionFor(caller, row, 'list', clock()),
    filter: hide === undefined ? filter : { ...filter, hide },
  };
  assertServed(row, found, isSearchReady(row));
  return found;
}

/** The fields of `config.search` that the caller sees; undefined if there are none in the config. */
function searchedFields(caller: Caller, row: ResourceRow): readonly string[] | undefined {
  return readSearch(row.search)?.paths.filter((path) => isVisible(caller, row, path.split('.')));
}

/** The filter with the parameter `filter`. */
async function withExpression(
  platform: Platform,
  caller: Caller,
  row: ResourceRow,
  filter: RecordFilter,
  text: string | undefined,
): Promise<RecordFilter> {
  if (text === undefined) return filter;
  const readable = targetFor(platform, caller);
  const { condition, paths } = await readRecordFilter(
    text,
    caller,
    row,
    platform.clock(),
    readable,
  );
  return {
    ...filter,
    condition: { every: [filter.condition, condition] },
    named: [...filter.named, ...paths.map((path) => ({ path }))],
  };
}

/** What no rule opens to users is left out of their answers; a caller with a key gets the error. */
function targetFor(platform: Platform, caller: Caller) {
  return async (id: string): Promise<ResourceRow | undefined> => {
    const found = requireResource(platform.store, caller, id, 'read', ['view']);
    return found.catch((error: unknown) => {
      const isClosed = error instanceof Problem && error.code === 'not_found';
      if (caller.keyless !== undefined && isClosed) return undefined;
      throw error;
    });
  };
}

function readableBy(platform: Platform, caller: Caller) {
  const targetOf = targetFor(platform, caller);
  return async (id: string) => {
    const target = await targetOf(id);
    if (target === undefined) return undefined;
    return {
      target,
      allowed: allowedRecords(caller, target, 'view', platform.clock()),
      show: visibleRows(caller, target),
    };
  };
}

/** The resource; refuses one that cannot hold records. */
async function requireRecordsResource(
  reader: Reader,
  caller: Caller,
  id: string,
): Promise<ResourceRow> {
  const row = await requireResource(reader, caller, id, 'read', ['list']);
  if (holdsRecords(row.service)) return row;
  throw invalid(
    `Only resources of service data and connect hold records; this one is of ${row.service}.`,
  );
}
