import type { StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/buttons.tsx';
import { Sheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { ErrorNote } from '../../../design/notes.tsx';
import { attempt, toast } from '../../../design/toast.tsx';
import { moment } from '../../../words/figures.ts';
import { jsonObjectIn } from '../json-object.ts';
import { CallCode } from '../snippets.tsx';
import { t } from './words.ts';
import './records.css';

/** One record as JSON. Saving replaces only the version that was read; after a conflict both are shown. */
export function RecordEditor(props: {
  readonly resourceId: string;
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
  const text = useSignal(JSON.stringify(entry?.record ?? {}, null, 2));
  const theirs = useSignal<StoredRecord | undefined>(undefined);
  const { isBusy, problem, run } = useWork();
  const record = jsonObjectIn(text.value);
  const records = client.platform.resources.collection(resourceId);

  const send = async (work: () => Promise<void>) => {
    const isDone = await run(work);
    if (!isDone && problem.value?.status === 409 && base.value !== undefined)
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
      toast({ text: t.removed, onUndo: () => void attempt(restore) });
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
    </Sheet>
  );

  // The next save replaces the current version.
  function settle() {
    base.value = theirs.value;
    theirs.value = undefined;
    problem.value = undefined;
  }
}

function clientCall(resourceId: string, recordId: string, record: object): string {
  return `await baraza.resources.updateRecord('${resourceId}', '${recordId}', ${JSON.stringify(record)});`;
}
