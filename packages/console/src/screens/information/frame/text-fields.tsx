import type { Bilingual, Profile } from '@baraza/contract';
import { BilingualField, Field } from '../../../design/controls/field.tsx';
import { mainLanguage } from '../profile/draft.ts';
import { pairOf, textOf } from '../profile/texts.ts';

/** A text in the languages of the site: one field, or one for each. */
export function TextFields(props: {
  readonly profile: Profile;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly lines?: number;
  readonly isRequired?: boolean;
  /** Of an entry that names its language. */
  readonly main?: 'sw' | 'en' | undefined;
  readonly value: Bilingual | undefined;
  readonly onInput: (value: Bilingual) => void;
}) {
  const { profile, label, value, onInput } = props;
  const main = props.main ?? mainLanguage(profile);
  const pair = pairOf(value, main);
  const given = {
    label,
    hint: props.hint,
    error: props.error,
    lines: props.lines ?? 1,
    ...(props.isRequired ? { isRequired: true } : {}),
  };
  const other = main === 'sw' ? 'en' : 'sw';
  if (profile.languages.length < 2 && pair[other] === '')
    return (
      <Field
        {...given}
        value={pair[main]}
        onInput={(text) => onInput(textOf({ ...pair, [main]: text }, value, main))}
      />
    );
  return (
    <BilingualField
      {...given}
      value={pair}
      onInput={({ sw = '', en = '' }) => onInput(textOf({ sw, en }, value, main))}
    />
  );
}
