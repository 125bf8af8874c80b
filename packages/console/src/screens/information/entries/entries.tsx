/** Facts, questions and documents: a list of entries that open in place. */
import type { Bilingual, GapQuestion, Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/buttons.tsx';
import { Field } from '../../../design/fields.tsx';
import { Badge, EmptyState } from '../../../design/notes.tsx';
import { Fold } from '../../../design/parts.tsx';
import { setTo } from '../../../design/signals.ts';
import { count } from '../../../words/figures.ts';
import { type Language, localized } from '../../../words/language.ts';
import { informationScreen, type PartProps, useGaps } from '../frame/frame.tsx';
import { TextFields } from '../frame/text-fields.tsx';
import { write } from '../profile/draft.ts';
import {
  type Entry,
  entriesOf,
  isEmptyText,
  isTaught,
  newId,
  placeKey,
  withProperty,
} from '../profile/profile.ts';
import { entryTitle, fieldLabel, linesOf } from '../profile/readable.ts';
import { refusalAt } from '../profile/refusal.ts';
import { save } from '../profile/saving.ts';
import { missingLanguages, writtenLanguages } from '../profile/texts.ts';
import { t } from './words.ts';
import './entries.css';

const entryScreen = (list: TextList) =>
  informationScreen(list, (about) => <EntryList {...about} list={list} />);

export const Facts = entryScreen('facts');
export const Faqs = entryScreen('faqs');
export const Documents = entryScreen('documents');

const pageSize = 40;
const searchedEntriesMin = 8;

function EntryList(props: PartProps & { readonly list: TextList }) {
  const { draft, profile, list, wanted } = props;
  const opened = useSignal(wanted);
  const search = useSignal('');
  const shown = useSignal(pageSize);
  const asked = useGaps(draft.site)?.questions ?? [];
  useEffect(() => {
    if (wanted === undefined) return;
    opened.value = wanted;
    document.getElementById(`entry-${wanted}`)?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  const all = entriesOf(profile, list);
  const found = all.filter((entry) => matches(entry, search.value.trim().toLowerCase()));
  const at = wanted === undefined ? -1 : found.findIndex(({ id }) => id === wanted);
  const visible = found.slice(0, Math.max(shown.value, at + 1));
  const changed = new Set(draft.changes.value.map(({ place }) => placeKey(place)));
  const add = () => {
    const id = newId();
    const blank = list === 'faqs' ? { question: '', answer: '' } : { title: '', text: '' };
    write(draft, { list, id }, { id, ...blank });
    search.value = '';
    opened.value = id;
    shown.value = Math.max(shown.value, all.length + 1);
  };
  const remove = ({ id }: Entry) => {
    const isSaved = entriesOf(draft.base.peek() ?? profile, list).some((entry) => entry.id === id);
    write(draft, { list, id }, undefined);
    if (isSaved) void save(draft, ({ place }) => placeKey(place) === placeKey({ list, id }));
  };
  if (all.length === 0)
    return (
      <EmptyState icon="information" title={t.empty[list]} text={t.emptyText[list]}>
        <Button kind="primary" icon="plus" onClick={add} label={t.add[list]} />
        <Button href={`#/sites/${encodeURIComponent(draft.site)}/sources`} label={t.import} />
      </EmptyState>
    );
  return (
    <>
      <div class="row entry-tools unlabelled">
        {all.length >= searchedEntriesMin && (
          <div class="grow">
            <Field label={t.search} placeholder={t.search} type="search" value={search} />
          </div>
        )}
        <Button icon="plus" onClick={add} label={t.add[list]} />
      </div>
      {found.length === 0 && <p class="quiet">{t.noneFound}</p>}
      <ul class="fold-list">
        {visible.map((entry) => (
          <EntryCard
            key={entry.id}
            list={list}
            entry={entry}
            profile={profile}
            asked={asked.filter((gap) => gap.entry.id === entry.id)}
            isOpen={opened.value === entry.id}
            isUnsaved={changed.has(placeKey({ list, id: entry.id }))}
            onToggle={setTo(opened, opened.value === entry.id ? undefined : entry.id)}
            onWrite={(next) => write(draft, { list, id: entry.id }, next)}
            onRemove={() => remove(entry)}
          />
        ))}
      </ul>
      {found.length > visible.length && (
        <Button
          onClick={setTo(shown, shown.value + pageSize)}
          isWide
          label={t.more(count(found.length - visible.length))}
        />
      )}
    </>
  );
}

/** A new entry without a title is always shown. */
function matches(entry: Entry, text: string): boolean {
  return (
    text === '' ||
    isEmptyText(entry.title ?? entry.question) ||
    linesOf(entry).some((line) => line.toLowerCase().includes(text))
  );
}

/** The lists whose entries have a heading and a text. */
type TextList = 'facts' | 'faqs' | 'documents';

interface EntryProps {
  readonly list: TextList;
  readonly entry: Entry;
  readonly profile: Profile;
  /** Visitors' questions in a language that the entry lacks. */
  readonly asked: readonly GapQuestion[];
  readonly isOpen: boolean;
  readonly isUnsaved: boolean;
  readonly onToggle: () => void;
  readonly onWrite: (entry: Entry) => void;
  readonly onRemove: () => void;
}

function EntryCard(props: EntryProps) {
  const { entry, isOpen } = props;
  const form = useRef<HTMLDivElement>(null);
  const title = entryTitle(entry);
  useEffect(() => {
    if (isOpen && title === '')
      form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isOpen]);
  const body = localized((entry.answer ?? entry.text) as Bilingual | undefined);
  return (
    <Fold
      id={`entry-${entry.id}`}
      isOpen={isOpen}
      onToggle={props.onToggle}
      head={
        <>
          <b>{title || t.untitled[props.list]}</b>
          {!isOpen && body !== '' && <span class="quiet two-lines">{body}</span>}
          <EntryBadges {...props} />
        </>
      }
    >
      <div class="stack" ref={form}>
        <EntryFields {...props} />
        <div class="row apart">
          <Button kind="danger" icon="trash" onClick={props.onRemove} label={t.delete} />
          <Button onClick={props.onToggle} label={t.close} />
        </div>
      </div>
    </Fold>
  );
}

function EntryBadges({ entry, profile, asked, isUnsaved }: EntryProps) {
  const texts = [entry.title, entry.question, entry.answer, entry.text];
  const missing = missingLanguages(texts as (Bilingual | undefined)[], writtenLanguages(profile));
  const lacking = [...new Set([...missing, ...asked.map((gap) => gap.language)])];
  if (!isUnsaved && lacking.length === 0 && !isTaught(entry)) return null;
  return (
    <span class="row">
      {isUnsaved && <Badge kind="caution">{t.unsaved}</Badge>}
      {isTaught(entry) && <Badge kind="good">{t.taught}</Badge>}
      {lacking.map((language) => {
        const gaps = asked.filter((gap) => gap.language === language);
        const times = gaps.reduce((sum, gap) => sum + gap.count, 0);
        return (
          <Badge key={language} kind={times > 0 ? 'alarm' : 'plain'}>
            {t.lacks(t.languages[language], times)}
          </Badge>
        );
      })}
    </span>
  );
}

function EntryFields({ list, entry, profile, asked, onWrite }: EntryProps) {
  const write = (property: string, value: unknown) => onWrite(withProperty(entry, property, value));
  const text = (property: string, lines: number) => (
    <TextFields
      profile={profile}
      label={fieldLabel(property)}
      lines={lines}
      error={refusalAt(entry.id, property)}
      main={entry.language as Language | undefined}
      value={entry[property] as Bilingual | undefined}
      onInput={(value) => write(property, value)}
    />
  );
  return (
    <>
      {asked.map((gap) => (
        <p key={gap.id} class="caution-note">
          {t.asked(gap.count, t.languages[gap.language])} “{gap.question}”
        </p>
      ))}
      {list === 'faqs' ? text('question', 2) : text('title', 1)}
      {list === 'faqs' && (
        <Field
          label={fieldLabel('alternatives')}
          hint={t.alternativesHint}
          lines={2}
          value={((entry.alternatives as readonly string[] | undefined) ?? []).join('\n')}
          onInput={(value) => write('alternatives', value === '' ? undefined : value.split('\n'))}
        />
      )}
      {list === 'faqs' ? text('answer', 4) : text('text', list === 'documents' ? 14 : 4)}
      <Field
        label={fieldLabel('url')}
        hint={t.urlHint}
        error={refusalAt(entry.id, 'url')}
        type="url"
        value={(entry.url as string | undefined) ?? ''}
        onInput={(value) => write('url', value === '' ? undefined : value)}
      />
    </>
  );
}
