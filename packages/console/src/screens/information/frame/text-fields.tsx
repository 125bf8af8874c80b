import type { Bilingual, Profile } from '@baraza/contract';
import { BilingualField, Field } from '../../../design/fields.tsx';
import type { Language } from '../../../words/language.ts';
import { mainLanguage } from '../profile/draft.ts';
import { wholeTongue } from '../profile/misplaced.ts';
import { fieldLabel } from '../profile/readable.ts';
import { refusalAt } from '../profile/refusal.ts';
import { pairOf, textOf } from '../profile/texts.ts';
import type { EditorProps } from './editor.tsx';
import { PairNote } from './tongue-note.tsx';

interface TextFieldsProps {
  readonly profile: Profile;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly lines?: number;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  /** The main language of an entry that has its own; by default that of the profile. */
  readonly main?: Language | undefined;
  /** Shows only one field, whichever languages the site has. */
  readonly isMainOnly?: boolean;
  readonly value: Bilingual | undefined;
  readonly onInput: (value: Bilingual) => void;
}

/** A text in the languages of the site: one field, or one for each language. */
export function TextFields(props: TextFieldsProps) {
  const { profile, value, onInput, isMainOnly, main = mainLanguage(profile), ...about } = props;
  const pair = pairOf(value, main);
  const other = main === 'sw' ? 'en' : 'sw';
  if (isMainOnly || (profile.languages.length < 2 && pair[other] === ''))
    return (
      <Field
        {...about}
        value={pair[main]}
        onInput={(text) => onInput(textOf({ ...pair, [main]: text }, value, main))}
      />
    );
  return (
    <>
      <BilingualField
        {...about}
        value={pair}
        onInput={({ sw = '', en = '' }) => onInput(textOf({ sw, en }, value, main))}
      />
      {wholeTongue(profile) === undefined && (
        <PairNote pair={pair} onMove={(next) => onInput(textOf(next, value, main))} />
      )}
    </>
  );
}

type TextField = 'name' | 'business' | 'greeting' | 'about' | 'address' | 'privacy';

/** A text of the profile, by the name of its field. */
export function ProfileText(
  props: EditorProps &
    Omit<TextFieldsProps, 'label' | 'value' | 'onInput'> & {
      readonly field: TextField;
      readonly label?: string;
    },
) {
  const { field, profile, draft, details, set, label = fieldLabel(field), ...about } = props;
  return (
    <TextFields
      error={refusalAt(undefined, field)}
      {...about}
      label={label}
      profile={profile}
      value={profile[field]}
      onInput={set(field)}
    />
  );
}
