/** The records of a collection, or the entries of a form: a table of any length, and as JSON. */

import type { StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { usePages } from '../../../api/pages.ts';
import { pathWith } from '../../../api/path.ts';
import { useCommands } from '../../../app/commands.ts';
import { into, put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Menu } from '../../../design/layers/menu.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { callSnippets } from '../snippets.ts';
import { ExportRecords } from './export-records.tsx';
import { ImportRecords } from './import-records.tsx';
import { RecordEditor } from './record-editor.tsx';
import { RecordFilters } from './record-filters.tsx';
import { everything, isFiltered, optionsOf, type RecordQuery, searchOf } from './record-query.ts';
import { RecordTable } from './record-table.tsx';
import { words } from './words.ts';
import './records.css';

const pageSize = 200;

export function Records({ resource, isWritable, onChanged }: ContentProps) {
  const t = speak(words);
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
  const open = useSignal<StoredRecord | 'new' | undefined>(undefined);
  const dialog = useSignal<'import' | 'export' | undefined>(undefined);
  const isEditing = useSignal(false);
  const view = useSignal<'table' | 'json'>('table');
  const isData = resource.service === 'data';
  const mayChange = isWritable && isData;
  const add = put(open, 'new');
  const importMore = put(dialog, 'import');
  useCommands(
    () =>
      mayChange
        ? [
            { id: 'add-record', title: t.add, icon: 'plus', run: add },
            { id: 'import-records', title: t.importTitle, icon: 'sources', run: importMore },
          ]
        : [],
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
      <div class="record-bar">
        <p class="quiet small grow" role="status">
          {countOf(entries.length, pages.total.value, pages.hasMore.value)}
        </p>
        {isEditing.value && (
          <Button icon="check" onClick={put(isEditing, false)}>
            {t.stopEditing}
          </Button>
        )}
        {(mayChange || !isEmpty) && (
          <Menu
            label={t.more}
            button={<Icon name="more" />}
            items={[
              ...(mayChange && entries.length > 0
                ? [
                    {
                      label: t.editCells,
                      icon: 'edit' as const,
                      onSelect: put(isEditing, true),
                    },
                  ]
                : []),
              ...(mayChange
                ? [{ label: t.import, icon: 'sources' as const, onSelect: importMore }]
                : []),
              ...(isEmpty
                ? []
                : [
                    {
                      label: t.export,
                      icon: 'file' as const,
                      onSelect: put(dialog, 'export'),
                    },
                  ]),
            ]}
          />
        )}
        {mayChange && (
          <Button kind="primary" icon="plus" onClick={add}>
            {t.addShort}
          </Button>
        )}
      </div>
      {(!isEmpty || isSearch) && (
        <RecordFilters query={query.value} entries={entries} onChange={into(query)} />
      )}
      <ErrorNote problem={pages.problem.value} onRetry={() => pages.reach(entries.length)} />
      {isEmpty && (
        <EmptyState
          icon={isSearch ? 'search' : 'data'}
          title={isSearch ? t.emptyFilter : t.emptyTitle}
          text={isSearch ? '' : isData ? t.emptyText : t.emptyEntries}
        >
          {isSearch ? (
            <Button onClick={put(query, everything)}>{t.clear}</Button>
          ) : (
            mayChange && (
              <>
                <Button kind="primary" icon="plus" onClick={add}>
                  {t.add}
                </Button>
                <Button icon="sources" onClick={importMore}>
                  {t.import}
                </Button>
              </>
            )
          )}
        </EmptyState>
      )}
      {entries.length === 0 && pages.isLoading.value && <Skeleton lines={6} />}
      {entries.length > 0 && (
        <Tabs
          label={t.view}
          tabs={[
            { id: 'table', label: t.asTable },
            { id: 'json', label: t.asJson },
          ]}
          current={view.value}
          onChange={(next) => {
            view.value = next === 'json' ? 'json' : 'table';
          }}
        >
          {view.value === 'table' ? (
            <RecordTable
              resourceId={resource.id}
              pages={pages}
              query={query.value}
              isEditing={isEditing.value && mayChange}
              onSort={(sort) => {
                query.value = { ...query.value, sort };
              }}
              onOpen={into(open)}
            />
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard.
            <pre class="record-json" tabIndex={0} role="region" aria-label={t.asJson}>
              {JSON.stringify(entries.slice(0, 200), null, 2)}
            </pre>
          )}
        </Tabs>
      )}
      <CodeSnippet
        label={t.inCode}
        snippets={callSnippets({
          method: 'GET',
          path: pathWith(`/resources/${resource.id}/records`, searchOf(query.value)),
          client: `const { records } = await baraza.resources.records('${resource.id}');`,
        })}
      />
      {open.value !== undefined && (
        <RecordEditor
          key={open.value === 'new' ? 'new' : open.value.recordId}
          resourceId={resource.id}
          entry={open.value === 'new' ? undefined : open.value}
          isWritable={mayChange}
          onClose={put(open, undefined)}
          onSaved={(entry) => {
            if (open.value === 'new') return changed(t.added);
            pages.replace(entry);
            toast({ text: t.saved });
          }}
          onRemoved={(entry) => {
            pages.remove(entry.recordId);
            onChanged();
          }}
          onPutBack={() => changed(t.putBack)}
        />
      )}
      {dialog.value === 'import' && (
        <ImportRecords
          resourceId={resource.id}
          onClose={put(dialog, undefined)}
          onImported={(imported) => changed(t.imported(count(imported)))}
        />
      )}
      {dialog.value === 'export' && (
        <ExportRecords resource={resource} query={query.value} onClose={put(dialog, undefined)} />
      )}
    </div>
  );
}

function countOf(shown: number, total: number | undefined, hasMore: boolean): string {
  const t = speak(words);
  if (shown === 0) return '';
  if (total !== undefined) return t.count(count(shown), count(total));
  return hasMore ? t.countOpen(count(shown)) : count(shown);
}
