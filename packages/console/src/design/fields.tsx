/** The controls of a form. A control whose value is a signal also writes that signal. */
import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { bytes } from '../words/figures.ts';
import { Icon } from './icon.tsx';
import { Complaint } from './notes.tsx';
import { bound } from './signals.ts';
import { t } from './words.ts';

interface LabelProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly isRequired?: boolean | undefined;
}

interface FieldProps extends LabelProps {
  readonly value: string | Signal<string>;
  readonly onInput?: (value: string) => unknown;
  /** Two or more make it a text area, which grows with its text. */
  readonly lines?: number;
  readonly type?: InputHTMLAttributes['type'];
  readonly language?: 'sw' | 'en';
  /** A key, an address or code: the browser neither corrects nor completes it. */
  readonly isCode?: boolean;
  readonly placeholder?: string | undefined;
  readonly autocomplete?: string;
  readonly spellcheck?: boolean;
  readonly maxlength?: number;
  readonly inputmode?: string | undefined;
  readonly min?: number;
  readonly max?: number;
  readonly readonly?: boolean;
  readonly list?: string;
  readonly onBlur?: (event: FocusEvent) => unknown;
  readonly onFocus?: (event: FocusEvent) => unknown;
  readonly onKeyDown?: (event: KeyboardEvent) => unknown;
}

