/** The records of a collection, or the entries of a form, as a table of any length and as JSON. */
import type { StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { usePages } from '../../../api/pages.ts';
import { pathWith } from '../../../api/path.ts';
import { useCommands } from '../../../app/commands.ts';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Field, Select } from '../../../design/fields.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Menu } from '../../../design/menu.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../../../design/notes.tsx';
import { setTo, setterOf, useFlag } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { count } from '../../../words/figures.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { CallCode } from '../snippets.tsx';
import { columnsOf } from './record-columns.ts';
import { RecordEditor } from './record-editor.tsx';
import {
  everything,
  type Filter,
  isFiltered,
  optionsOf,
  type RecordQuery,
  searchOf,
} from './record-query.ts';
import { RecordTable } from './record-table.tsx';
import { ExportRecords, ImportRecords } from './transfer.tsx';
import { t } from './words.ts';
import './records.css';

const pageSize = 200;

export function Records({ resource, isWritable, onChanged }: ContentProps) {
  const query = useSignal<RecordQuery>(everything);
  const pages = usePages(
    `${resource.id} ${JSON.stringify(query.value)}`,
    async (cursor, signal) => {
      const wanted = { ...optionsOf(query.value), limit: pageSize, cursor, signal };
      const page = await client.platform.resources.records(resource.id, wanted);
      return { rows: page.records, next: page.nextCursor, total: page.total };
    },
    ({ recordId }) => recordId,
  );
  const open = useSignal<StoredRecord | 'new'>();
  const dialog = useSignal<'import' | 'export'>();
  const editing = useFlag();
  const view = useSignal('table');
  const isData = resource.service === 'data';
  const mayChange = isWritable && isData;
  const add = setTo(open, 'new');
  const openImport = setTo(dialog, 'import');
  useCommands(
    () => [
      mayChange && { id: 'add-record', title: t.add, icon: 'plus', run: add },
      mayChange && { id: 'import-records', title: t.importTitle, icon: 'sources', run: openImport },
    ],
    [mayChange],
  );
  const entries = pages.rows.value ?? [];
  const isSearch = isFiltered(query.value);
  const isEmpty = entries.length === 0 && !pages.hasMore.value;
  const changed = (text: string) => {
    toast({ text });
    pages.reload();
    onChanged();
  };
  return (
    <div class="stack">
      <div class="row record-bar">
        <p class="quiet small grow" role="status">
          {countOf(entries.length, pages.total.value, pages.hasMore.value)}
        </p>
        {editing.isOn && <Button icon="check" label={t.stopEditing} onClick={editing.off} />}
        {(mayChange || !isEmpty) && (
          <Menu
            label={t.more}
            items={[
              mayChange &&
                entries.length > 0 && { label: t.editCells, icon: 'edit', onSelect: editing.on },
              mayChange && { label: t.import, icon: 'sources', onSelect: openImport },
              !isEmpty && { label: t.export, icon: 'file', onSelect: setTo(dialog, 'export') },
            ]}
          />
        )}
        {mayChange && <Button kind="primary" icon="plus" onClick={add} label={t.addShort} />}
      </div>
      {(!isEmpty || isSearch) && (
        <RecordFilters query={query.value} entries={entries} onChange={setterOf(query)} />
      )}
      <ErrorNote problem={pages.problem.value} onRetry={() => pages.reach(entries.length)} />
      {isEmpty && (
        <EmptyState
          icon={isSearch ? 'search' : 'data'}
          title={isSearch ? t.emptyFilter : t.emptyTitle}
          text={isSearch ? '' : isData ? t.emptyText : t.emptyEntries}
        >
          {isSearch && <Button label={t.clearFilters} onClick={setTo(query, everything)} />}
          {!isSearch && mayChange && (
            <>
              <Button kind="primary" icon="plus" label={t.add} onClick={add} />
              <Button icon="sources" label={t.import} onClick={openImport} />
            </>
          )}
        </EmptyState>
      )}
      {entries.length === 0 && pages.isLoading.value && <Skeleton lines={6} />}
      {entries.length > 0 && (
        <Tabs
          label={t.view}
          tabs={[
            { id: 'table', label: t.asTable },
            { id: 'json', label: 'JSON' },
          ]}
          current={view.value}
          onChange={setterOf(view)}
        >
          {view.value === 'table' ? (
            <RecordTable
              resourceId={resource.id}
              pages={pages}
              query={query.value}
              isEditing={editing.isOn && mayChange}
              onSort={(sort) => {
                query.value = { ...query.value, sort };
              }}
              onOpen={setterOf(open)}
            />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
            <pre class="record-json" tabIndex={0} role="region" aria-label="JSON">
              {JSON.stringify(entries.slice(0, 200), null, 2)}
            </pre>
          )}
        </Tabs>
      )}
      <CallCode
        method="GET"
        path={pathWith(`/resources/${resource.id}/records`, searchOf(query.value))}
        client={`const { records } = await baraza.resources.records('${resource.id}');`}
      />
      {open.value !== undefined && (
        <RecordEditor
          key={open.value === 'new' ? 'new' : open.value.recordId}
          resourceId={resource.id}
          schema={resource.config.schema}
          entry={open.value === 'new' ? undefined : open.value}
          isWritable={mayChange}
          onClose={setTo(open, undefined)}
          onSaved={(entry) => {
            if (open.value === 'new') return changed(t.added);
            pages.replace(entry);
            toast({ text: t.saved });
          }}
          onRemoved={(entry) => {
            pages.remove(entry.recordId);
            onChanged();
          }}
          onRestored={() => changed(t.restored)}
        />
      )}
      {dialog.value === 'import' && (
        <ImportRecords
          resourceId={resource.id}
          onClose={setTo(dialog, undefined)}
          onImported={(imported) => changed(t.imported(count(imported)))}
        />
      )}
      {dialog.value === 'export' && (
        <ExportRecords resource={resource} query={query.value} onClose={setTo(dialog, undefined)} />
      )}
    </div>
  );
}

