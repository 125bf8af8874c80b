import type { Bilingual, Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { BilingualField, Field } from '../../../design/fields.tsx';
import type { Language } from '../../../words/language.ts';
import { mainLanguage } from '../profile/draft.ts';
import { fieldLabel } from '../profile/readable.ts';
import { refusalAt } from '../profile/refusal.ts';
import { type Pair, pairOf, textOf } from '../profile/texts.ts';
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
  /** Shows one field, whichever languages the site has, until the text is moved to the other one. */
  readonly isMainOnly?: boolean;
  /** Its language is not looked at: a name has none. */
  readonly isUnchecked?: boolean | undefined;
  readonly value: Bilingual | undefined;
  readonly onInput: (value: Bilingual) => void;
}

/** A text in the languages of the site: one field, or one for each language. */
export function TextFields(props: TextFieldsProps) {
  const {
    profile,
    value,
    onInput,
    isMainOnly,
    isUnchecked,
    main = mainLanguage(profile),
    ...about
  } = props;
  const pair = pairOf(value, main);
  const other = main === 'sw' ? 'en' : 'sw';
  const isMoved = useSignal(pair[main] === '' && pair[other] !== '');
  const isSingle = isMainOnly ? !isMoved.value : profile.languages.length < 2 && pair[other] === '';
  const move = (next: Pair) => {
    isMoved.value = true;
    onInput(textOf(next, value, main));
  };
  return (
    <>
      {isSingle ? (
        <Field
          {...about}
          value={pair[main]}
          onInput={(text) => onInput(textOf({ ...pair, [main]: text }, value, main))}
        />
      ) : (
        <BilingualField
          {...about}
          value={pair}
          onInput={({ sw = '', en = '' }) => onInput(textOf({ sw, en }, value, main))}
        />
      )}
      {!isUnchecked && <PairNote pair={pair} onMove={move} />}
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
      isUnchecked={field === 'name' || field === 'business'}
      {...about}
      label={label}
      profile={profile}
      value={profile[field]}
      onInput={set(field)}
    />
  );
}
