import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { resourcePath } from '../resource-api.ts';
import { callSnippets } from '../snippets.ts';
import type { Entry } from './record-pages.ts';
import { words } from './words.ts';
import './records.css';

/** One record as JSON. Saved only over the version that was read; where that is gone, both are shown. */
export function RecordEditor(props: {
  readonly resourceId: string;
  /** Undefined for a new one. */
  readonly entry: Entry | undefined;
  readonly isWritable: boolean;
  readonly onClose: () => void;
  readonly onSaved: (entry: Entry) => void;
  readonly onRemoved: (entry: Entry) => void;
  readonly onPutBack: () => void;
}) {
  const t = speak(words);
  const { entry, isWritable, resourceId } = props;
  const base = useSignal(entry);
  const text = useSignal(JSON.stringify(entry?.record ?? {}, null, 2));
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const theirs = useSignal<Entry | undefined>(undefined);
  const isBusy = useSignal(false);
  const record = objectIn(text.value);
  const list = `${resourcePath(resourceId)}/records`;

  const attempt = async (work: () => Promise<void>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
      if (error.status === 409 && base.value !== undefined)
        theirs.value = await call<Entry>('GET', `${list}/${base.value.recordId}`).catch(
          () => undefined,
        );
    } finally {
      isBusy.value = false;
    }
  };
  const save = () =>
    attempt(async () => {
      if (record === undefined) return;
      const saved =
        base.value === undefined
          ? await call<Entry>('POST', list, { body: record })
          : await call<Entry>('PUT', `${list}/${base.value.recordId}`, {
              body: record,
              headers: { 'If-Match': `"${base.value.version}"` },
            });
      props.onSaved(saved);
      props.onClose();
    });
  const remove = () =>
    attempt(async () => {
      if (base.value === undefined) return;
      const gone = base.value;
      await call('DELETE', `${list}/${gone.recordId}`, {
        headers: { 'If-Match': `"${gone.version}"` },
      });
      props.onRemoved(gone);
      props.onClose();
      toast({
        text: t.removed,
        onUndo: () =>
          void call('POST', list, { body: gone.record }).then(props.onPutBack, (error) =>
            toast({ kind: 'alarm', text: (error as Error).message }),
          ),
      });
    });

  return (
    <Sheet
      title={entry === undefined ? t.newRecord : t.record}
      onClose={props.onClose}
      actions={
        isWritable &&
        theirs.value === undefined && (
          <>
            <Button kind="primary" isBusy={isBusy.value} onClick={() => void save()}>
              {t.save}
            </Button>
            {entry !== undefined && (
              <Button kind="danger" icon="trash" onClick={() => void remove()}>
                {t.remove}
              </Button>
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
          value={text.value}
          error={record === undefined ? t.noObject : undefined}
          onInput={(value) => {
            text.value = value;
          }}
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
              >
                {t.takeTheirs}
              </Button>
              <Button onClick={settle}>{t.keepMine}</Button>
            </div>
          </div>
        ) : (
          problem.value !== undefined && <ErrorNote problem={problem.value} />
        )}
        {entry !== undefined && (
          <CodeSnippet
            label={t.inCode}
            snippets={callSnippets({
              method: 'PUT',
              path: `/resources/${resourceId}/records/${entry.recordId}`,
              body: record ?? {},
              client: clientCall(resourceId, entry.recordId, record ?? {}),
            })}
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

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
