import type { Bilingual, ProfileHours, Proposals } from '@baraza/contract';
import { type Signal, useSignal } from '@preact/signals';
import { put } from '../../../design/base/bind.ts';
import { useFlag } from '../../../design/base/flag.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { amountOf } from '../prices/price-text.ts';
import { entryTitle, fieldLabel, hoursLine } from '../profile/readable.ts';
import { words as profileWords } from '../profile/words.ts';
import type { Proposal } from './chosen.ts';
import { words } from './words.ts';
import '../../../design/parts/parts.css';

const lists = ['prices', 'faqs', 'facts', 'hours', 'documents'] as const;
const shownStep = 40;

interface Choice {
  /** The ids of the chosen ones. */
  readonly ticked: Signal<ReadonlySet<string>>;
  /** By id, as they were edited. */
  readonly edited: Signal<ReadonlyMap<string, Proposal>>;
}

export function ProposalList(props: {
  readonly proposals: readonly Proposal[];
  readonly leftOut: Proposals['left_out'];
  readonly isAdding: boolean;
  readonly onAdd: (chosen: readonly Proposal[]) => void;
  readonly onCancel: () => void;
}) {
  const t = speak(words);
  const { leftOut } = props;
  const edited = useSignal<ReadonlyMap<string, Proposal>>(new Map());
  const ticked = useSignal<ReadonlySet<string>>(new Set(props.proposals.map(({ id }) => id)));
  const all = props.proposals.map((one) => edited.value.get(one.id) ?? one);
  const chosen = all.filter(({ id }) => ticked.value.has(id));
  return (
    <>
      {lists.map((list) => (
        <ProposalGroup
          key={list}
          list={list}
          proposals={all.filter((one) => one.list === list)}
          choice={{ ticked, edited }}
        />
      ))}
      {leftOut.length > 0 && (
        <details class="card left-out">
          <summary>{t.leftOut(leftOut.length)}</summary>
          <ul class="ruled-list">
            {leftOut.map(({ from, why }, at) => (
              <li key={at} class="stack">
                <b>{from}</b>
                <span class="quiet">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {all.length > 0 && (
        <div class="sticky-bar">
          <Button kind="quiet" onClick={props.onCancel}>
            {t.giveUp}
          </Button>
          <Button
            kind="primary"
            isBusy={props.isAdding}
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
  readonly list: (typeof lists)[number];
  readonly proposals: readonly Proposal[];
  readonly choice: Choice;
}) {
  const t = speak(words);
  const shown = useSignal(shownStep);
  const { list, proposals, choice } = props;
  const { lists: names, fields } = speak(profileWords);
  const title = list === 'hours' ? fields.hours : names[list];
  const others = choice.ticked.value.difference(new Set(proposals.map(({ id }) => id)));
  const isAll = choice.ticked.value.size - others.size === proposals.length;
  const tickAll = put(
    choice.ticked,
    isAll ? others : new Set([...others, ...proposals.map(({ id }) => id)]),
  );
  if (proposals.length === 0) return null;
  return (
    <Card
      title={`${title} (${proposals.length})`}
      actions={
        <Button kind="quiet" onClick={tickAll}>
          {isAll ? t.none : t.all}
          <span class="unseen"> {title}</span>
        </Button>
      }
    >
      <ul class="ruled-list">
        {proposals.slice(0, shown.value).map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} choice={choice} />
        ))}
      </ul>
      {proposals.length > shown.value && (
        <Button onClick={put(shown, shown.value + shownStep * 5)}>
          {t.more(proposals.length - shown.value)}
        </Button>
      )}
    </Card>
  );
}

const editable = 'item question title price currency unit answer text note'.split(' ');

function ProposalRow(props: { readonly proposal: Proposal; readonly choice: Choice }) {
  const t = speak(words);
  const { proposal, choice } = props;
  const { ticked, edited } = choice;
  const editing = useFlag();
  const entry = proposal.entry as Readonly<Record<string, unknown>>;
  const isHours = proposal.list === 'hours';
  const title = isHours ? hoursLine(entry as unknown as ProfileHours) : entryTitle(entry);
  const isTicked = ticked.value.has(proposal.id);
  const tick = () => {
    const others = [...ticked.value].filter((id) => id !== proposal.id);
    ticked.value = new Set(isTicked ? others : [...others, proposal.id]);
  };
  const edit = (name: string, text: string) => {
    const next = { ...proposal, entry: { ...entry, [name]: editedValue(entry[name], text) } };
    edited.value = new Map([...edited.value, [proposal.id, next as Proposal]]);
  };
  return (
    <li class={isTicked ? '' : 'unticked'}>
      <div class="proposal">
        <label class="grow">
          <input type="checkbox" checked={isTicked} onChange={tick} />
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
            more={{ 'aria-expanded': editing.isOn }}
            onClick={editing.toggle}
          >
            {t.edit(title)}
          </Button>
        )}
      </div>
      {editing.isOn && (
        <div class="stack proposal-form">
          {editable
            .filter((name) => entry[name] !== undefined)
            .map((name) => (
              <Field
                key={name}
                label={fieldLabel(name)}
                lines={name === 'answer' || name === 'text' ? 4 : 1}
                value={textOf(entry[name])}
                onInput={(text) => edit(name, text)}
              />
            ))}
        </div>
      )}
    </li>
  );
}

function bodyOf(entry: Readonly<Record<string, unknown>>): string {
  if (entry.price !== undefined) return amountOf({ currency: '', ...(entry as { price: number }) });
  return textOf(entry.answer ?? entry.text);
}

function textOf(value: unknown): string {
  return typeof value === 'number'
    ? String(value)
    : inLanguage(value as Bilingual | undefined, language.value);
}

function editedValue(before: unknown, text: string): unknown {
  if (typeof before === 'number') return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return typeof before === 'object' ? { ...before, [language.value]: text } : text;
}
