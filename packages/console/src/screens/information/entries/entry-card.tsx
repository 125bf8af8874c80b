import type { Bilingual, GapQuestion, Profile } from '@baraza/contract';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Fold } from '../../../design/parts/fold.tsx';
import { type Language, language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { TextFields } from '../frame/text-fields.tsx';
import { type Entry, isTaught, withProperty } from '../profile/profile.ts';
import { entryTitle, fieldLabel } from '../profile/readable.ts';
import { missingLanguages } from '../profile/texts.ts';
import { words as profileWords } from '../profile/words.ts';
import { words } from './words.ts';

/** The lists whose entries are a heading and a text. */
export type TextList = 'facts' | 'faqs' | 'documents';

interface EntryProps {
  readonly list: TextList;
  readonly entry: Entry;
  readonly profile: Profile;
  /** What visitors asked in a language that it lacks. */
  readonly asked: readonly GapQuestion[];
  readonly isOpen: boolean;
  readonly isUnsaved: boolean;
  readonly onToggle: () => void;
  readonly onWrite: (entry: Entry) => void;
  readonly onRemove: () => void;
}

export function EntryCard(props: EntryProps) {
  const t = speak(words);
  const { entry, isOpen } = props;
  const form = useRef<HTMLDivElement>(null);
  const title = entryTitle(entry);
  useEffect(() => {
    if (isOpen && title === '')
      form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isOpen]);
  const body = inLanguage((entry.answer ?? entry.text) as Bilingual | undefined, language.value);
  return (
    <Fold
      id={`entry-${entry.id}`}
      isOpen={isOpen}
      onToggle={props.onToggle}
      head={
        <>
          <b>{title || t.untitled[props.list]}</b>
          {!isOpen && body !== '' && <span class="quiet two-lines">{body}</span>}
          <Marks {...props} />
        </>
      }
    >
      <div class="stack" ref={form}>
        <EntryFields {...props} />
        <div class="row apart">
          <Button kind="danger" icon="trash" onClick={props.onRemove}>
            {t.remove}
          </Button>
          <Button onClick={props.onToggle}>{t.close}</Button>
        </div>
      </div>
    </Fold>
  );
}

function Marks({ entry, profile, asked, isUnsaved }: EntryProps) {
  const t = speak(words);
  const texts = [entry.title, entry.question, entry.answer, entry.text];
  const missing = missingLanguages(texts as (Bilingual | undefined)[], profile.languages);
  const lacking = [...new Set([...missing, ...asked.map((gap) => gap.language)])];
  if (!isUnsaved && lacking.length === 0 && !isTaught(entry)) return null;
  return (
    <span class="row">
      {isUnsaved && <Badge kind="care">{t.unsaved}</Badge>}
      {isTaught(entry) && <Badge kind="good">{t.taught}</Badge>}
      {lacking.map((of) => {
        const gaps = asked.filter((gap) => gap.language === of);
        const times = gaps.reduce((sum, gap) => sum + gap.count, 0);
        return (
          <Badge key={of} kind={times > 0 ? 'alarm' : 'plain'}>
            {t.lacks(speak(profileWords)[of], times)}
          </Badge>
        );
      })}
    </span>
  );
}

function EntryFields({ list, entry, profile, asked, onWrite }: EntryProps) {
  const t = speak(words);
  const write = (property: string, value: unknown) => onWrite(withProperty(entry, property, value));
  const text = (property: string, lines: number) => (
    <TextFields
      profile={profile}
      label={fieldLabel(property)}
      lines={lines}
      main={entry.language as Language | undefined}
      value={entry[property] as Bilingual | undefined}
      onInput={(value) => write(property, value)}
    />
  );
  return (
    <>
      {asked.map((gap) => (
        <p key={gap.id} class="care-note">
          {t.asked(gap.count, speak(profileWords)[gap.language])} “{gap.question}”
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
        type="url"
        value={(entry.url as string | undefined) ?? ''}
        onInput={(value) => write('url', value === '' ? undefined : value)}
      />
    </>
  );
}
