import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { Pages } from '../../../api/pages.ts';
import { useCommands } from '../../../app/commands.ts';
import { navigate } from '../../../app/router.ts';
import { IconButton } from '../../../design/buttons.tsx';
import { LinkTabs } from '../../../design/lists/tabs.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { ErrorNote, Skeleton } from '../../../design/notes.tsx';
import { setTo } from '../../../design/signals.ts';
import { t } from '../../../design/words.ts';
import { count } from '../../../words/figures.ts';
import { siteHref } from './site.ts';
import './open-card.css';

/** A row that is opened within its list; its heading gets the focus. */
export function OpenCard(props: {
  readonly title: string;
  readonly language?: string;
  readonly facts: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    // Shows the card with its form; a card that is nearly as high as the screen is shown from its heading.
    const isHigh = (card.current?.clientHeight ?? 0) > innerHeight * 0.7;
    card.current?.scrollIntoView({ block: isHigh ? 'start' : 'nearest' });
  }, []);
  return (
    <section ref={card} class="open-card stack">
      <div class="open-card-head">
        <div class="grow stack tight">
          <h2 ref={heading} tabIndex={-1} lang={props.language}>
            {props.title}
          </h2>
          {props.facts}
        </div>
        <IconButton icon="close" onClick={props.onClose} label={t.close} />
      </div>
      {props.children}
    </section>
  );
}

/** The rows of a paged list, once the first page is loaded. */
export function LoadedRows<Row>(props: {
  readonly pages: Pages<Row>;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}) {
  const { rows, problem, reload } = props.pages;
  if (rows.value !== undefined) return <>{props.children(rows.value)}</>;
  if (problem.value === undefined) return <Skeleton lines={6} />;
  return <ErrorNote problem={problem.value} onRetry={reload} />;
}

interface SplitListProps<Row> {
  readonly label: string;
  readonly rowHeight: number;
  readonly pages: Pages<Row>;
  readonly rows: readonly Row[];
  readonly opened: Signal<string | undefined>;
  /** The content of a closed row. Pass the same function each time: a new one renders all rows again. */
  readonly row: (row: Row) => ComponentChildren;
}

/** The rows above the open one, its card, and the rows below. Only visible rows are rendered. */
export function SplitList<Row extends { readonly id: string }>(
  props: SplitListProps<Row> & {
    readonly card: (row: Row, next: Row | undefined) => ComponentChildren;
  },
) {
  const { rows, pages, opened } = props;
  const at = rows.findIndex(({ id }) => id === opened.value);
  const row = rows[at];
  return (
    <div class="stack">
      {row !== undefined && (
        <>
          <RowsPart {...props} rows={rows.slice(0, at)} isLast={false} />
          {props.card(row, rows[at + 1])}
        </>
      )}
      <RowsPart {...props} rows={rows.slice(at + 1)} isLast />
      <ErrorNote problem={pages.problem.value} onRetry={pages.more} />
    </div>
  );
}

function RowsPart<Row extends { readonly id: string }>(
  props: SplitListProps<Row> & { readonly isLast: boolean },
) {
  const { rows, pages, isLast, row: draw, opened } = props;
  const drawButton = useCallback(
    (row: Row) => (
      <button type="button" onClick={setTo(opened, row.id)}>
        {draw(row)}
      </button>
    ),
    [draw, opened],
  );
  const rowCount = rows.length + (isLast && pages.hasMore.value ? 1 : 0);
  if (rowCount === 0) return null;
  return (
    <VirtualList
      label={props.label}
      rowCount={rowCount}
      rowHeight={props.rowHeight}
      rows={rows}
      onRange={({ end }) => {
        if (isLast && end >= rows.length) pages.more();
      }}
    >
      {drawButton}
    </VirtualList>
  );
}

/**
 * The parts of an inbox as tabs and commands. The address of the first part has no query, except if there are counts:
 * then the address without one shows the first part that has content.
 */
export function ListTabs<Shown extends string>(props: {
  readonly site: string;
  readonly list: 'questions' | 'leads' | 'conversations';
  readonly shown: readonly Shown[];
  readonly current: Shown;
  readonly counts?: Readonly<Record<Shown, number>> | undefined;
  readonly words: { readonly title: string; readonly show: string } & Readonly<
    Record<Shown, string>
  >;
}) {
  const { site, list, shown, words, counts } = props;
  const isPlain = (one: Shown) => one === shown[0] && counts === undefined;
  const href = (one: Shown) => siteHref(site, `/${list}${isPlain(one) ? '' : `?show=${one}`}`);
  useCommands(
    () =>
      shown.map((one) => ({
        id: `${list} ${one}`,
        title: `${words.title}: ${words[one]}`,
        icon: list,
        run: () => navigate(href(one).slice(1)),
      })),
    [site],
  );
  return (
    <LinkTabs
      label={words.show}
      current={props.current}
      tabs={shown.map((id) => ({
        id,
        label: words[id],
        href: href(id),
        count: counts?.[id] ? count(counts[id]) : undefined,
      }))}
    />
  );
}
