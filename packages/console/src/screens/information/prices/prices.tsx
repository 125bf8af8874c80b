import type { ProfilePrice } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '../../../design/buttons.tsx';
import { Dialog, Sheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { Badge, EmptyState } from '../../../design/notes.tsx';
import { setTo, setterOf, useFlag } from '../../../design/signals.ts';
import { localized } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { informationScreen, useMediaQuery } from '../frame/frame.tsx';
import { Note } from '../frame/tongue-note.tsx';
import { mainLanguage, write } from '../profile/draft.ts';
import { priceFault } from '../profile/faults.ts';
import { movedPrices, wholeTongue } from '../profile/misplaced.ts';
import { newId } from '../profile/profile.ts';
import { refusePrice } from '../profile/refusal.ts';
import { type PastePlan, type PriceFields, planPaste, readPasted } from './pasted.ts';
import { PriceCards, type PriceListProps, PriceSheet } from './price-list.tsx';
import { amountOf, usualCurrency } from './price-text.ts';
import { changedPrice, meantPrice } from './same-item.ts';
import { t } from './words.ts';
import './prices.css';

export const Prices = informationScreen('prices', PriceEditor);

export function PriceEditor(props: EditorProps & { readonly wanted?: string | undefined }) {
  const { draft, profile } = props;
  const isWide = useMediaQuery('(min-width: 760px)');
  const pasted = useSignal<string>();
  const pasting = useFlag();
  const opened = useSignal(props.wanted);
  const currency = usualCurrency(profile);
  const photoPath = `#/sites/${encodeURIComponent(draft.site)}/sources`;
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
    onTyped: (price) => {
      onWrite(price);
      const before = draft.base.peek()?.prices.find(({ id }) => id === price.id);
      const rule = before?.price === price.price ? undefined : priceFault(price.price);
      if (rule !== undefined) refusePrice(price.id, rule);
    },
    onRemove: ({ id }) => write(draft, { list: 'prices', id }, undefined),
    onPaste: setterOf(pasted),
  };
  return (
    <>
      {profile.prices.length === 0 ? (
        <EmptyState icon="plans" title={t.empty} text={t.emptyText}>
          <Button kind="primary" onClick={pasting.on} label={t.paste} />
          <Button icon="camera" href={photoPath} label={t.photo} />
          <Button icon="plus" onClick={add} label={t.add} />
        </EmptyState>
      ) : (
        <>
          <div class="row price-acts">
            <Button icon="plus" onClick={add} label={t.add} />
            <Button icon="copy" onClick={pasting.on} label={t.paste} />
            <Button icon="camera" href={photoPath} label={t.photo} />
          </div>
          <MisplacedPrices {...list} />
          <DuplicatePrices {...list} />
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
          onClose={setTo(pasted, undefined)}
          onTake={take}
        />
      )}
    </>
  );
}

/** Items in the column of the other language are moved together; a phone shows one price at a time. */
function MisplacedPrices({ profile, onWrite }: PriceListProps) {
  const main = mainLanguage(profile);
  const other = main === 'sw' ? 'en' : 'sw';
  const wrong = movedPrices(profile);
  if (wrong.length === 0 || wholeTongue(profile) !== undefined) return null;
  const move = () => {
    for (const price of wrong) onWrite(price);
  };
  return <Note text={t.misplaced[other](wrong.length)} action={t.move} onAct={move} />;
}

/** Typed prices for items that are already in the list: offers to change the existing price instead. */
function DuplicatePrices({ draft, profile, onWrite, onRemove }: PriceListProps) {
  const saved = draft.base.value?.prices ?? [];
  const typed = profile.prices.filter(
    ({ id, price = '' }) => price !== '' && !saved.some((one) => one.id === id),
  );
  const duplicates = typed.flatMap((price) => {
    const { id: _, ...fields } = price;
    const before = meantPrice(
      saved.filter(({ id }) => profile.prices.some((one) => one.id === id)),
      fields,
    );
    return before === undefined ? [] : [{ price, before, after: changedPrice(before, fields) }];
  });
  return duplicates.slice(0, duplicatesMax).map(({ price, before, after }) => (
    <div key={price.id} class="warning" role="status">
      <Icon name="warning" />
      <span class="grow">{t.meant(localized(before.item), amountOf(before))}</span>
      <Button
        onClick={() => {
          onRemove(price);
          onWrite(after);
        }}
        label={t.change(amountOf(after))}
      />
    </div>
  ));
}

const duplicatesMax = 3;

function PasteSheet(props: {
  readonly onClose: () => void;
  readonly onText: (text: string) => void;
}) {
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
          label={t.look}
        />
      }
    >
      <p class="quiet">{t.pasteLead}</p>
      <Field label={t.pasteLabel} lines={8} value={text} placeholder={'Bidhaa\tBei\nMkate\t65'} />
    </Sheet>
  );
}

/** Shows what a pasted list adds and changes, before it is applied. */
function PasteDialog(props: {
  readonly text: string;
  readonly prices: readonly ProfilePrice[];
  readonly currency: string;
  readonly onClose: () => void;
  readonly onTake: (plan: PastePlan) => void;
}) {
  const pasted = readPasted(props.text, props.currency);
  const plan = planPaste(pasted, props.prices);
  const isNothing = plan.added.length + plan.changed.length === 0;
  return (
    <Dialog
      title={t.previewTitle}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose} label={t.cancel} />
          <Button
            kind="primary"
            isDisabled={isNothing}
            onClick={() => props.onTake(plan)}
            label={t.take(plan.added.length, plan.changed.length)}
          />
        </>
      }
    >
      {isNothing && <p>{plan.same > 0 ? t.allSame : t.noneRead}</p>}
      <PasteList title={t.changes} rows={plan.changed}>
        {({ before, after }) => (
          <>
            <Item {...after} />
            <span class="figures">
              {before.price !== after.price && <del>{amountOf(before)}</del>}{' '}
              <ins>{amountOf(after)}</ins>
            </span>
          </>
        )}
      </PasteList>
      <PasteList title={t.additions} rows={plan.added}>
        {(fields) => (
          <>
            <Item {...fields} />
            <span class="figures">{amountOf(fields)}</span>
          </>
        )}
      </PasteList>
      {plan.alike.slice(0, shownMax).map(({ added, other }, at) => (
        <p key={at} class="warning">
          <Icon name="warning" />
          {t.alike(localized(added.item), localized(other.item))}
        </p>
      ))}
      {plan.same > 0 && !isNothing && <p class="quiet small">{t.same(plan.same)}</p>}
      <PasteList title={t.unread} rows={pasted.unread}>
        {({ row, text }) => (
          <>
            <span class="grow quiet">{text}</span>
            <Badge>{t.row(row)}</Badge>
          </>
        )}
      </PasteList>
    </Dialog>
  );
}

const shownMax = 50;

function PasteList<Row>(props: {
  readonly title: (count: number) => string;
  readonly rows: readonly Row[];
  readonly children: (row: Row) => ComponentChildren;
}) {
  if (props.rows.length === 0) return null;
  return (
    <section class="stack tight">
      <h3>{props.title(props.rows.length)}</h3>
      <ul class="paste-list ruled-list">
        {props.rows.slice(0, shownMax).map((row, at) => (
          <li key={at}>{props.children(row)}</li>
        ))}
      </ul>
    </section>
  );
}

function Item({ item, unit }: PriceFields) {
  const per = localized(unit);
  return (
    <span class="grow">
      {localized(item)}
      {per !== '' && <span class="quiet"> / {per}</span>}
    </span>
  );
}
