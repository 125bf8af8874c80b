import type { Bilingual, Profile, ProfilePrice } from '@baraza/contract';
import type { Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Sheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Rows, useRows } from '../../../design/lists/rows.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { Complaint } from '../../../design/notes.tsx';
import { setTo } from '../../../design/signals.ts';
import { type Language, localized } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { mainLanguage } from '../profile/draft.ts';
import { type Entry, withProperty } from '../profile/profile.ts';
import { fieldLabel } from '../profile/readable.ts';
import { problemOf, refusalAt } from '../profile/refusal.ts';
import { save } from '../profile/saving.ts';
import { pairOf, textOf } from '../profile/texts.ts';
import { amountOf, priceOf, withReadPrice } from './price-text.ts';
import { t } from './words.ts';

const cardHeight = 76;

export interface PriceListProps extends EditorProps {
  /** The id of the price that is being edited. */
  readonly opened: Signal<string | undefined>;
  readonly onWrite: (price: ProfilePrice) => void;
  /** After typing: also says at once if it is no price. */
  readonly onTyped: (price: ProfilePrice) => void;
  readonly onRemove: (price: ProfilePrice) => void;
  readonly onPaste: (text: string) => void;
}

/** The prices as a list, for phones; a tap opens a form. */
export function PriceCards(props: PriceListProps) {
  const { prices } = props.profile;
  const { draft, opened } = props;
  const price = prices.find(({ id }) => id === opened.value);
  const close = setTo(opened, undefined);
  const saveAndClose = async () => {
    if (await save(draft)) close();
  };
  return (
    <>
      <VirtualList label={t.sheet} rowHeight={cardHeight} rows={prices}>
        {(row) => (
          <button type="button" onClick={setTo(opened, row.id)}>
            <span class="grow">
              <b class="price-item two-lines">{localized(row.item) || t.untitled}</b>
              <span class="quiet small clip price-name">
                {[row.unit, row.note].map(localized).filter(Boolean).join(' · ')}
              </span>
            </span>
            <span class="figures price-amount two-lines">{amountOf(row)}</span>
          </button>
        )}
      </VirtualList>
      {price !== undefined && (
        <Sheet
          title={fieldLabel('price')}
          onClose={close}
          actions={
            <>
              <Button
                kind="danger"
                icon="trash"
                onClick={() => {
                  close();
                  props.onRemove(price);
                }}
                label={t.delete}
              />
              <Button
                kind="primary"
                isBusy={draft.isSaving.value}
                onClick={saveAndClose}
                label={t.save}
              />
            </>
          }
        >
          <PriceFields {...props} price={price} />
          <Complaint text={problemOf(draft)?.message} />
        </Sheet>
      )}
    </>
  );
}

function PriceFields(props: PriceListProps & { readonly price: ProfilePrice }) {
  const { price, profile, onWrite } = props;
  const text = (property: 'item' | 'unit' | 'note') => (
    <TextFields
      profile={profile}
      label={fieldLabel(property)}
      value={price[property]}
      onInput={(value) => onWrite(withText(price, property, value))}
    />
  );
  return (
    <>
      {text('item')}
      <div class="price-pair">
        <Field
          label={fieldLabel('price')}
          value={String(price.price ?? '')}
          onInput={(typed) => onWrite({ ...price, price: numberIn(typed) })}
          error={refusalAt(price.id, 'price')}
          inputmode="decimal"
          onBlur={() => props.onTyped(withReadPrice(price))}
        />
        <Field
          label={fieldLabel('currency')}
          value={price.currency}
          onInput={(currency) => onWrite({ ...price, currency })}
          maxlength={10}
        />
      </div>
      {text('unit')}
      {text('note')}
    </>
  );
}

/** Removes an empty unit or note. */
function withText(
  price: ProfilePrice,
  property: 'item' | 'unit' | 'note',
  text: Bilingual,
): ProfilePrice {
  const value = text === '' && property !== 'item' ? undefined : text;
  return withProperty(price as unknown as Entry, property, value) as unknown as ProfilePrice;
}

