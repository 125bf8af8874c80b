import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { speak } from '../../../words/language.ts';
import { Step, type StepProps } from './step.tsx';
import { words } from './words.ts';

interface Line {
  readonly item: string;
  readonly price: string;
  /** It is stored already: a second try after a failure does not store it twice. */
  readonly isSaved?: boolean;
}

const empty: Line = { item: '', price: '' };

const currencies: Readonly<Record<string, string>> = {
  'Africa/Dar_es_Salaam': 'TZS',
  'Africa/Kampala': 'UGX',
  'Africa/Kigali': 'RWF',
};

export function PricesStep(props: StepProps) {
  const said = speak(words);
  const { timezone, prices } = props.profile;
  const lines = useSignal<readonly Line[]>([empty, empty, empty]);
  const currency = useSignal(prices[0]?.currency ?? currencies[timezone] ?? 'KES');
  const halfWritten = useSignal<number | undefined>(undefined);
  const change = (at: number, part: Partial<Line>) => {
    lines.value = lines.value.map((line, index) => (index === at ? { ...line, ...part } : line));
  };
  const save = async () => {
    const half = lines.value.findIndex(
      ({ item, price }) => (item.trim() === '') !== (price.trim() === ''),
    );
    halfWritten.value = half === -1 ? undefined : half;
    if (half !== -1) return false;
    for (const [at, { item, price, isSaved }] of lines.value.entries()) {
      if (item.trim() === '' || isSaved) continue;
      await call('POST', `${props.path}/profile/prices`, {
        body: { item: item.trim(), price: priceOf(price), currency: currency.value.trim() },
      });
      change(at, { isSaved: true });
    }
    return true;
  };
  return (
    <Step {...props} title={said.pricesTitle} lead={said.pricesLead} save={save}>
      {prices.length > 0 && <p class="quiet small">{said.pricesKnown(prices.length)}</p>}
      <Field
        label={said.currencyLabel}
        value={currency.value}
        onInput={(value) => {
          currency.value = value;
        }}
        more={{ maxlength: 12, autocomplete: 'off' }}
      />
      {lines.value.map((line, at) => (
        <div class="start-price" key={at}>
          <Field
            label={said.itemLabel(at + 1)}
            value={line.item}
            error={halfWritten.value === at ? said.priceNeeded : undefined}
            onInput={(item) => change(at, { item, isSaved: false })}
          />
          <Field
            label={said.priceLabel}
            value={line.price}
            onInput={(price) => change(at, { price, isSaved: false })}
            more={{ inputmode: 'decimal' }}
          />
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          onClick={() => {
            lines.value = [...lines.value, empty];
          }}
        >
          {said.addPrice}
        </Button>
      </div>
    </Step>
  );
}

// "1,500" is a number, and "kuanzia 500" stays what it is.
function priceOf(text: string): number | string {
  const plain = text.trim().replaceAll(/[,\s]/g, '');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text.trim();
}
