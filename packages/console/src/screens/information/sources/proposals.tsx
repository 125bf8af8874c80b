import type { Bilingual, ProfileHours } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { count } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import type { Entry } from '../profile/profile.ts';
import { entryTitle, fieldLabel, hoursLine } from '../profile/readable.ts';
import type { Chosen } from './chosen.ts';
import type { Found } from './reading.ts';
import { words } from './words.ts';

const lists = ['prices', 'faqs', 'facts', 'hours', 'documents'] as const;
const shownStep = 40;

export function Proposals(props: {
  readonly proposals: readonly Chosen[];
  readonly leftOut: Found['left_out'];
  readonly adding: { readonly done: number; readonly all: number } | undefined;
  readonly onAdd: (chosen: readonly Chosen[]) => void;
  readonly onGiveUp: () => void;
}) {
  const t = speak(words);
  const edited = useSignal<ReadonlyMap<string, Chosen>>(new Map());
  const ticked = useSignal<ReadonlySet<string>>(new Set(props.proposals.map(({ id }) => id)));
  const all = props.proposals.map((one) => edited.value.get(one.id) ?? one);
  const chosen = all.filter(({ id }) => ticked.value.has(id));
  const tick = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(ticked.value);
    for (const id of ids) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    ticked.value = next;
  };
  return (
    <>
      {lists.map((list) => (
        <ProposalGroup
          key={list}
          title={t.lists[list]}
          proposals={all.filter((one) => one.list === list)}
          ticked={ticked.value}
          onTick={tick}
          onEdit={(proposal) => {
            edited.value = new Map([...edited.value, [proposal.id, proposal]]);
          }}
        />
      ))}
      {props.leftOut.length > 0 && (
        <details class="card left-out">
          <summary>{t.leftOut(props.leftOut.length)}</summary>
          <ul>
            {props.leftOut.map(({ from, why }, at) => (
              <li key={at}>
                <b>{from}</b>
                <span class="quiet">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {all.length > 0 && (
        <div class="add-bar">
          {props.adding !== undefined && (
            <progress
              class="progress"
              value={props.adding.done}
              max={props.adding.all}
              aria-label={t.progress}
            />
          )}
          <Button kind="quiet" onClick={props.onGiveUp}>
            {t.giveUp}
          </Button>
          <Button
            kind="primary"
            isBusy={props.adding !== undefined}
            isDisabled={chosen.length === 0}
            onClick={() => props.onAdd(chosen)}
          >
            {t.add(chosen.length)}
          </Button>
        </div>
      )}
    </>
  );
}

function ProposalGroup(props: {
  readonly title: string;
  readonly proposals: readonly Chosen[];
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (ids: readonly string[], isOn: boolean) => void;
  readonly onEdit: (proposal: Chosen) => void;
}) {
  const t = speak(words);
  const shown = useSignal(shownStep);
  const { proposals, ticked } = props;
  if (proposals.length === 0) return null;
  const isAll = proposals.every(({ id }) => ticked.has(id));
  return (
    <Card
      title={`${props.title} (${proposals.length})`}
      actions={
        <Button
          kind="quiet"
          onClick={() =>
            props.onTick(
              proposals.map(({ id }) => id),
              !isAll,
            )
          }
        >
          {isAll ? t.none : t.all}
          <span class="unseen"> {props.title}</span>
        </Button>
      }
    >
      <ul class="proposals">
        {proposals.slice(0, shown.value).map((proposal) => (
          <ProposalRow
            key={proposal.id}
            proposal={proposal}
            isTicked={ticked.has(proposal.id)}
            onTick={(isOn) => props.onTick([proposal.id], isOn)}
            onEdit={props.onEdit}
          />
        ))}
      </ul>
      {proposals.length > shown.value && (
        <Button
          onClick={() => {
            shown.value += shownStep * 5;
          }}
        >
          {t.more(proposals.length - shown.value)}
        </Button>
      )}
    </Card>
  );
}

function ProposalRow(props: {
  readonly proposal: Chosen;
  readonly isTicked: boolean;
  readonly onTick: (isOn: boolean) => void;
  readonly onEdit: (proposal: Chosen) => void;
}) {
  const t = speak(words);
  const { proposal, isTicked } = props;
  const isEditing = useSignal(false);
  const { entry } = proposal;
  const isHours = proposal.list === 'hours';
  const title = isHours ? hoursLine(entry as unknown as ProfileHours) : entryTitle(entry);
  return (
    <li class={isTicked ? '' : 'unticked'}>
      <div class="proposal">
        <label class="grow">
          <input
            type="checkbox"
            checked={isTicked}
            onChange={(event) => props.onTick(event.currentTarget.checked)}
          />
          <span class="grow">
            <b>{title}</b>
            <span class="quiet proposal-body">{bodyOf(entry)}</span>
            <span class="quiet small">{t.from(proposal.from)}</span>
          </span>
        </label>
        {!isHours && (
          <Button
            kind="quiet"
            icon="edit"
            isIconOnly
            more={{ 'aria-expanded': isEditing.value }}
            onClick={() => {
              isEditing.value = !isEditing.value;
            }}
          >
            {t.edit(title)}
          </Button>
        )}
      </div>
      {isEditing.value && (
        <div class="stack proposal-form">
          {['item', 'question', 'title', 'price', 'currency', 'unit', 'answer', 'text', 'note']
            .filter((name) => entry[name] !== undefined)
            .map((name) => (
              <Field
                key={name}
                label={fieldLabel(name)}
                lines={name === 'answer' || name === 'text' ? 4 : 1}
                value={inLanguage(plain(entry[name]), language.value)}
                onInput={(text) =>
                  props.onEdit({
                    ...proposal,
                    entry: { ...entry, [name]: edited(entry[name], text) },
                  })
                }
              />
            ))}
        </div>
      )}
    </li>
  );
}

function bodyOf(entry: Omit<Entry, 'id'>): string {
  if (entry.price !== undefined) return `${entry.currency ?? ''} ${amount(entry.price)}`.trim();
  return inLanguage((entry.answer ?? entry.text) as Bilingual | undefined, language.value);
}

function amount(price: unknown): string {
  return typeof price === 'number' ? count(price) : String(price);
}

function plain(value: unknown): Bilingual {
  return typeof value === 'number' ? String(value) : (value as Bilingual);
}

function edited(before: unknown, text: string): unknown {
  if (typeof before === 'number') return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return typeof before === 'object' ? { ...before, [language.value]: text } : text;
}
