/** Facts, questions and documents: a list of entries that open in place. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { into, put } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { informationScreen, type PartProps } from '../frame/frame.tsx';
import { useGaps } from '../overview/use-gaps.ts';
import { write } from '../profile/draft.ts';
import { type Entry, entriesOf, isEmptyText, newId, spotKey } from '../profile/profile.ts';
import { linesOf } from '../profile/readable.ts';
import { save } from '../profile/saving.ts';
import { EntryCard, type TextList } from './entry-card.tsx';
import { words } from './words.ts';
import './entries.css';

const entryScreen = (list: TextList) =>
  informationScreen(list, (about) => <EntryList {...about} list={list} />);

export const Facts = entryScreen('facts');
export const Faqs = entryScreen('faqs');
export const Documents = entryScreen('documents');

const pageSize = 40;
const searchFrom = 8;

function EntryList(props: PartProps & { readonly list: TextList }) {
  const t = speak(words);
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
  const changed = new Set(draft.changes.value.map(({ spot }) => spotKey(spot)));
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
    if (isSaved) void save(draft, ({ spot }) => spotKey(spot) === spotKey({ list, id }));
  };
  if (all.length === 0)
    return (
      <EmptyState icon="information" title={t.empty[list]} text={t.emptyText[list]}>
        <Button kind="primary" icon="plus" onClick={add}>
          {t.add[list]}
        </Button>
        <Button href={`#/sites/${encodeURIComponent(draft.site)}/sources`}>{t.import}</Button>
      </EmptyState>
    );
  return (
    <>
      <div class="entry-tools unlabelled">
        {all.length >= searchFrom && (
          <div class="grow">
            <Field
              label={t.search}
              placeholder={t.search}
              type="search"
              value={search.value}
              onInput={into(search)}
            />
          </div>
        )}
        <Button icon="plus" onClick={add}>
          {t.add[list]}
        </Button>
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
            isUnsaved={changed.has(spotKey({ list, id: entry.id }))}
            onToggle={put(opened, opened.value === entry.id ? undefined : entry.id)}
            onWrite={(next) => write(draft, { list, id: entry.id }, next)}
            onRemove={() => remove(entry)}
          />
        ))}
      </ul>
      {found.length > visible.length && (
        <Button onClick={put(shown, shown.value + pageSize)}>
          {t.more(count(found.length - visible.length))}
        </Button>
      )}
    </>
  );
}

/** A new entry without a title stays in sight while it is written. */
function matches(entry: Entry, text: string): boolean {
  return (
    text === '' ||
    isEmptyText(entry.title ?? entry.question) ||
    linesOf(entry).some((line) => line.toLowerCase().includes(text))
  );
}
