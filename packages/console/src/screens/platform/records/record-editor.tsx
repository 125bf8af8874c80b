import type { StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/buttons.tsx';
import { Sheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { ErrorNote } from '../../../design/notes.tsx';
import { toast } from '../../../design/toast.tsx';
import { moment } from '../../../words/figures.ts';
import { jsonObjectIn } from '../json-object.ts';
import { CallCode } from '../snippets.tsx';
import { words } from './words.ts';
import './records.css';

/** One record as JSON. Saved only over the version that was read; where that is gone, both are shown. */
export function RecordEditor(props: {
  readonly resourceId: string;
  /** Undefined for a new one. */
  readonly entry: StoredRecord | undefined;
  readonly isWritable: boolean;
  readonly onClose: () => void;
  readonly onSaved: (entry: StoredRecord) => void;
  readonly onRemoved: (entry: StoredRecord) => void;
  readonly onPutBack: () => void;
}) {
  const t = words();
  const { entry, isWritable, resourceId } = props;
  const base = useSignal(entry);
  const text = useSignal(JSON.stringify(entry?.record ?? {}, null, 2));
  const theirs = useSignal<StoredRecord | undefined>(undefined);
  const { isBusy, problem, run } = useWork();
  const record = jsonObjectIn(text.value);
  const records = client.platform.resources.collection(resourceId);

  const attempt = async (work: () => Promise<void>) => {
    const isDone = await run(work);
    if (!isDone && problem.value?.status === 409 && base.value !== undefined)
      theirs.value = await records.get(base.value.recordId).catch(() => undefined);
  };
  const save = () =>
    attempt(async () => {
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
    attempt(async () => {
      if (base.value === undefined) return;
      const removed = base.value;
      await records.delete(removed.recordId, { ifMatch: removed.version });
      props.onRemoved(removed);
      props.onClose();
      const undo = () =>
        records
          .create(removed.record)
          .then(props.onPutBack, (error) =>
            toast({ kind: 'alarm', text: asProblem(error).message }),
          );
      toast({ text: t.removed, onUndo: () => void undo() });
    });

  return (
    <Sheet
      title={entry === undefined ? t.newRecord : t.record}
      onClose={props.onClose}
      actions={
        isWritable &&
        theirs.value === undefined && (
          <>
            <Button
              kind="primary"
              isBusy={isBusy.value}
              onClick={() => void save()}
              label={t.save}
            />
            {entry !== undefined && (
              <Button kind="danger" icon="trash" onClick={() => void remove()} label={t.delete} />
            )}
          </>
        )
      }
    >
      <div class="stack">
        {base.value !== undefined && (
          <p class="quiet small">
            {moment(base.value.createdAt)} · {t.versionOf(String(base.value.version))}
          </p>
        )}
        <Field
          label={t.recordJson}
          lines={12}
          value={text}
          error={record === undefined ? t.noObject : undefined}
          more={{ spellcheck: false, autocomplete: 'off', readonly: !isWritable }}
        />
        {theirs.value !== undefined ? (
          <div class="stack tight" role="alert">
            <p>{t.conflict}</p>
            <b>{t.theirs}</b>
            <pre class="record-json">{JSON.stringify(theirs.value.record, null, 2)}</pre>
            <div class="row">
              <Button
                onClick={() => {
                  text.value = JSON.stringify(theirs.value?.record, null, 2);
                  settle();
                }}
                label={t.useTheirs}
              />
              <Button onClick={settle} label={t.keepMine} />
            </div>
          </div>
        ) : (
          <ErrorNote problem={problem.value} />
        )}
        {entry !== undefined && (
          <CallCode
            method="PUT"
            path={`/resources/${resourceId}/records/${entry.recordId}`}
            body={record ?? {}}
            client={clientCall(resourceId, entry.recordId, record ?? {})}
          />
        )}
      </div>
    </Sheet>
  );

  // From here on the version that is there now is the one that is replaced.
  function settle() {
    base.value = theirs.value;
    theirs.value = undefined;
    problem.value = undefined;
  }
}

function clientCall(resourceId: string, recordId: string, record: object): string {
  return `await baraza.resources.updateRecord('${resourceId}', '${recordId}', ${JSON.stringify(record)});`;
}
