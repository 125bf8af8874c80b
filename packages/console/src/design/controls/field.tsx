import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact';
import { useId } from 'preact/hooks';
import { speak } from '../../words/language.ts';
import { words } from '../words.ts';
import './controls.css';

interface About {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean | undefined;
}

interface FieldProps extends About {
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Two or more lines; it grows with what is written. */
  readonly lines?: number;
  readonly type?:
    | 'text'
    | 'email'
    | 'tel'
    | 'url'
    | 'password'
    | 'number'
    | 'search'
    | 'date'
    | 'time';
  readonly placeholder?: string;
  readonly language?: 'sw' | 'en';
  readonly more?: {
    readonly autocomplete?: string;
    readonly maxlength?: number;
    readonly inputmode?: string;
    readonly spellcheck?: boolean;
    readonly min?: number | string;
    readonly max?: number | string;
    readonly step?: number | string;
    readonly readonly?: boolean;
    readonly onBlur?: (event: FocusEvent) => void;
    readonly onKeyDown?: (event: KeyboardEvent) => void;
  };
}

export function Field(props: FieldProps) {
  const { value, onInput, lines = 1, type = 'text', placeholder, language, more } = props;
  return (
    <Labelled {...props}>
      {(given) => {
        const all = {
          ...more,
          ...given,
          value,
          placeholder,
          lang: language,
          onInput: (event: Event) =>
            onInput((event.currentTarget as HTMLInputElement | HTMLTextAreaElement).value),
        };
        return lines > 1 ? (
          <textarea class="input" rows={lines} {...(all as TextareaHTMLAttributes)} />
        ) : (
          <input class="input" {...({ ...all, type } as InputHTMLAttributes)} />
        );
      }}
    </Labelled>
  );
}

type Pair = { readonly sw?: string; readonly en?: string };

interface BilingualFieldProps extends About {
  readonly value: string | Pair;
  /** One text where only one language has words, a pair where both have. */
  readonly onInput: (value: Pair) => void;
  readonly lines?: number;
}

/** The same text in Swahili and English: either may stay empty. */
export function BilingualField(props: BilingualFieldProps) {
  const t = speak(words);
  const pair: Pair =
    typeof props.value === 'string' ? { sw: props.value, en: props.value } : props.value;
  const lines = props.lines ?? 1;
  return (
    <fieldset class="pair">
      <legend class="label">
        {props.label}
        {props.isRequired && <span class="unseen">, {t.required}</span>}
      </legend>
      {props.hint !== undefined && <p class="hint">{props.hint}</p>}
      <div class="pair-fields">
        <Field
          label={t.swahili}
          language="sw"
          lines={lines}
          value={pair.sw ?? ''}
          onInput={(sw) => props.onInput({ ...pair, sw })}
        />
        <Field
          label={t.english}
          language="en"
          lines={lines}
          value={pair.en ?? ''}
          onInput={(en) => props.onInput({ ...pair, en })}
        />
      </div>
      {props.error !== undefined && (
        <p class="complaint" role="alert">
          {props.error}
        </p>
      )}
    </fieldset>
  );
}

interface Given {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
  readonly 'aria-required': 'true' | undefined;
}

/** A label, a hint and a complaint around any control, tied to it by their ids. */
export function Labelled(
  props: About & { readonly children: (given: Given) => ComponentChildren },
) {
  const id = useId();
  const { label, hint, error, isRequired } = props;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
        {isRequired && (
          <span class="need" aria-hidden="true">
            *
          </span>
        )}
      </label>
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {props.children({
        id,
        'aria-describedby': described === '' ? undefined : described,
        'aria-invalid': error === undefined ? undefined : 'true',
        'aria-required': isRequired ? 'true' : undefined,
      })}
      {error !== undefined && (
        <p class="complaint" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
