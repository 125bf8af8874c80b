/** Imports a file or website: the server proposes entries, and the chosen ones are added. */
import type {
  Bilingual,
  ProfileHours,
  ProfilePrice,
  Proposals,
  SourceProgress,
} from '@baraza/contract';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { type ApiProblem, asProblem } from '../../../api/problem.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { useUnsavedGuard } from '../../../app/router.ts';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Field } from '../../../design/fields.tsx';
import { Card, EmptyState, ErrorNote } from '../../../design/notes.tsx';
import { setTo, useFlag } from '../../../design/signals.ts';
import { count } from '../../../words/figures.ts';
import { language, localized } from '../../../words/language.ts';
import { ClashDialog } from '../conflict/clash-dialog.tsx';
import { amountOf } from '../prices/price-text.ts';
import { meantPrice } from '../prices/same-item.ts';
import { useDraft } from '../profile/draft.ts';
import { entryTitle, fieldLabel, hoursLine } from '../profile/readable.ts';
import { problemOf } from '../profile/refusal.ts';
import { save } from '../profile/saving.ts';
import { t as profileWords } from '../profile/words.ts';
import { type Proposal, withChosen, withIds } from './chosen.ts';
import { smallerPhoto } from './photo.ts';
import { type Source, SourceForms } from './source-forms.tsx';
import { t } from './words.ts';
import './sources.css';

type Progress = Pick<SourceProgress, 'done' | 'total' | 'unit'>;

interface Found {
  readonly proposals: readonly Proposal[];
  readonly leftOut: Proposals['left_out'];
}

export function Sources({ params }: ScreenProps) {
  const draft = useDraft(params.site ?? '');
  const reading = useSignal<{ readonly name: string; readonly progress?: Progress }>();
  const found = useSignal<Found>();
  const problem = useSignal<ApiProblem>();
  /** Why some of several sources were not read. */
  const unread = useSignal<readonly string[]>([]);
  const current = useRef<AbortController>(undefined);
  const faults = useRef<HTMLDivElement>(null);
  // Problems are above the forms, so that neither the forms nor the bottom bar of a phone hide them.
  useEffect(() => {
    if (problem.value !== undefined) faults.current?.scrollIntoView({ block: 'center' });
  }, [problem.value]);
  useEffect(() => () => current.current?.abort(), []);
  useUnsavedGuard(() => (found.peek()?.proposals.length ?? 0) > 0);
  const readOne = async (source: Source, signal: AbortSignal): Promise<Proposals> => {
    const name = nameOf(source);
    reading.value = { name };
    const onProgress = (progress: Progress) => {
      if (!signal.aborted) reading.value = { name, progress };
    };
    const sent = 'file' in source ? { file: await smallerPhoto(source.file) } : source;
    return client.sites.propose(draft.site, sent, { signal, onProgress });
  };
  /** Reads the sources one after the other. One that cannot be read is reported, and the others are read. */
  const read = async (sources: readonly Source[], complaint: string | undefined) => {
    current.current = new AbortController();
    const { signal } = current.current;
    problem.value = undefined;
    unread.value = complaint === undefined ? [] : [complaint];
    const answers: Proposals[] = [];
    for (const source of sources) {
      try {
        answers.push(await readOne(source, signal));
      } catch (error) {
        if (signal.aborted) return;
        const refused = asProblem(error);
        if (sources.length === 1) problem.value = refused;
        else unread.value = [...unread.value, `${nameOf(source)}: ${refused.message}`];
      }
      if (signal.aborted) return;
    }
    reading.value = undefined;
    if (answers.length > 0)
      found.value = {
        proposals: withIds(answers.flatMap(({ proposals }) => proposals)),
        leftOut: answers.flatMap(({ left_out }) => left_out),
      };
  };
  const cancel = () => {
    current.current?.abort();
    reading.value = undefined;
  };
  const restart = () => {
    found.value = undefined;
    problem.value = undefined;
    unread.value = [];
  };
  const add = async (chosen: readonly Proposal[]) => {
    const profile = draft.written.peek();
    if (profile === undefined) return;
    draft.written.value = withChosen(profile, chosen);
    if (await save(draft)) found.value = undefined;
  };
  return (
    <Page title={t.title} lead={t.lead}>
      <div ref={faults} class="source-faults stack">
        <ErrorNote problem={problem.value} />
        {unread.value.map((one) => (
          <p key={one} class="caution-note" role="alert">
            {one}
          </p>
        ))}
      </div>
      {found.value === undefined && reading.value === undefined && (
        <SourceForms onSources={(sources, complaint) => void read(sources, complaint)} />
      )}
      {reading.value !== undefined && (
        <Card title={t.reading(reading.value.name)}>
          <ReadingProgress progress={reading.value.progress} />
          <Button onClick={cancel} label={t.cancel} />
        </Card>
      )}
      <ErrorNote problem={problemOf(draft)} />
      {found.value?.proposals.length === 0 && (
        <EmptyState icon="search" title={t.nothingFound} text={t.nothingFoundText}>
          <Button kind="primary" onClick={setTo(found, undefined)} label={t.another} />
        </EmptyState>
      )}
      {found.value !== undefined && (
        <ProposalList
          {...found.value}
          isAdding={draft.isSaving.value}
          prices={draft.written.value?.prices ?? []}
          onAdd={(chosen) => void add(chosen)}
          onCancel={restart}
        />
      )}
      <ClashDialog draft={draft} />
    </Page>
  );
}