function countOf(shown: number, total: number | undefined, hasMore: boolean): string {
  if (shown === 0) return '';
  if (total !== undefined) return t.count(count(shown), count(total));
  return hasMore ? t.countOpen(count(shown)) : count(shown);
}

const filtersMax = 5;
const settleMs = 300;

function RecordFilters(props: {
  readonly query: RecordQuery;
  readonly entries: readonly StoredRecord[];
  readonly onChange: (query: RecordQuery) => void;
}) {
  const draft = useSignal(props.query);
  const { filters, isNewestFirst } = draft.value;
  const write = (part: Partial<RecordQuery>) => {
    draft.value = { ...draft.value, ...part };
  };
  // Applied when typing pauses; parts of the query that were set elsewhere, such as the order, are kept.
  useEffect(() => {
    const next = { ...props.query, q: draft.value.q, filters, isNewestFirst };
    if (JSON.stringify(next) === JSON.stringify(props.query)) return;
    const timer = setTimeout(() => props.onChange(next), settleMs);
    return () => clearTimeout(timer);
  }, [draft.value]);
  useEffect(() => {
    if (props.query.q === '' && props.query.filters.length === 0) draft.value = props.query;
  }, [props.query]);
  const set = (at: number, filter: Filter | undefined) =>
    write({ filters: filter === undefined ? filters.toSpliced(at, 1) : filters.with(at, filter) });
  const known = columnsOf(props.entries.slice(0, 100).map(({ record }) => record));
  return (
    <search class="stack tight">
      <div class="row record-search">
        <Field label={t.search} type="search" value={draft.value.q} onInput={(q) => write({ q })} />
        <Button
          kind="quiet"
          icon="versions"
          label={isNewestFirst ? t.newest : t.oldest}
          more={{ 'aria-pressed': isNewestFirst }}
          onClick={() => write({ isNewestFirst: !isNewestFirst })}
        />
        {filters.length < filtersMax && (
          <Button
            icon="plus"
            label={t.addFilter}
            onClick={() =>
              write({ filters: [...filters, { path: known[0] ?? '', operator: 'is', text: '' }] })
            }
          />
        )}
      </div>
      {filters.map((filter, at) => (
        <FilterRow key={at} filter={filter} known={known} onChange={(next) => set(at, next)} />
      ))}
    </search>
  );
}

function FilterRow(props: {
  readonly filter: Filter;
  readonly known: readonly string[];
  readonly onChange: (filter: Filter | undefined) => void;
}) {
  const id = useId();
  const { filter, onChange } = props;
  return (
    <div class="record-filter">
      <Field
        label={t.path}
        value={filter.path}
        onInput={(path) => onChange({ ...filter, path })}
        isCode
        list={id}
      />
      <datalist id={id}>
        {props.known.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Select
        label={t.operator}
        value={filter.operator}
        options={t.operators}
        onChange={(operator) => onChange({ ...filter, operator })}
      />
      <Field
        label={t.value}
        value={filter.text}
        onInput={(text) => onChange({ ...filter, text })}
        isCode
      />
      <IconButton icon="close" onClick={() => onChange(undefined)} label={t.removeFilter} />
    </div>
  );
}
