/** Prices in rows and columns, with the keys of a sheet. */
import type { Bilingual, ProfilePrice } from '@baraza/contract';
import { useEffect } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { Rows } from '../../../design/lists/rows.tsx';
import { useRows } from '../../../design/lists/use-rows.ts';
import { speak } from '../../../words/language.ts';
import { mainLanguage } from '../profile/draft.ts';
import { pairOf, textOf } from '../profile/texts.ts';
import { priceOf } from './pasted.ts';
import type { PriceListProps } from './price-list.ts';
import { words } from './words.ts';

const rowHeight = 49;

interface Cell {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly read: (price: ProfilePrice) => string;
  readonly write: (price: ProfilePrice, text: string) => ProfilePrice;
}

export function PriceSheet(props: PriceListProps) {
  const t = speak(words);
  const { prices, profile, wanted } = props;
  const { box, range, show } = useRows({ rowCount: prices.length, rowHeight });
  const cells = cellsOf(props);
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
    const at = prices.findIndex(({ id }) => id === wanted);
    if (at !== -1) focus(at, 0);
  }, [wanted]);
  const onKeyDown = (event: KeyboardEvent) => {
    const input = event.target as HTMLInputElement;
    const [row, column] = [Number(input.dataset.row), Number(input.dataset.column)];
    if (Number.isNaN(row)) return;
    const by = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    focus(row + by, column);
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
        {cells.map((cell) => (
          <span key={cell.id} class={`price-cell ${cell.kind}`}>
            {cell.label}
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
              {cells.map((cell, column) => (
                <input
                  key={cell.id}
                  class={`price-cell ${cell.kind}`}
                  data-row={row}
                  data-column={column}
                  aria-label={t.cell(cell.label, row + 1)}
                  value={cell.read(price)}
                  {...(cell.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
                  onInput={(event) => props.onWrite(cell.write(price, event.currentTarget.value))}
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

function cellsOf({ profile }: PriceListProps): readonly Cell[] {
  const t = speak(words);
  const main = mainLanguage(profile);
  const other = main === 'sw' ? 'en' : 'sw';
  const item = (language: 'sw' | 'en'): Cell => ({
    id: `item-${language}`,
    label: profile.languages.length > 1 ? t.itemIn[language] : t.item,
    kind: 'item',
    read: (price) => pairOf(price.item, main)[language],
    write: (price, text) => ({
      ...price,
      item: textOf({ ...pairOf(price.item, main), [language]: text }, price.item, main),
    }),
  });
  const text = (property: 'unit' | 'note', label: string): Cell => ({
    id: property,
    label,
    kind: property,
    read: (price) => pairOf(price[property], main)[main],
    write: (price, value) =>
      withText(price, property, {
        ...pairOf(price[property], main),
        [main]: value,
      }),
  });
  const withText = (
    price: ProfilePrice,
    property: 'unit' | 'note',
    pair: { readonly sw: string; readonly en: string },
  ): ProfilePrice => {
    const value: Bilingual = textOf(pair, price[property], main);
    const { [property]: _, ...rest } = price;
    return value === '' ? rest : { ...price, [property]: value };
  };
  return [
    item(main),
    ...(profile.languages.length > 1 ? [item(other)] : []),
    {
      id: 'price',
      label: t.price,
      kind: 'number',
      read: ({ price }) => String(price),
      write: (price, value) => ({ ...price, price: plainNumber(value) }),
    },
    {
      id: 'currency',
      label: t.currency,
      kind: 'currency',
      read: ({ currency }) => currency,
      write: (price, currency) => ({ ...price, currency }),
    },
    text('unit', t.unit),
    text('note', t.note),
  ];
}

// While a point is being typed, the text is kept as it is.
function plainNumber(text: string): number | string {
  return text.endsWith('.') || text.endsWith(',') ? text : (priceOf(text) ?? text);
}
