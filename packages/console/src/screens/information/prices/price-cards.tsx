/** Prices on a phone: a line for each, which opens to be changed. */
import type { Bilingual, ProfilePrice } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { TextFields } from '../frame/text-fields.tsx';
import { priceOf } from './pasted.ts';
import { amountOf, type PriceListProps } from './price-list.ts';
import { words } from './words.ts';

const rowHeight = 76;

export function PriceCards(props: PriceListProps) {
  const t = speak(words);
  const { prices, wanted } = props;
  const opened = useSignal(wanted);
  useEffect(() => {
    opened.value = wanted;
  }, [wanted]);
  const price = prices.find(({ id }) => id === opened.value);
  const close = () => {
    opened.value = undefined;
  };
  const saveAndClose = async () => {
    if (await props.onSave()) close();
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
          <button
            type="button"
            onClick={() => {
              opened.value = row.id;
            }}
          >
            <span class="grow">
              <b class="price-item two-lines">
                {inLanguage(row.item, language.value) || t.untitled}
              </b>
              <span class="quiet small clip price-name">{secondLine(row)}</span>
            </span>
            <span class="figures price-amount">{amountOf(row)}</span>
          </button>
        )}
      </VirtualList>
      {price !== undefined && (
        <Sheet
          title={t.one}
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
              <Button kind="primary" isBusy={props.isSaving} onClick={() => void saveAndClose()}>
                {t.save}
              </Button>
            </>
          }
        >
          <PriceFields {...props} price={price} />
          {props.problem !== undefined && (
            <p class="complaint" role="alert">
              {props.problem}
            </p>
          )}
        </Sheet>
      )}
    </>
  );
}

function PriceFields(props: PriceListProps & { readonly price: ProfilePrice }) {
  const t = speak(words);
  const { price, profile, onWrite } = props;
  const optional = (property: 'unit' | 'note', label: string) => (
    <TextFields
      profile={profile}
      label={label}
      value={price[property]}
      onInput={(value: Bilingual) => {
        const { [property]: _, ...rest } = price;
        onWrite(value === '' ? rest : { ...price, [property]: value });
      }}
    />
  );
  return (
    <>
      <TextFields
        profile={profile}
        label={t.item}
        value={price.item}
        onInput={(item) => onWrite({ ...price, item })}
      />
      <div class="price-pair">
        <Field
          label={t.price}
          value={String(price.price)}
          onInput={(text) =>
            onWrite({ ...price, price: text.endsWith('.') ? text : (priceOf(text) ?? text) })
          }
          more={{ inputmode: 'decimal' }}
        />
        <Field
          label={t.currency}
          value={price.currency}
          onInput={(currency) => onWrite({ ...price, currency })}
          more={{ maxlength: 10 }}
        />
      </div>
      {optional('unit', t.unit)}
      {optional('note', t.note)}
    </>
  );
}

function secondLine({ unit, note }: ProfilePrice): string {
  return [unit, note]
    .map((text) => inLanguage(text, language.value))
    .filter((text) => text !== '')
    .join(' · ');
}