export function Field(props: FieldProps) {
  const {
    label,
    hint,
    error,
    isRequired,
    lines = 1,
    type = 'text',
    language,
    isCode,
    ...more
  } = props;
  const { value, change } = bound(props.value, props.onInput);
  return (
    <Labelled {...{ label, hint, error, isRequired }}>
      {(given) => {
        const all = {
          ...(isCode ? { autocomplete: 'off', spellcheck: false } : {}),
          ...more,
          ...given,
          value,
          lang: language,
          onInput: (event: Event) =>
            change((event.currentTarget as HTMLInputElement | HTMLTextAreaElement).value),
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

type Pair = { readonly sw: string; readonly en: string };

/** The same text in Swahili and English; either may stay empty. */
export function BilingualField(
  props: LabelProps & {
    readonly value: Pair;
    readonly onInput: (value: Pair) => void;
    readonly lines?: number;
  },
) {
  const { value, lines = 1, onInput } = props;
  return (
    <fieldset class="pair">
      <legend class="label">
        {props.label}
        {props.isRequired && <span class="unseen">, {t.required}</span>}
      </legend>
      {props.hint !== undefined && <p class="hint">{props.hint}</p>}
      <div class="pair-fields">
        {(['sw', 'en'] as const).map((language) => (
          <Field
            key={language}
            label={t.languages[language]}
            language={language}
            lines={lines}
            value={value[language]}
            onInput={(text) => onInput({ ...value, [language]: text })}
          />
        ))}
      </div>
      <Complaint text={props.error} />
    </fieldset>
  );
}

interface ControlAttributes {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
  readonly 'aria-required': 'true' | undefined;
}

/** A label, a hint and an error around a control, connected to it by their ids. */
function Labelled(
  props: LabelProps & { readonly children: (given: ControlAttributes) => ComponentChildren },
) {
  const id = useId();
  const { label, hint, error, isRequired } = props;
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Shows the first of several invalid fields; centred, so that the bar at the lower edge does not cover it.
    if (error === undefined) return;
    const first = document.querySelector('[aria-invalid="true"]');
    if (holder.current?.contains(first)) holder.current.scrollIntoView({ block: 'center' });
  }, [error]);
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field" ref={holder}>
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
      <Complaint id={`${id}-error`} text={error} />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  /** Labels by value, or pairs of value and label. */
  readonly options:
    | Readonly<Record<Exclude<Value, ''>, string>>
    | readonly (readonly [value: Value, label: string])[];
  readonly value: Value | Signal<Value>;
  readonly onChange?: (value: Value) => void;
}

function pairsOf<Value extends string>(options: ChoiceProps<Value>['options']) {
  return (Array.isArray(options) ? options : Object.entries(options)) as readonly (readonly [
    value: Value,
    label: string,
  ])[];
}

export function Select<Value extends string>(
  props: ChoiceProps<Value> & {
    readonly hint?: string | undefined;
    readonly error?: string | undefined;
    readonly isRequired?: boolean;
    /** The label of a first option with an empty value, which means no choice. */
    readonly none?: string;
  },
) {
  const { value: chosen, change } = bound(props.value, props.onChange);
  return (
    <Labelled {...props}>
      {(given) => (
        <select
          {...given}
          class="input"
          value={chosen}
          onChange={(event) => change(event.currentTarget.value as Value)}
        >
          {props.none !== undefined && <option value="">{props.none}</option>}
          {pairsOf(props.options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

/** A few options, each a button, of which one is chosen: languages, periods. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { value: chosen, change } = bound(props.value, props.onChange);
  const { label, options } = props;
  return <Choices label={label} options={options} chosen={[chosen]} onPress={change} />;
}

/** A few options, each a button, of which any number can be chosen. */
export function Choices<Value extends string>(
  props: Pick<ChoiceProps<Value>, 'label' | 'options'> & {
    readonly chosen: readonly Value[];
    readonly onChange?: (chosen: readonly Value[]) => void;
    /** Instead of `onChange`, for a single choice. */
    readonly onPress?: (value: Value) => void;
  },
) {
  const { chosen } = props;
  const options = pairsOf(props.options);
  const toggle = (value: Value) =>
    options.map(([one]) => one).filter((one) => (one === value) !== chosen.includes(one));
  return (
    <fieldset class="choices">
      <legend class="label">{props.label}</legend>
      <div class="choice-list">
        {options.map(([value, label]) => (
          <button
            key={value}
            type="button"
            class="choice"
            aria-pressed={chosen.includes(value)}
            onClick={() => (props.onPress ? props.onPress(value) : props.onChange?.(toggle(value)))}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

export function Switch(props: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isOn: boolean | Signal<boolean>;
  readonly onChange?: (isOn: boolean) => void;
}) {
  const id = useId();
  const { value: isOn, change } = bound(props.isOn, props.onChange);
  return (
    <div class="switch-row">
      <div class="grow">
        <span class="label" id={id}>
          {props.label}
        </span>
        {props.hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {props.hint}
          </p>
        )}
      </div>
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={isOn}
        aria-labelledby={id}
        aria-describedby={props.hint === undefined ? undefined : `${id}-hint`}
        onClick={() => change(!isOn)}
      />
    </div>
  );
}

/** Takes files that are dropped or chosen; the caller sends them and reports the progress. */
export function FileDrop(props: {
  readonly label: string;
  readonly hint?: string;
  /** As in `<input accept>`. */
  readonly accept?: string;
  readonly isMany?: boolean;
  readonly bytesMax: number;
  /** From 0 to 1 while something is sent. */
  readonly progress?: number | undefined;
  /** `complaint` names the files that are too large, for pages that hide this control once files are chosen. */
  readonly onFiles: (files: readonly File[], complaint: string | undefined) => void;
}) {
  const id = useId();
  const isOver = useSignal(false);
  const complaint = useSignal<string>();
  const take = (list: FileList | null) => {
    const files = [...(list ?? [])].slice(0, props.isMany ? undefined : 1);
    const fitting = files.filter(({ size }) => size <= props.bytesMax);
    const others = files.filter((file) => !fitting.includes(file)).map(({ name }) => `“${name}”`);
    complaint.value =
      others.length === 0 ? undefined : t.tooLarge(others.join(', '), bytes(props.bytesMax));
    if (fitting.length > 0) props.onFiles(fitting, complaint.value);
  };
  return (
    <div class="field">
      <span class="label" id={`${id}-label`}>
        {props.label}
      </span>
      <label
        class={`file-drop${isOver.value ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          isOver.value = true;
        }}
        onDragLeave={() => {
          isOver.value = false;
        }}
        onDrop={(event) => {
          event.preventDefault();
          isOver.value = false;
          take(event.dataTransfer?.files ?? null);
        }}
      >
        <input
          type="file"
          class="unseen"
          accept={props.accept}
          multiple={props.isMany}
          aria-labelledby={`${id}-label`}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
        <Icon name="sources" />
        <span>
          {t.dropFile} <b>{t.chooseFile}</b>
        </span>
        {props.hint !== undefined && <span class="hint">{props.hint}</span>}
      </label>
      {props.progress !== undefined && (
        <progress class="progress" value={props.progress} max={1} aria-label={props.label} />
      )}
      <Complaint text={complaint.value} />
    </div>
  );
}
