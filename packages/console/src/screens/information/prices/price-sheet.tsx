/** Prices as a sheet: a cell for each value, arrows and Enter move between rows, and a pasted table is read. */
import type { ProfilePrice } from '@baraza/contract';
import { useEffect } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { Rows } from '../../../design/lists/rows.tsx';
import { useRows } from '../../../design/lists/use-rows.ts';
import { speak } from '../../../words/language.ts';
import { mainLanguage } from '../profile/draft.ts';
import { fieldLabel } from '../profile/readable.ts';
import { pairOf, textOf } from '../profile/texts.ts';
import { numberIn, type PriceListProps, withText } from './price-cards.tsx';
import { withReadPrice } from './price-text.ts';
import { words } from './words.ts';

const rowHeight = 49;

interface Column {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly read: (price: ProfilePrice) => string;
  readonly write: (price: ProfilePrice, text: string) => ProfilePrice;
}

export function PriceSheet(props: PriceListProps) {
  const t = speak(words);
  const { profile, onWrite, opened } = props;
  const { prices } = profile;
  const { box, range, show } = useRows({ rowCount: prices.length, rowHeight });
  const columns = columnsOf(props);
  const focus = (row: number, column: number) => {
    const at = Math.max(0, Math.min(prices.length - 1, row));
    show(at);
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLInputElement>(`[data-row="${at}"][data-column="${column}"]`)
        ?.focus(),
    );
  };
  useEffect(() => {
    const at = prices.findIndex(({ id }) => id === opened.value);
    if (at !== -1) focus(at, 0);
  }, [opened.value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { row, column } = (event.target as HTMLInputElement).dataset;
    const by = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    if (row === undefined || by === undefined) return;
    event.preventDefault();
    focus(Number(row) + by, Number(column));
  };
  return (
    <div
      class={`price-sheet virtual ${profile.languages.length > 1 ? 'two' : ''}`}
      role="group"
      aria-label={t.sheet}
      onPaste={(event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!/[\t\n]/.test(text.trim())) return;
        event.preventDefault();
        props.onPaste(text);
      }}
    >
      <div class="price-row price-head" aria-hidden="true">
        {columns.map(({ id, kind, label }) => (
          <span key={id} class={`price-cell ${kind}`}>
            {label}
          </span>
        ))}
        <span class="price-remove" />
      </div>
      <Rows
        box={box}
        role="list"
        label={t.sheet}
        range={range}
        rowCount={prices.length}
        rowHeight={rowHeight}
        onKeyDown={onKeyDown}
      >
        {(row) => {
          const price = prices[row];
          if (price === undefined) return null;
          return (
            <div key={price.id} class="price-row" role="listitem">
              {columns.map(({ id, kind, label, read, write }, column) => (
                <input
                  key={id}
                  class={`price-cell ${kind}`}
                  data-row={row}
                  data-column={column}
                  aria-label={t.cell(label, row + 1)}
                  value={read(price)}
                  {...(kind === 'number' ? { inputMode: 'decimal' as const } : {})}
                  onInput={(event) => onWrite(write(price, event.currentTarget.value))}
                  onChange={(event) =>
                    onWrite(withReadPrice(write(price, event.currentTarget.value)))
                  }
                />
              ))}
              <span class="price-remove">
                <Button kind="quiet" icon="trash" isIconOnly onClick={() => props.onRemove(price)}>
                  {t.remove(row + 1)}
                </Button>
              </span>
            </div>
          );
        }}
      </Rows>
    </div>
  );
}

function columnsOf({ profile }: PriceListProps): readonly Column[] {
  const t = speak(words);
  const main = mainLanguage(profile);
  const text = (property: 'item' | 'unit' | 'note', language = main): Column => ({
    id: `${property}-${language}`,
    label:
      property === 'item' && profile.languages.length > 1
        ? t.itemIn[language]
        : fieldLabel(property),
    kind: property,
    read: (price) => pairOf(price[property], main)[language],
    write: (price, value) => {
      const pair = { ...pairOf(price[property], main), [language]: value };
      return withText(price, property, textOf(pair, price[property], main));
    },
  });
  return [
    text('item'),
    ...(profile.languages.length > 1 ? [text('item', main === 'sw' ? 'en' : 'sw')] : []),
    {
      id: 'price',
      label: fieldLabel('price'),
      kind: 'number',
      read: ({ price }) => String(price),
      write: (price, value) => ({ ...price, price: numberIn(value) }),
    },
    {
      id: 'currency',
      label: fieldLabel('currency'),
      kind: 'currency',
      read: ({ currency }) => currency,
      write: (price, currency) => ({ ...price, currency }),
    },
    text('unit'),
    text('note'),
  ];
}
