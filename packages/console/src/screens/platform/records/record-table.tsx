import type { StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import type { Pages } from '../../../api/pages.ts';
import { asProblem } from '../../../api/problem.ts';
import { type VirtualColumn, VirtualTable } from '../../../design/lists/virtual-table.tsx';
import { toast } from '../../../design/toast.tsx';
import { ago } from '../../../words/figures.ts';
import { language } from '../../../words/language.ts';
import { cellText, columnsOf, isCellEditable, valueFromInput } from './record-columns.ts';
import { valueAt } from './record-draft.ts';
import { nextSort, type RecordQuery } from './record-query.ts';
import { t } from './words.ts';
import './records.css';

/** The number of placeholder rows below the loaded ones; rows are loaded when these scroll into view. */
const promisedRows = 40;
/** The number of rows whose fields become columns. */
const sampleRows = 200;

export function RecordTable(props: {
  readonly resourceId: string;
  readonly pages: Pages<StoredRecord>;
  readonly query: RecordQuery;
  readonly isEditing: boolean;
  readonly onSort: (sort: string) => void;
  /** Opens the editor, also after a version conflict in a cell: the editor shows both versions. */
  readonly onOpen: (entry: StoredRecord) => void;
}) {
  const { pages, query, isEditing } = props;
  const entries = pages.rows.value ?? [];
  const names = columnsOf(entries.slice(0, sampleRows).map(({ record }) => record));
  const save = async (entry: StoredRecord, name: string, value: unknown) => {
    const { recordId, version } = entry;
    try {
      const records = client.platform.resources.collection(props.resourceId);
      const saved = await records.patch(recordId, { [name]: value }, { ifMatch: version });
      pages.replace(saved);
      const before = valueAt(entry.record, [name]);
      toast({
        text: t.saved,
        onUndo: () => save(saved, name, before === undefined ? null : before),
      });
    } catch (error) {
      const { message, status } = asProblem(error);
      toast({ kind: 'alarm', text: message });
      if (status === 409) props.onOpen(entry);
    }
  };
  const latest = useRef({ save, onSort: props.onSort });
  latest.current = { save, onSort: props.onSort };
  const columns = useMemo(
    (): readonly VirtualColumn<StoredRecord>[] => [
      ...names.map((name, at) => ({
        id: name,
        label: name,
        isExtra: at > 1,
        sorted: sortedBy(query.sort, name),
        onSort: () => latest.current.onSort(nextSort(query.sort, name)),
        cell: (entry: StoredRecord) => {
          const value = valueAt(entry.record, [name]);
          return isEditing && isCellEditable(value) ? (
            <CellInput
              key={`${entry.recordId} ${entry.version}`}
              label={name}
              value={value}
              onSave={(changed) => void latest.current.save(entry, name, changed)}
            />
          ) : (
            cellText(value)
          );
        },
      })),
      {
        id: 'created at',
        label: t.created,
        isExtra: true,
        cell: (entry: StoredRecord) => <span class="quiet">{ago(entry.createdAt)}</span>,
      },
    ],
    [JSON.stringify(names), query.sort, isEditing, language.value],
  );
  return (
    <VirtualTable
      label={t.records}
      rowCount={entries.length + (pages.hasMore.value ? promisedRows : 0)}
      rowHeight={48}
      rows={entries}
      onRange={({ end }) => pages.reach(end + promisedRows)}
      onOpen={isEditing ? undefined : props.onOpen}
      columns={columns}
    />
  );
}

function sortedBy(sort: string, name: string): 'ascending' | 'descending' | undefined {
  if (sort === name) return 'ascending';
  return sort === `-${name}` ? 'descending' : undefined;
}

function CellInput(props: {
  readonly label: string;
  readonly value: unknown;
  readonly onSave: (value: unknown) => void;
}) {
  const before = cellText(props.value);
  const text = useSignal(before);
  const done = () => {
    if (text.value !== before) props.onSave(valueFromInput(text.value, props.value));
  };
  return (
    <input
      class="cell-input"
      aria-label={props.label}
      value={text.value}
      onInput={(event) => {
        text.value = event.currentTarget.value;
      }}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape') return;
        text.value = before;
        event.currentTarget.value = before;
      }}
    />
  );
}
