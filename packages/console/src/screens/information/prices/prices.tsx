import { useSignal } from '@preact/signals';
import type { ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { speak } from '../../../words/language.ts';
import { InformationFrame, type PartProps } from '../frame/frame.tsx';
import { useIsWide } from '../frame/use-is-wide.ts';
import { write } from '../profile/draft.ts';
import { newId } from '../profile/profile.ts';
import { save } from '../profile/saving.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { PriceCards } from './price-cards.tsx';
import type { PriceListProps } from './price-list.ts';
import { PriceSheet } from './price-sheet.tsx';
import { words } from './words.ts';
import './prices.css';

export function Prices({ params, query }: ScreenProps) {
  return (
    <InformationFrame site={params.site ?? ''} part="prices">
      {(about) => <PriceList {...about} wanted={query.get('entry') ?? undefined} />}
    </InformationFrame>
  );
}

function PriceList({
  draft,
  profile,
  wanted,
}: PartProps & { readonly wanted: string | undefined }) {
  const t = speak(words);
  const isWide = useIsWide('(min-width: 760px)');
  const pasted = useSignal<string | undefined>(undefined);
  const isPasting = useSignal(false);
  const opened = useSignal(wanted);
  const { prices } = profile;
  const currency = prices.at(-1)?.currency ?? 'KES';
  const add = () => {
    const id = newId();
    write(draft, { list: 'prices', id }, { id, item: '', price: '', currency });
    opened.value = id;
  };
  const list: PriceListProps = {
    prices,
    profile,
    wanted: opened.value,
    onWrite: (price) => write(draft, { list: 'prices', id: price.id }, price),
    onRemove: (price) => write(draft, { list: 'prices', id: price.id }, undefined),
    onPaste: (text) => {
      pasted.value = text;
    },
    onSave: () => save(draft),
    isSaving: draft.isSaving.value,
    problem: draft.problem.value?.message,
  };
  const paste = () => {
    isPasting.value = true;
  };
  return (
    <>
      {prices.length === 0 ? (
        <EmptyState icon="plans" title={t.empty} text={t.emptyText}>
          <Button kind="primary" onClick={paste}>
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
            <Button icon="copy" onClick={paste}>
              {t.paste}
            </Button>
          </div>
          {isWide ? <PriceSheet {...list} /> : <PriceCards {...list} />}
        </>
      )}
      {isPasting.value && (
        <PasteSheet
          onClose={() => {
            isPasting.value = false;
          }}
          onText={(text) => {
            isPasting.value = false;
            pasted.value = text;
          }}
        />
      )}
      {pasted.value !== undefined && (
        <PasteDialog
          text={pasted.value}
          prices={prices}
          currency={currency}
          onClose={() => {
            pasted.value = undefined;
          }}
          onTake={({ added, changed }) => {
            for (const { after } of changed) list.onWrite(after);
            const news = added.map((fields) => ({ id: newId(), ...fields }));
            const now = draft.written.peek();
            if (now !== undefined && news.length > 0)
              draft.written.value = { ...now, prices: [...now.prices, ...news] };
            pasted.value = undefined;
          }}
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
        onInput={(value) => {
          text.value = value;
        }}
      />
    </Sheet>
  );
}
