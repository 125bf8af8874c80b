import { useSignal } from '@preact/signals';
import { put } from '../../design/base/bind.ts';
import { Button } from '../../design/controls/button.tsx';
import { Chart } from '../../design/figures/chart.tsx';
import { CodeSnippet } from '../../design/figures/code-snippet.tsx';
import { Sheet } from '../../design/layers/dialog.tsx';
import { Table } from '../../design/lists/table.tsx';
import { LinkTabs } from '../../design/lists/tabs.tsx';
import { VirtualList } from '../../design/lists/virtual-list.tsx';
import { VirtualTable } from '../../design/lists/virtual-table.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { EmptyState } from '../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Skeleton } from '../../design/notes/skeleton.tsx';
import { ago, bytes, count, day, moment, share } from '../../words/figures.ts';
import { t } from './words.ts';

export function NoteSamples() {
  return (
    <>
      <EmptyState icon="questions" title={t.emptyTitle} text={t.emptyText}>
        <Button kind="primary">{t.edit}</Button>
      </EmptyState>
      <ErrorNote
        problem={Object.assign(new Error(t.problem), { requestId: 'req_sample' })}
        onRetry={() => undefined}
      />
      <Card title={t.badges}>
        <div class="row">
          <Badge>{count(12_345)}</Badge>
          <Badge kind="good">{share(0.86)}</Badge>
          <Badge kind="care">{bytes(5_400_000)}</Badge>
          <Badge kind="alarm">{ago(new Date(Date.now() - 7_200_000))}</Badge>
          <Badge>{day(new Date(2026, 10, 16))}</Badge>
          <span class="quiet">{moment(new Date(2026, 10, 16, 9, 30))}</span>
        </div>
        <Skeleton />
      </Card>
    </>
  );
}

const rowCount = 100_000;

export function ListSamples() {
  const opened = useSignal<number | undefined>(undefined);
  const row = (index: number) => ({
    index,
    name: `${t.record} ${count(index + 1)}`,
    size: index * 37,
  });
  return (
    <>
      <LinkTabs
        label={t.lists}
        current="one"
        tabs={[
          { id: 'one', label: t.lists, href: '#/design' },
          { id: 'two', label: t.notes, href: '#/sites' },
        ]}
      />
      <Card title={t.shortList}>
        <Table
          caption={t.shortList}
          columns={[
            { id: 'name', label: t.record, cell: ({ name }) => name },
            { id: 'size', label: t.size, isNumber: true, cell: ({ size }) => bytes(size) },
          ]}
          rows={[row(1), row(2), row(3)]}
          rowKey={({ name }) => name}
        />
      </Card>
      <VirtualList label={t.longList} scroll="own" rowCount={1_000} rowHeight={56} rowAt={row}>
        {({ name }, index) => (
          <button type="button" onClick={put(opened, index)}>
            {name}
          </button>
        )}
      </VirtualList>
      <VirtualTable
        label={t.longTable}
        columns={[
          { id: 'name', label: t.record, share: 2, cell: ({ name }) => name },
          {
            id: 'index',
            label: t.number,
            isExtra: true,
            isNumber: true,
            cell: ({ index }) => count(index),
          },
          { id: 'size', label: t.size, isNumber: true, cell: ({ size }) => bytes(size) },
        ]}
        rowCount={rowCount}
        rowHeight={56}
        rowAt={row}
        onOpen={({ index }) => {
          opened.value = index;
        }}
      />
      {opened.value !== undefined && (
        <Sheet title={row(opened.value).name} onClose={put(opened, undefined)}>
          <p>{bytes(row(opened.value).size)}</p>
        </Sheet>
      )}
    </>
  );
}

const figures = [4, 9, 0, 12, 7, 3, 15, 11, 6, 8, 14, 5, 0, 10].map((value, at) => ({
  label: `${at + 1}`,
  value,
}));

export function FigureSamples() {
  return (
    <>
      <div class="grid">
        <Card>
          <Chart title={t.perDay} points={figures} valueLabel={t.number} />
        </Card>
        <Card>
          <Chart
            title={t.perDay}
            kind="line"
            points={figures}
            valueLabel={t.number}
            format={count}
          />
        </Card>
      </div>
      <CodeSnippet
        label={t.code}
        snippets={[
          {
            id: 'curl',
            label: 'curl',
            code: 'curl -H "Authorization: Bearer $KEY" \\\n  http://127.0.0.1:4100/api/platform/status',
          },
          { id: 'client', label: 'client', code: 'const status = await platform.status();' },
        ]}
      />
    </>
  );
}
