/** What a pasted sheet will add and change, before anything is. */
import type { ProfilePrice } from '@baraza/contract';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { type PastePlan, type PriceFields, planPaste, readPasted } from './pasted.ts';
import { amountOf } from './price-list.ts';
import { words } from './words.ts';

const shownMax = 50;

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
      {plan.changed.length > 0 && (
        <section class="stack tight">
          <h3>{t.changes(plan.changed.length)}</h3>
          <ul class="paste-list">
            {plan.changed.slice(0, shownMax).map(({ before, after }) => (
              <li key={before.id}>
                <PasteRow fields={after} />
                <span class="figures">
                  {before.price !== after.price && <del>{amountOf(before)}</del>}{' '}
                  <ins>{amountOf(after)}</ins>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {plan.added.length > 0 && (
        <section class="stack tight">
          <h3>{t.additions(plan.added.length)}</h3>
          <ul class="paste-list">
            {plan.added.slice(0, shownMax).map((fields, at) => (
              <li key={at}>
                <PasteRow fields={fields} />
                <span class="figures">{amountOf(fields)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {plan.same > 0 && !isNothing && <p class="quiet small">{t.same(plan.same)}</p>}
      {pasted.unread.length > 0 && (
        <section class="stack tight">
          <h3>{t.unread(pasted.unread.length)}</h3>
          <ul class="paste-list quiet">
            {pasted.unread.slice(0, shownMax).map(({ row, text }) => (
              <li key={row}>
                <span class="grow">{text}</span>
                <Badge>{t.row(row)}</Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

function PasteRow({ fields }: { readonly fields: PriceFields }) {
  const unit = inLanguage(fields.unit, language.value);
  return (
    <span class="grow">
      {inLanguage(fields.item, language.value)}
      {unit !== '' && <span class="quiet"> / {unit}</span>}
    </span>
  );
}
