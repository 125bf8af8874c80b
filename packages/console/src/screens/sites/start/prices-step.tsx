import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { count } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { writtenPrice } from './price-text.ts';
import { OtherLanguage, otherOf, Step, type StepProps, writtenLanguage } from './step.tsx';
import { words } from './words.ts';

interface Line {
  readonly item: string;
  readonly price: string;
  /** The item in the other language. */
  readonly other: string;
  /** It is stored already: a second try after a failure does not store it twice. */
  readonly isSaved?: boolean;
}

const empty: Line = { item: '', price: '', other: '' };

const currencies: Readonly<Record<string, string>> = {
  'Africa/Dar_es_Salaam': 'TZS',
  'Africa/Kampala': 'UGX',
  'Africa/Kigali': 'RWF',
};

export function PricesStep(props: StepProps) {
  const t = speak(words);
  const { timezone, prices } = props.profile;
  const lines = useSignal<readonly Line[]>([empty, empty, empty]);
  const currency = useSignal(prices[0]?.currency ?? currencies[timezone] ?? 'KES');
  const halfWritten = useSignal<number | undefined>(undefined);
  const refused = useSignal<{ readonly at: number; readonly text: string } | undefined>(undefined);
  const isInBoth = useSignal(false);
  const main = writtenLanguage(props.profile);
  const second = otherOf(main);
  const change = (at: number, part: Partial<Line>) => {
    lines.value = lines.value.map((line, index) => (index === at ? { ...line, ...part } : line));
  };
  const save = async () => {
    const half = lines.value.findIndex(
      ({ item, price }) => (item.trim() === '') !== (price.trim() === ''),
    );
    halfWritten.value = half === -1 ? undefined : half;
    if (half !== -1) return false;
    refused.value = undefined;
    for (const [at, { item, price, other, isSaved }] of lines.value.entries()) {
      if (item.trim() === '' || isSaved) continue;
      const text = item.trim();
      const body = {
        item: other.trim() === '' ? text : { [main]: text, [second]: other.trim() },
        ...writtenPrice(price),
        currency: currency.value.trim(),
      };
      try {
        await call('POST', `${props.path}/profile/prices`, { body });
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 400) throw error;
        refused.value = { at, text: error.message };
        return false;
      }
      change(at, { isSaved: true });
    }
    return true;
  };
  return (
    <Step {...props} title={t.pricesTitle} lead={t.pricesLead} save={save}>
      {prices.length > 0 && <p class="quiet small">{t.pricesKnown(prices.length)}</p>}
      <Field
        label={t.currencyLabel}
        value={currency.value}
        onInput={(value) => {
          currency.value = value;
        }}
        more={{ maxlength: 12, autocomplete: 'off' }}
      />
      {lines.value.map((line, at) => (
        <div class="start-price" key={at}>
          <Field
            label={t.itemLabel(at + 1)}
            value={line.item}
            error={
              halfWritten.value === at
                ? t.priceNeeded
                : refused.value?.at === at
                  ? refused.value.text
                  : undefined
            }
            onInput={(item) => change(at, { item, isSaved: false })}
          />
          <Field
            label={t.priceLabel}
            value={line.price}
            onInput={(price) => change(at, { price, isSaved: false })}
            hint={readAs(line.price, t.savedAs)}
          />
          {isInBoth.value && (
            <Field
              label={t.inOther[second](t.itemLabel(at + 1))}
              language={second}
              value={line.other}
              onInput={(other) => change(at, { other, isSaved: false })}
            />
          )}
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          onClick={() => {
            lines.value = [...lines.value, empty];
          }}
        >
          {t.addPrice}
        </Button>
        <OtherLanguage isShown={isInBoth} label={t.addOther[second]} />
      </div>
    </Step>
  );
}

/** What becomes of a price that was written in words; nothing for a plain number. */
function readAs(text: string, tell: (text: string) => string): string | undefined {
  const { price, note } = writtenPrice(text);
  if (typeof price === 'string' || /^[\d,.\s]*$/.test(text)) return undefined;
  return tell([count(price), note?.[language.value]].filter(Boolean).join(', '));
}
