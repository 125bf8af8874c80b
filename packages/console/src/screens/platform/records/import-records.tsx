import type { Progress } from '@baraza/client';
import type { JsonObject } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { FileDrop } from '../../../design/controls/file-drop.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { recordsIn } from './table-text.ts';
import { words } from './words.ts';
import './records.css';

const bytesMax = 24 * 1024 * 1024;

/** Adds all records or none; the server names the line that it refuses. */
export function ImportRecords(props: {
  readonly resourceId: string;
  readonly onClose: () => void;
  readonly onImported: (count: number) => void;
}) {
  const t = speak(words);
  const text = useSignal('');
  const progress = useSignal(0);
  const work = useWork();
  const isUnreadable = useSignal(false);
  const records = useSignal<readonly JsonObject[]>([]);
  const read = (value: string) => {
    text.value = value.length > 20_000 ? `${value.slice(0, 20_000)}…` : value;
    work.problem.value = undefined;
    try {
      records.value = recordsIn(value);
      isUnreadable.value = value.trim() !== '' && records.value.length === 0;
    } catch {
      records.value = [];
      isUnreadable.value = true;
    }
  };
  const send = () =>
    work.run(async () => {
      const onProgress = ({ bytes, totalBytes = 0 }: Progress) => {
        progress.value = totalBytes === 0 ? 0 : bytes / totalBytes;
      };
      const { resources } = client.platform;
      const { imported } = await resources.importRecords(props.resourceId, records.value, {
        onProgress,
      });
      props.onImported(imported);
      props.onClose();
    });
  return (
    <Sheet
      title={t.importTitle}
      onClose={props.onClose}
      actions={
        <Button
          kind="primary"
          isBusy={work.isBusy.value}
          isDisabled={records.value.length === 0}
          onClick={() => void send()}
        >
          {t.importNow(count(records.value.length))}
        </Button>
      }
    >
      <div class="stack">
        <p>{t.importText}</p>
        <Field
          label={t.paste}
          lines={5}
          value={text.value}
          error={isUnreadable.value ? t.unreadable : undefined}
          onInput={read}
          more={{ spellcheck: false, autocomplete: 'off' }}
        />
        <FileDrop
          label={t.file}
          accept=".csv,.tsv,.json,.ndjson,.jsonl,text/csv,application/json"
          bytesMax={bytesMax}
          progress={work.isBusy.value ? progress.value : undefined}
          onFiles={([file]) => void file?.text().then(read)}
        />
        {records.value.length > 0 && (
          <div class="stack tight">
            <b>{t.first}</b>
            <pre class="record-json">{JSON.stringify(records.value.slice(0, 3), null, 2)}</pre>
          </div>
        )}
        <ErrorNote problem={work.problem.value} />
      </div>
    </Sheet>
  );
}
