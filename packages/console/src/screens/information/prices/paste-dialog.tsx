/** Shows what a pasted sheet adds and changes, before it is taken over. */
import type { ProfilePrice } from '@baraza/contract';
import type { ComponentChildren } from 'preact';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { type PastePlan, type PriceFields, planPaste, readPasted } from './pasted.ts';
import { amountOf } from './price-text.ts';
import { words } from './words.ts';

export function PasteDialog(props: {
  readonly text: string;
  readonly prices: readonly ProfilePrice[];
  readonly currency: string;
  readonly onClose: () => void;
  readonly onTake: (plan: PastePlan) => void;
}) {
  const t = speak(words);
  const pasted = readPasted(props.text, props.currency);
  const plan = planPaste(pasted, props.prices);
  const isNothing = plan.added.length + plan.changed.length === 0;
  return (
    <Dialog
      title={t.previewTitle}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t.cancel}</Button>
          <Button kind="primary" isDisabled={isNothing} onClick={() => props.onTake(plan)}>
            {t.take(plan.added.length, plan.changed.length)}
          </Button>
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
  const per = inLanguage(unit, language.value);
  return (
    <span class="grow">
      {inLanguage(item, language.value)}
      {per !== '' && <span class="quiet"> / {per}</span>}
    </span>
  );
}
