import type { FieldError } from '@baraza/client';
import type { JsonObject, StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { client, useWork } from '../../../api/client.ts';
import { Button } from '../../../design/buttons.tsx';
import { Sheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { ErrorNote } from '../../../design/notes.tsx';
import { setterOf } from '../../../design/signals.ts';
import { attempt, toast } from '../../../design/toast.tsx';
import { moment } from '../../../words/figures.ts';
import { jsonFault, jsonObjectIn } from '../json-text.ts';
import { CallCode } from '../snippets.tsx';
import { isAt, isBroken, recordDraft } from './record-draft.ts';
import { errorText, fieldErrors } from './record-errors.ts';
import { type RecordField, recordFields, startOf } from './record-fields.ts';
import { RecordForm } from './record-form.tsx';
import { t } from './words.ts';
import './records.css';

/**
 * Edits one record as JSON and, if its collection has a schema, as a form. Saving replaces only the version that was
 * read; after a conflict both versions are shown.
 */
export function RecordEditor(props: {
  readonly resourceId: string;
  /** The schema of the collection; undefined without one. */
  readonly schema: unknown;
  /** Undefined for a new one. */
  readonly entry: StoredRecord | undefined;
  readonly isWritable: boolean;
  readonly onClose: () => void;
  readonly onSaved: (entry: StoredRecord) => void;
  readonly onRemoved: (entry: StoredRecord) => void;
  readonly onRestored: () => void;
}) {
  const { entry, isWritable, resourceId } = props;
  const base = useSignal(entry);
  const fields = useMemo(() => (isWritable ? recordFields(props.schema) : undefined), []);
  const first = entry?.record ?? startOf(fields ?? [], props.schema);
  const draft = useSignal(recordDraft(first));
  /** The JSON text; undefined while the form is shown. */
  const text = useSignal(fields === undefined ? asText(first) : undefined);
  const errors = useSignal<readonly FieldError[]>([]);
  const theirs = useSignal<StoredRecord>();
  const { isBusy, problem, run } = useWork();
  const inForm = isBroken(draft.value) ? undefined : (draft.value.record as JsonObject);
  const record = text.value === undefined ? inForm : jsonObjectIn(text.value);
  const records = client.platform.resources.collection(resourceId);

  const send = async (work: () => Promise<void>) => {
    const isDone = await run(work);
    errors.value = fieldErrors(problem.value);
    const isConflict = problem.value?.code === 'version';
    if (!isDone && isConflict && base.value !== undefined)
      theirs.value = await records.get(base.value.recordId).catch(() => undefined);
  };
  const save = () =>
    send(async () => {
      if (record === undefined) return;
      const old = base.value;
      const saved =
        old === undefined
          ? await records.create(record)
          : await records.put(old.recordId, record, { ifMatch: old.version });
      props.onSaved(saved);
      props.onClose();
    });
  const remove = () =>
    send(async () => {
      if (base.value === undefined) return;
      const removed = base.value;
      await records.delete(removed.recordId, { ifMatch: removed.version });
      props.onRemoved(removed);
      props.onClose();
      const restore = async () => {
        await records.create(removed.record);
        props.onRestored();
      };
      toast({ text: t.removed, onUndo: () => attempt(restore) });
    });

  const json = (
    <Field
      label={t.recordJson}
      lines={12}
      value={text.value ?? ''}
      onInput={setterOf(text)}
      error={record === undefined ? (jsonFault(text.value ?? '') ?? t.noObject) : undefined}
      isCode
      readonly={!isWritable}
    />
  );

  return (
    <Sheet
      title={entry === undefined ? t.newRecord : t.record}
      onClose={props.onClose}
      actions={
        isWritable &&
        theirs.value === undefined && (
          <>
            <Button kind="primary" isBusy={isBusy.value} onClick={save} label={t.save} />
            {entry !== undefined && (
              <Button kind="danger" icon="trash" onClick={remove} label={t.delete} />
            )}
          </>
        )
      }
    >
      {base.value !== undefined && (
        <p class="quiet small">
          {moment(base.value.createdAt)} · {t.versionOf(String(base.value.version))}
        </p>
      )}
      {fields === undefined ? (
        json
      ) : (
        <Tabs
          label={t.record}
          tabs={[
            { id: 'form', label: t.asForm },
            { id: 'json', label: 'JSON' },
          ]}
          current={text.value === undefined ? 'form' : 'json'}
          onChange={(tab) => {
            // An invalid record stays in the current tab until it is corrected.
            if (record !== undefined) show(record, tab === 'json');
          }}
        >
          {text.value === undefined ? (
            <RecordForm
              fields={fields}
              draft={draft.value}
              errors={errors.value}
              onChange={(next, field) => {
                draft.value = next;
                errors.value = errors.value.filter((error) => !isAt(error, field));
              }}
            />
          ) : (
            json
          )}
        </Tabs>
      )}
      <Elsewhere errors={errors.value} fields={text.value === undefined ? (fields ?? []) : []} />
      {theirs.value !== undefined ? (
        <div class="stack tight" role="alert">
          <p>{t.conflict}</p>
          <b>{t.theirs}</b>
          <pre class="record-json">{JSON.stringify(theirs.value.record, null, 2)}</pre>
          <div class="row">
            <Button
              onClick={() => {
                show(theirs.value?.record ?? {}, text.value !== undefined);
                settle();
              }}
              label={t.useTheirs}
            />
            <Button onClick={settle} label={t.keepMine} />
          </div>
        </div>
      ) : (
        <ErrorNote problem={errors.value.length > 0 ? new Error(t.mend) : problem.value} />
      )}
      {entry !== undefined && (
        <CallCode
          method="PUT"
          path={`/resources/${resourceId}/records/${entry.recordId}`}
          body={record ?? {}}
          client={clientCall(resourceId, entry.recordId, record ?? {})}
        />
      )}
    </Sheet>
  );

  function show(next: Readonly<Record<string, unknown>>, isJson: boolean) {
    draft.value = recordDraft(next);
    text.value = isJson ? asText(next) : undefined;
  }

  // The next save replaces the current version.
  function settle() {
    base.value = theirs.value;
    theirs.value = undefined;
    problem.value = undefined;
  }
}

function asText(record: object): string {
  return JSON.stringify(record, null, 2);
}

/** Errors that belong to no field of the form. */
function Elsewhere(props: {
  readonly errors: readonly FieldError[];
  readonly fields: readonly RecordField[];
}) {
  const rest = props.errors.filter((error) => !props.fields.some((field) => isAt(error, field)));
  if (rest.length === 0) return null;
  return (
    <ul class="stack tight" role="alert">
      {rest.map((error) => (
        <li key={`${error.path} ${error.message}`} class="complaint">
          {error.path === '' ? errorText(error) : t.elsewhere(error.path, errorText(error))}
        </li>
      ))}
    </ul>
  );
}

function clientCall(resourceId: string, recordId: string, record: object): string {
  return `await baraza.resources.updateRecord('${resourceId}', '${recordId}', ${JSON.stringify(record)});`;
}
