/** Facts, questions and documents: a list of entries that open in place. */
import type { SiteGaps } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { call } from '../../../api/call.ts';
import { useResource } from '../../../api/resource.ts';
import type { ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { InformationFrame, type PartProps } from '../frame/frame.tsx';
import { write } from '../profile/draft.ts';
import { type Entry, entriesOf, isEmptyText, newId, spotKey } from '../profile/profile.ts';
import { linesOf } from '../profile/readable.ts';
import { save } from '../profile/saving.ts';
import { EntryCard } from './entry-card.tsx';
import type { TextList } from './text-list.ts';
import { words } from './words.ts';
import './entries.css';

export function Facts(props: ScreenProps) {
  return <EntryPage {...props} list="facts" />;
}

export function Faqs(props: ScreenProps) {
  return <EntryPage {...props} list="faqs" />;
}

export function Documents(props: ScreenProps) {
  return <EntryPage {...props} list="documents" />;
}

function EntryPage({ params, query, list }: ScreenProps & { readonly list: TextList }) {
  return (
    <InformationFrame site={params.site ?? ''} part={list}>
      {(about) => <EntryList {...about} list={list} wanted={query.get('entry') ?? undefined} />}
    </InformationFrame>
  );
}

const pageSize = 40;
const searchFrom = 8;

function EntryList(
  props: PartProps & { readonly list: TextList; readonly wanted: string | undefined },
) {
  const t = speak(words);
  const { draft, profile, list, wanted } = props;
  const opened = useSignal<string | undefined>(wanted);
  const search = useSignal('');
  const shown = useSignal(pageSize);
  const gaps = useResource(`${draft.path}/gaps`, (signal) =>
    call<SiteGaps>('GET', `${draft.path}/gaps`, { signal }),
  );
  useEffect(() => {
    if (wanted === undefined) return;
    opened.value = wanted;
    document.getElementById(`entry-${wanted}`)?.scrollIntoView({ block: 'start' });
  }, [wanted]);
  const all = entriesOf(profile, list);
  const words_ = search.value.trim().toLowerCase();
  const fitting = all.filter((entry) => words_ === '' || readsLike(entry, words_));
  const at = wanted === undefined ? -1 : fitting.findIndex(({ id }) => id === wanted);
  const visible = fitting.slice(0, Math.max(shown.value, at + 1));
  const changed = new Set(draft.changes.value.map(({ spot }) => spotKey(spot)));
  const add = () => {
    const id = newId();
    write(draft, { list, id }, blankEntry(list, id));
    search.value = '';
    opened.value = id;
    shown.value = Math.max(shown.value, all.length + 1);
  };
  const remove = (entry: Entry) => {
    const spot = { list, id: entry.id };
    const isSaved = entriesOf(draft.base.peek() ?? profile, list).some(({ id }) => id === entry.id);
    write(draft, spot, undefined);
    if (isSaved) void save(draft, (change) => spotKey(change.spot) === spotKey(spot));
  };
  if (all.length === 0)
    return (
      <EmptyState icon="information" title={t.empty[list]} text={t.emptyText[list]}>
        <Button kind="primary" icon="plus" onClick={add}>
          {t.add[list]}
        </Button>
        <Button href={`#/sites/${encodeURIComponent(draft.site)}/sources`}>{t.bring}</Button>
      </EmptyState>
    );
  return (
    <>
      <div class="entry-tools">
        {all.length >= searchFrom && (
          <div class="grow">
            <Field
              label={t.search}
              placeholder={t.search}
              type="search"
              value={search.value}
              onInput={(value) => {
                search.value = value;
              }}
            />
          </div>
        )}
        <Button icon="plus" onClick={add}>
          {t.add[list]}
        </Button>
      </div>
      {fitting.length === 0 && <p class="quiet">{t.noneFound}</p>}
      <ul class="entry-list">
        {visible.map((entry) => (
          <EntryCard
            key={entry.id}
            list={list}
            entry={entry}
            profile={profile}
            asked={gaps.data.value?.questions.filter((gap) => gap.entry.id === entry.id) ?? []}
            isOpen={opened.value === entry.id}
            isUnsaved={changed.has(`${list}/${entry.id}`)}
            onToggle={() => {
              opened.value = opened.value === entry.id ? undefined : entry.id;
            }}
            onWrite={(next) => write(draft, { list, id: entry.id }, next)}
            onRemove={() => remove(entry)}
          />
        ))}
      </ul>
      {fitting.length > visible.length && (
        <Button
          onClick={() => {
            shown.value += pageSize;
          }}
        >
          {t.more(count(fitting.length - visible.length))}
        </Button>
      )}
    </>
  );
}

function blankEntry(list: TextList, id: string): Entry {
  return list === 'faqs' ? { id, question: '', answer: '' } : { id, title: '', text: '' };
}

function readsLike(entry: Entry, text: string): boolean {
  return (
    isEmptyText(entry.title ?? entry.question) ||
    linesOf(entry).some((line) => line.toLowerCase().includes(text))
  );
}
