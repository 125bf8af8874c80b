import type { Bilingual, GapQuestion, Profile } from '@baraza/contract';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { type Language, language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { TextFields } from '../frame/text-fields.tsx';
import { type Entry, isTaught, withProperty } from '../profile/profile.ts';
import { entryTitle, fieldLabel } from '../profile/readable.ts';
import { missingLanguages } from '../profile/texts.ts';
import type { TextList } from './text-list.ts';
import { words } from './words.ts';

export function EntryCard(props: {
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
}) {
  const t = speak(words);
  const { entry, isOpen } = props;
  const form = useRef<HTMLDivElement>(null);
  const title = entryTitle(entry);
  const isNew = title === '';
  useEffect(() => {
    if (isOpen && isNew) form.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [isOpen]);
  const body = inLanguage((entry.answer ?? entry.text) as Bilingual | undefined, language.value);
  return (
    <li class={`entry ${isOpen ? 'open' : ''}`} id={`entry-${entry.id}`}>
      <button type="button" class="entry-head" aria-expanded={isOpen} onClick={props.onToggle}>
        <span class="grow stack tight">
          <b>{isNew ? t.untitled[props.list] : title}</b>
          {!isOpen && body !== '' && <span class="quiet entry-body">{body}</span>}
          <Marks {...props} />
        </span>
        <Icon name="open" />
      </button>
      {isOpen && (
        <div class="entry-form stack" ref={form}>
          <EntryFields {...props} />
          <div class="row apart">
            <Button kind="danger" icon="trash" onClick={props.onRemove}>
              {t.remove}
            </Button>
            <Button onClick={props.onToggle}>{t.close}</Button>
          </div>
        </div>
      )}
    </li>
  );
}

function Marks({ entry, profile, asked, isUnsaved }: Parameters<typeof EntryCard>[0]) {
  const t = speak(words);
  const texts = [entry.title, entry.question, entry.answer, entry.text] as (
    | Bilingual
    | undefined
  )[];
  const missing = missingLanguages(texts, profile.languages);
  const times = (of: Language) =>
    asked.filter((gap) => gap.language === of).reduce((sum, gap) => sum + gap.count, 0);
  const lacking = [...new Set([...missing, ...asked.map((gap) => gap.language)])];
  if (!isUnsaved && lacking.length === 0 && !isTaught(entry)) return null;
  return (
    <span class="row entry-marks">
      {isUnsaved && <Badge kind="care">{t.unsaved}</Badge>}
      {isTaught(entry) && <Badge kind="good">{t.taught}</Badge>}
      {lacking.map((of) => (
        <Badge key={of} kind={times(of) > 0 ? 'alarm' : 'plain'}>
          {times(of) > 0 ? t.lacksAsked(t.languages[of], times(of)) : t.lacks(t.languages[of])}
        </Badge>
      ))}
    </span>
  );
}

function EntryFields({ list, entry, profile, asked, onWrite }: Parameters<typeof EntryCard>[0]) {
  const t = speak(words);
  const [head, body] = list === 'faqs' ? ['question', 'answer'] : ['title', 'text'];
  const text = (property: string, lines: number, hint?: string) => (
    <TextFields
      profile={profile}
      label={fieldLabel(property)}
      hint={hint}
      lines={lines}
      main={entry.language as Language | undefined}
      value={entry[property] as Bilingual | undefined}
      onInput={(value) => onWrite(withProperty(entry, property, value))}
    />
  );
  return (
    <>
      {asked.map((gap) => (
        <p key={gap.id} class="entry-asked">
          {t.asked(gap.count, t.languages[gap.language])} “{gap.question}”
        </p>
      ))}
      {text(head ?? 'title', list === 'faqs' ? 2 : 1)}
      {list === 'faqs' && (
        <Field
          label={fieldLabel('alternatives')}
          hint={t.alternativesHint}
          lines={2}
          value={((entry.alternatives as readonly string[] | undefined) ?? []).join('\n')}
          onInput={(value) =>
            onWrite(
              withProperty(entry, 'alternatives', value === '' ? undefined : value.split('\n')),
            )
          }
        />
      )}
      {text(body ?? 'text', list === 'documents' ? 14 : 4)}
      <Field
        label={fieldLabel('url')}
        hint={t.urlHint}
        type="url"
        value={(entry.url as string | undefined) ?? ''}
        onInput={(value) => onWrite(withProperty(entry, 'url', value === '' ? undefined : value))}
      />
    </>
  );
}