function nameOf(source: Source): string {
  return 'file' in source ? source.file.name : source.url;
}

function ReadingProgress({ progress }: { readonly progress: Progress | undefined }) {
  const total = progress?.total ?? undefined;
  return (
    <div role="status">
      <progress
        class="progress"
        aria-label={t.progress}
        {...(progress === undefined || total === undefined
          ? {}
          : { value: progress.done, max: total })}
      />
      <p class="quiet small">
        {progress === undefined
          ? t.sending
          : progress.unit === 'percent'
            ? t.percent(progress.done)
            : t.done(count(progress.done), total === undefined ? undefined : count(total))}
      </p>
    </div>
  );
}

const lists = ['prices', 'faqs', 'facts', 'hours', 'documents'] as const;
const shownStep = 40;

interface Choice {
  /** The ids of the chosen proposals. */
  readonly ticked: Signal<ReadonlySet<string>>;
  /** Edited proposals, by id. */
  readonly edited: Signal<ReadonlyMap<string, Proposal>>;
  /** The prices of the profile, which a proposal may change. */
  readonly prices: readonly ProfilePrice[];
}

function ProposalList(props: {
  readonly proposals: readonly Proposal[];
  readonly leftOut: Proposals['left_out'];
  readonly isAdding: boolean;
  readonly prices: readonly ProfilePrice[];
  readonly onAdd: (chosen: readonly Proposal[]) => void;
  readonly onCancel: () => void;
}) {
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
          choice={{ ticked, edited, prices: props.prices }}
        />
      ))}
      {leftOut.length > 0 && (
        <details class="card stack left-out">
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
          <Button kind="quiet" onClick={props.onCancel} label={t.another} />
          <Button
            kind="primary"
            isBusy={props.isAdding}
            isDisabled={chosen.length === 0}
            onClick={() => props.onAdd(chosen)}
            label={t.add(chosen.length)}
          />
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
  const shown = useSignal(shownStep);
  const { list, proposals, choice } = props;
  const { lists: names, fields } = profileWords;
  const title = list === 'hours' ? fields.hours : names[list];
  const others = choice.ticked.value.difference(new Set(proposals.map(({ id }) => id)));
  const isAll = choice.ticked.value.size - others.size === proposals.length;
  const tickAll = setTo(
    choice.ticked,
    isAll ? others : new Set([...others, ...proposals.map(({ id }) => id)]),
  );
  if (proposals.length === 0) return null;
  return (
    <Card
      title={`${title} (${proposals.length})`}
      actions={
        <Button kind="quiet" onClick={tickAll} label={isAll ? t.none : t.all} about={` ${title}`} />
      }
    >
      <ul class="ruled-list">
        {proposals.slice(0, shown.value).map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} choice={choice} />
        ))}
      </ul>
      {proposals.length > shown.value && (
        <Button
          onClick={setTo(shown, shown.value + shownStep * 5)}
          isWide
          label={t.more(proposals.length - shown.value)}
        />
      )}
    </Card>
  );
}

const editable = 'item question title price currency unit answer text note'.split(' ');

function ProposalRow(props: { readonly proposal: Proposal; readonly choice: Choice }) {
  const { proposal, choice } = props;
  const { ticked, edited } = choice;
  const editing = useFlag();
  const entry = proposal.entry as Readonly<Record<string, unknown>>;
  const isHours = proposal.list === 'hours';
  const title = isHours ? hoursLine(entry as unknown as ProfileHours) : entryTitle(entry);
  const changed =
    proposal.list === 'prices' ? meantPrice(choice.prices, entry as never) : undefined;
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
            {changed !== undefined && (
              <span class="small">{t.changes(entryTitle(changed), amountOf(changed))}</span>
            )}
            <span class="quiet small">{t.from(proposal.from)}</span>
          </span>
        </label>
        {!isHours && (
          <IconButton
            icon="edit"
            more={{ 'aria-expanded': editing.isOn }}
            onClick={editing.toggle}
            label={t.edit(title)}
          />
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
  return typeof value === 'number' ? String(value) : localized(value as Bilingual | undefined);
}

function editedValue(before: unknown, text: string): unknown {
  if (typeof before === 'number') return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return typeof before === 'object' ? { ...before, [language.value]: text } : text;
}
