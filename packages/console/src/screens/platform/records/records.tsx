/** The records of a collection, or the entries of a form: a table of any length, and as JSON. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { pathWith } from '../../../api/call.ts';
import { useCommands } from '../../../app/commands.ts';
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
import { BringRecords } from './bring-records.tsx';
import { RecordEditor } from './record-editor.tsx';
import { RecordFilters } from './record-filters.tsx';
import { type Entry, openPages } from './record-pages.ts';
import { everything, type RecordQuery, searchOf } from './record-query.ts';
import { RecordTable } from './record-table.tsx';
import { TakeRecords } from './take-records.tsx';
import { words } from './words.ts';
import './records.css';

export function Records({ resource, isWritable, onChanged }: ContentProps) {
  const t = speak(words);
  const query = useSignal<RecordQuery>(everything);
  const pages = useMemo(() => openPages(resource.id, query.value), [resource.id, query.value]);
  const open = useSignal<Entry | 'new' | undefined>(undefined);
  const dialog = useSignal<'bring' | 'take' | undefined>(undefined);
  const isEditing = useSignal(false);
  const view = useSignal<'table' | 'json'>('table');
  useEffect(() => {
    pages.reach(0);
    return pages.stop;
  }, [pages]);
  const isData = resource.service === 'data';
  const mayChange = isWritable && isData;
  const add = () => {
    open.value = 'new';
  };
  const bring = () => {
    dialog.value = 'bring';
  };
  useCommands(
    () =>
      mayChange
        ? [
            { id: 'add-record', title: t.add, icon: 'plus', run: add },
            { id: 'import-records', title: t.bringTitle, icon: 'sources', run: bring },
          ]
        : [],
    [mayChange],
  );
  const { value: entries } = pages.entries;
  const isFiltered = Object.keys(searchOf(query.value)).some(
    (name) => !['sort', 'order'].includes(name),
  );
  const isEmpty = entries.length === 0 && !pages.hasMore.value;
  const changed = (text: string) => {
    toast({ text });
    pages.restart();
    onChanged();
  };
  return (
    <div class="stack">
      <div class="record-bar">
        <p class="quiet small grow" role="status">
          {countOf(entries.length, pages.total.value, pages.hasMore.value)}
        </p>
        {isEditing.value && (
          <Button
            icon="check"
            onClick={() => {
              isEditing.value = false;
            }}
          >
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
                      onSelect: () => {
                        isEditing.value = true;
                      },
                    },
                  ]
                : []),
              ...(mayChange ? [{ label: t.bring, icon: 'sources' as const, onSelect: bring }] : []),
              ...(isEmpty
                ? []
                : [
                    {
                      label: t.take,
                      icon: 'file' as const,
                      onSelect: () => {
                        dialog.value = 'take';
                      },
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
      {(!isEmpty || isFiltered) && (
        <RecordFilters
          query={query.value}
          entries={entries}
          onChange={(next) => {
            query.value = next;
          }}
        />
      )}
      {pages.problem.value !== undefined && (
        <ErrorNote problem={pages.problem.value} onRetry={() => pages.reach(entries.length)} />
      )}
      {isEmpty && (
        <EmptyState
          icon={isFiltered ? 'search' : 'data'}
          title={isFiltered ? t.emptyFilter : t.emptyTitle}
          text={isFiltered ? '' : isData ? t.emptyText : t.emptyEntries}
        >
          {isFiltered ? (
            <Button
              onClick={() => {
                query.value = everything;
              }}
            >
              {t.clear}
            </Button>
          ) : (
            mayChange && (
              <>
                <Button kind="primary" icon="plus" onClick={add}>
                  {t.add}
                </Button>
                <Button icon="sources" onClick={bring}>
                  {t.bring}
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
              onOpen={(entry) => {
                open.value = entry;
              }}
              onConflict={(entry) => {
                open.value = entry;
              }}
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
          onClose={() => {
            open.value = undefined;
          }}
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
      {dialog.value === 'bring' && (
        <BringRecords
          resourceId={resource.id}
          onClose={() => {
            dialog.value = undefined;
          }}
          onBrought={(brought) => changed(t.brought(count(brought)))}
        />
      )}
      {dialog.value === 'take' && (
        <TakeRecords
          resource={resource}
          query={query.value}
          onClose={() => {
            dialog.value = undefined;
          }}
        />
      )}
    </div>
  );
}

function countOf(shown: number, total: number | null, hasMore: boolean): string {
  const t = speak(words);
  if (shown === 0) return '';
  if (total !== null) return t.count(count(shown), count(total));
  return hasMore ? t.countOpen(count(shown)) : count(shown);
}
