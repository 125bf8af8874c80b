import { useSignal } from '@preact/signals';
import { ApiProblem } from '../../../api/problem.ts';
import { upload } from '../../../api/upload.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { FileDrop } from '../../../design/controls/file-drop.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { resourcePath } from '../resource-api.ts';
import { asNdjson, recordsIn } from './table-text.ts';
import { words } from './words.ts';
import './records.css';

const bytesMax = 24 * 1024 * 1024;

/** All or nothing: what cannot be stored is named by its line, and nothing of the rest is. */
export function BringRecords(props: {
  readonly resourceId: string;
  readonly onClose: () => void;
  readonly onBrought: (count: number) => void;
}) {
  const t = speak(words);
  const text = useSignal('');
  const progress = useSignal<number | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const isUnreadable = useSignal(false);
  const records = useSignal<readonly Readonly<Record<string, unknown>>[]>([]);
  const take = (value: string) => {
    text.value = value.length > 20_000 ? `${value.slice(0, 20_000)}…` : value;
    problem.value = undefined;
    try {
      records.value = recordsIn(value);
      isUnreadable.value = value.trim() !== '' && records.value.length === 0;
    } catch {
      records.value = [];
      isUnreadable.value = true;
    }
  };
  const send = async () => {
    if (progress.value !== undefined) return;
    progress.value = 0;
    problem.value = undefined;
    try {
      const body = new Blob([asNdjson(records.value)], { type: 'application/x-ndjson' });
      const path = `${resourcePath(props.resourceId)}/records`;
      const { imported } = await upload<{ readonly imported: number }>('POST', path, body, {
        onProgress: (share) => {
          progress.value = share;
        },
      });
      props.onBrought(imported);
      props.onClose();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      progress.value = undefined;
    }
  };
  return (
    <Sheet
      title={t.bringTitle}
      onClose={props.onClose}
      actions={
        <Button
          kind="primary"
          isBusy={progress.value !== undefined}
          isDisabled={records.value.length === 0}
          onClick={() => void send()}
        >
          {t.bringNow(count(records.value.length))}
        </Button>
      }
    >
      <div class="stack">
        <p>{t.bringText}</p>
        <Field
          label={t.paste}
          lines={5}
          value={text.value}
          error={isUnreadable.value ? t.unreadable : undefined}
          onInput={take}
          more={{ spellcheck: false, autocomplete: 'off' }}
        />
        <FileDrop
          label={t.file}
          accept=".csv,.tsv,.json,.ndjson,.jsonl,text/csv,application/json"
          bytesMax={bytesMax}
          progress={progress.value}
          onFiles={([file]) => void file?.text().then(take)}
        />
        {records.value.length > 0 && (
          <div class="stack tight">
            <b>{t.first}</b>
            <pre class="record-json">{JSON.stringify(records.value.slice(0, 3), null, 2)}</pre>
          </div>
        )}
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
      </div>
    </Sheet>
  );
}
