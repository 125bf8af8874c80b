import type { ProfilePrice } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { into, put } from '../../../design/base/bind.ts';
import { useFlag } from '../../../design/base/flag.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { speak } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen } from '../frame/frame.tsx';
import { useIsWide } from '../frame/use-is-wide.ts';
import { write } from '../profile/draft.ts';
import { newId } from '../profile/profile.ts';
import { PasteDialog } from './paste-dialog.tsx';
import type { PastePlan } from './pasted.ts';
import { PriceCards, type PriceListProps } from './price-cards.tsx';
import { PriceSheet } from './price-sheet.tsx';
import { usualCurrency } from './price-text.ts';
import { words } from './words.ts';
import './prices.css';

export const Prices = informationScreen('prices', PriceEditor);

export function PriceEditor(props: EditorProps & { readonly wanted?: string | undefined }) {
  const t = speak(words);
  const { draft, profile } = props;
  const isWide = useIsWide('(min-width: 760px)');
  const pasted = useSignal<string | undefined>(undefined);
  const pasting = useFlag();
  const opened = useSignal(props.wanted);
  const currency = usualCurrency(profile);
  const add = () => {
    const id = newId();
    write(draft, { list: 'prices', id }, { id, item: '', price: '', currency });
    opened.value = id;
  };
  const onWrite = (price: ProfilePrice) => write(draft, { list: 'prices', id: price.id }, price);
  const take = ({ added, changed }: PastePlan) => {
    for (const { after } of changed) onWrite(after);
    const now = draft.written.peek() ?? profile;
    const prices = [...now.prices, ...added.map((fields) => ({ id: newId(), ...fields }))];
    draft.written.value = { ...now, prices };
    pasted.value = undefined;
  };
  const list: PriceListProps = {
    ...props,
    opened,
    onWrite,
    onRemove: ({ id }) => write(draft, { list: 'prices', id }, undefined),
    onPaste: into(pasted),
  };
  return (
    <>
      {profile.prices.length === 0 ? (
        <EmptyState icon="plans" title={t.empty} text={t.emptyText}>
          <Button kind="primary" onClick={pasting.on}>
            {t.paste}
          </Button>
          <Button icon="plus" onClick={add}>
            {t.add}
          </Button>
        </EmptyState>
      ) : (
        <>
          <div class="row price-acts">
            <Button icon="plus" onClick={add}>
              {t.add}
            </Button>
            <Button icon="copy" onClick={pasting.on}>
              {t.paste}
            </Button>
          </div>
          {isWide ? <PriceSheet {...list} /> : <PriceCards {...list} />}
        </>
      )}
      {pasting.isOn && (
        <PasteSheet
          onClose={pasting.off}
          onText={(text) => {
            pasting.off();
            pasted.value = text;
          }}
        />
      )}
      {pasted.value !== undefined && (
        <PasteDialog
          text={pasted.value}
          prices={profile.prices}
          currency={currency}
          onClose={put(pasted, undefined)}
          onTake={take}
        />
      )}
    </>
  );
}

function PasteSheet(props: {
  readonly onClose: () => void;
  readonly onText: (text: string) => void;
}) {
  const t = speak(words);
  const text = useSignal('');
  return (
    <Sheet
      title={t.paste}
      onClose={props.onClose}
      actions={
        <Button
          kind="primary"
          isDisabled={text.value.trim() === ''}
          onClick={() => props.onText(text.value)}
        >
          {t.look}
        </Button>
      }
    >
      <p class="quiet">{t.pasteLead}</p>
      <Field
        label={t.pasteLabel}
        lines={8}
        value={text.value}
        placeholder={'Bidhaa\tBei\nMkate\t65'}
        onInput={into(text)}
      />
    </Sheet>
  );
}