/** A number that ends with a point or comma is still being typed. */
function numberIn(text: string): number | string {
  return /[.,]$/.test(text) ? text : (priceOf(text) ?? text);
}

const rowHeight = 49;
const amountCharactersMax = 24;

interface Column {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly read: (price: ProfilePrice) => string;
  readonly write: (price: ProfilePrice, text: string) => ProfilePrice;
}

/** The prices as a table of input cells. Arrow keys and Enter move between rows; a pasted table is imported. */
export function PriceSheet(props: PriceListProps) {
  const { profile, onWrite, opened } = props;
  const { prices } = profile;
  const { box, range, show } = useRows({ rowCount: prices.length, rowHeight });
  const columns = columnsOf(props);
  // A price whose end is hidden reads as a lower one.
  const longest = Math.max(5, ...prices.map(({ price }) => String(price ?? '').length));
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
      class={`price-sheet virtual ${hasTwoColumns(profile, mainLanguage(profile)) ? 'two' : ''}`}
      role="group"
      aria-label={t.sheet}
      style={{ '--amount-characters': Math.min(longest, amountCharactersMax) }}
      onPaste={(event) => {
        const text = event.clipboardData?.getData('text/plain') ?? '';
        if (!/[\t\n]/.test(text.trim())) return;
        event.preventDefault();
        props.onPaste(text);
      }}
    >
      <div class="price-row price-head" aria-hidden="true">
        {columns.map(({ id, kind, label }) => (
          <span key={id} class={`price-cell clip ${kind}`}>
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
          const error = refusalAt(price.id, 'price');
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
                  {...(kind === 'number' ? amountAttributes(price.id, error) : {})}
                  onInput={(event) => onWrite(write(price, event.currentTarget.value))}
                  onChange={(event) =>
                    props.onTyped(withReadPrice(write(price, event.currentTarget.value)))
                  }
                />
              ))}
              {error !== undefined && (
                <p
                  id={errorId(price.id)}
                  class={`price-error${row === prices.length - 1 && row > 0 ? ' above' : ''}`}
                  role="alert"
                >
                  {error}
                </p>
              )}
              <span class="price-remove">
                <IconButton
                  icon="trash"
                  onClick={() => props.onRemove(price)}
                  label={t.remove(row + 1)}
                />
              </span>
            </div>
          );
        }}
      </Rows>
    </div>
  );
}

function amountAttributes(id: string, error: string | undefined) {
  const inputMode = 'decimal' as const;
  if (error === undefined) return { inputMode };
  return { inputMode, 'aria-invalid': true, 'aria-describedby': errorId(id) } as const;
}

function errorId(id: string): string {
  return `price-error-${id}`;
}

/** Whether items have two columns: a text that was moved to the other language must not look lost. */
function hasTwoColumns({ languages, prices }: Profile, main: Language): boolean {
  const other = main === 'sw' ? 'en' : 'sw';
  return languages.length > 1 || prices.some(({ item }) => pairOf(item, main)[other] !== '');
}

function columnsOf({ profile }: PriceListProps): readonly Column[] {
  const main = mainLanguage(profile);
  const isTwo = hasTwoColumns(profile, main);
  const text = (property: 'item' | 'unit' | 'note', language = main): Column => ({
    id: `${property}-${language}`,
    label: property === 'item' && isTwo ? t.itemIn[language] : fieldLabel(property),
    kind: property,
    read: (price) => pairOf(price[property], main)[language],
    write: (price, value) => {
      const pair = { ...pairOf(price[property], main), [language]: value };
      return withText(price, property, textOf(pair, price[property], main));
    },
  });
  return [
    text('item'),
    ...(isTwo ? [text('item', main === 'sw' ? 'en' : 'sw')] : []),
    {
      id: 'price',
      label: fieldLabel('price'),
      kind: 'number',
      read: ({ price = '' }) => String(price),
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
