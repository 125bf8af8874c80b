/** Edits a record as a form, based on the schema of its collection. */
import type { FieldError } from '@baraza/client';
import { Field, Select, Switch } from '../../../design/fields.tsx';
import { Complaint } from '../../../design/notes.tsx';
import { jsonFault } from '../json-text.ts';
import { cellText } from './record-columns.ts';
import {
  chosenAt,
  errorsAt,
  pointerOf,
  type RecordDraft,
  shownKind,
  textAt,
  typedAt,
  valueAt,
} from './record-draft.ts';
import { errorText } from './record-errors.ts';
import type { FieldGroup, PlainField, RecordField } from './record-fields.ts';
import { t } from './words.ts';

interface FormProps {
  readonly draft: RecordDraft;
  readonly errors: readonly FieldError[];
  /** Called with the new draft and the field that was changed. */
  readonly onChange: (draft: RecordDraft, field: RecordField) => void;
}

export function RecordForm(props: FormProps & { readonly fields: readonly RecordField[] }) {
  const { fields, ...form } = props;
  return (
    <>
      {fields.map((field) =>
        field.kind === 'group' ? (
          <Group key={pointerOf(field.path)} {...form} group={field} />
        ) : (
          <OneField key={pointerOf(field.path)} {...form} field={field} />
        ),
      )}
    </>
  );
}

function Group({ group, ...form }: FormProps & { readonly group: FieldGroup }) {
  return (
    <fieldset class="record-group stack">
      <legend class="label">
        {group.label}
        {group.isRequired && <span class="unseen">, {t.required}</span>}
      </legend>
      {group.hint !== undefined && <p class="hint">{group.hint}</p>}
      <Complaint text={complaintOf(form.errors, group)} />
      <RecordForm {...form} fields={group.fields} />
    </fieldset>
  );
}

function OneField({ field, draft, errors, onChange }: FormProps & { readonly field: PlainField }) {
  const { label, path, isRequired } = field;
  const typed = draft.texts[pointerOf(path)];
  const kind = shownKind(draft, field);
  const error = typed?.isBroken ? brokenText(kind, typed.text) : complaintOf(errors, field);
  const hint = [field.hint, hints()[kind]].filter(Boolean).join(' ') || undefined;
  const choose = (value: unknown) => onChange(chosenAt(draft, path, value), field);
  switch (kind) {
    case 'switch':
      return (
        <div>
          <Switch
            label={label}
            hint={hint}
            isOn={valueAt(draft.record, path) === true}
            onChange={choose}
          />
          <Complaint text={error} />
        </div>
      );
    case 'choice': {
      const value = valueAt(draft.record, path);
      const known = field.choices.map((choice) => JSON.stringify(choice));
      const current = value === undefined ? '' : JSON.stringify(value);
      // A value that the schema no longer allows is kept until another is chosen.
      const all = current === '' || known.includes(current) ? known : [...known, current];
      return (
        <Select
          label={label}
          hint={hint}
          error={error}
          isRequired={isRequired}
          none={t.noChoice}
          value={current}
          options={all.map((one) => [one, cellText(JSON.parse(one))])}
          onChange={(one) => choose(one === '' ? undefined : JSON.parse(one))}
        />
      );
    }
    default:
      return (
        <Field
          label={label}
          hint={hint}
          error={error}
          isRequired={isRequired}
          type={types[kind] ?? 'text'}
          lines={lines[kind] ?? 1}
          value={textAt(draft, field)}
          onInput={(text) => onChange(typedAt(draft, field, text), field)}
          autocomplete="off"
          spellcheck={kind === 'lines'}
          inputmode={kind === 'number' ? (field.isInteger ? 'numeric' : 'decimal') : undefined}
        />
      );
  }
}

// Numbers are typed into a text field, because a number field hides input that it cannot read.
const types: { readonly [kind: string]: 'date' | 'datetime-local' } = {
  date: 'date',
  moment: 'datetime-local',
};
const lines: { readonly [kind: string]: number } = { lines: 4, list: 3, json: 4 };

function hints(): { readonly [kind: string]: string } {
  return { list: t.onePerLine, json: t.asJson };
}

function brokenText(kind: PlainField['kind'], text: string): string {
  if (kind === 'json') return jsonFault(text) ?? '';
  return kind === 'moment' ? t.faults.other(text) : t.faults.number;
}

function complaintOf(errors: readonly FieldError[], field: RecordField): string | undefined {
  const own = errorsAt(errors, field);
  return own.length === 0 ? undefined : [...new Set(own.map(errorText))].join(' ');
}
