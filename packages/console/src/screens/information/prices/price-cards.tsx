/** Prices on a phone: a line for each, which opens a sheet to edit it. */
import type { Bilingual, ProfilePrice } from '@baraza/contract';
import type { Signal } from '@preact/signals';
import { put } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { type Entry, withProperty } from '../profile/profile.ts';
import { fieldLabel } from '../profile/readable.ts';
import { save } from '../profile/saving.ts';
import { amountOf, priceOf, withReadPrice } from './price-text.ts';
import { words } from './words.ts';

const rowHeight = 76;

export interface PriceListProps extends EditorProps {
  /** The one that is being edited. */
  readonly opened: Signal<string | undefined>;
  readonly onWrite: (price: ProfilePrice) => void;
  readonly onRemove: (price: ProfilePrice) => void;
  readonly onPaste: (text: string) => void;
}

export function PriceCards(props: PriceListProps) {
  const t = speak(words);
  const { prices } = props.profile;
  const { draft, opened } = props;
  const price = prices.find(({ id }) => id === opened.value);
  const close = put(opened, undefined);
  const saveAndClose = async () => {
    if (await save(draft)) close();
  };
  return (
    <>
      <VirtualList
        label={t.sheet}
        rowCount={prices.length}
        rowHeight={rowHeight}
        rowAt={(index) => prices[index]}
      >
        {(row) => (
          <button type="button" onClick={put(opened, row.id)}>
            <span class="grow">
              <b class="price-item two-lines">{textIn(row.item) || t.untitled}</b>
              <span class="quiet small clip price-name">
                {[row.unit, row.note].map(textIn).filter(Boolean).join(' · ')}
              </span>
            </span>
            <span class="figures price-amount">{amountOf(row)}</span>
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
              >
                {t.delete}
              </Button>
              <Button
                kind="primary"
                isBusy={draft.isSaving.value}
                onClick={() => void saveAndClose()}
              >
                {t.save}
              </Button>
            </>
          }
        >
          <PriceFields {...props} price={price} />
          {draft.problem.value !== undefined && (
            <p class="complaint" role="alert">
              {draft.problem.value.message}
            </p>
          )}
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
          value={String(price.price)}
          onInput={(typed) => onWrite({ ...price, price: numberIn(typed) })}
          more={{ inputmode: 'decimal', onBlur: () => onWrite(withReadPrice(price)) }}
        />
        <Field
          label={fieldLabel('currency')}
          value={price.currency}
          onInput={(currency) => onWrite({ ...price, currency })}
          more={{ maxlength: 10 }}
        />
      </div>
      {text('unit')}
      {text('note')}
    </>
  );
}

/** An empty unit or note is none. */
export function withText(
  price: ProfilePrice,
  property: 'item' | 'unit' | 'note',
  text: Bilingual,
): ProfilePrice {
  const value = text === '' && property !== 'item' ? undefined : text;
  return withProperty(price as unknown as Entry, property, value) as unknown as ProfilePrice;
}

/** While a point or a comma is being typed, the text is kept as it is. */
export function numberIn(text: string): number | string {
  return /[.,]$/.test(text) ? text : (priceOf(text) ?? text);
}

function textIn(text: Bilingual | undefined): string {
  return inLanguage(text, language.value);
}
