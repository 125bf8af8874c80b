import type { ComponentChildren } from 'preact';
import type { IconName } from '../../design/icon.tsx';
import { Card, EmptyState } from '../../design/notes.tsx';
import './operator.css';

/** The rows of a page in one card, or an empty state if there are none. */
export function RowCard<Row>(props: {
  readonly rows: readonly Row[];
  readonly icon: IconName;
  readonly emptyTitle: string;
  readonly emptyText: string;
  readonly children: (row: Row) => ComponentChildren;
}) {
  if (props.rows.length === 0)
    return <EmptyState icon={props.icon} title={props.emptyTitle} text={props.emptyText} />;
  return (
    <Card>
      <ul class="plain-rows ruled-list">{props.rows.map(props.children)}</ul>
    </Card>
  );
}
