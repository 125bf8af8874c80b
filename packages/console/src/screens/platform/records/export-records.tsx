import type { Resource, StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { saveAs } from '../save-as.ts';
import { optionsOf, type RecordQuery } from './record-query.ts';
import { asCsv, asNdjson } from './table-text.ts';
import { words } from './words.ts';

const shownEvery = 500;

/** Saves all matching records of one snapshot as a file; a connection that breaks off saves nothing. */
export function ExportRecords(props: {
  readonly resource: Resource;
  readonly query: RecordQuery;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const received = useSignal<number | undefined>(undefined);
  const problem = useSignal<Error | undefined>(undefined);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const save = async (form: 'ndjson' | 'csv') => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    received.value = 0;
    problem.value = undefined;
    const { id } = props.resource;
    const options = { ...optionsOf(props.query), signal };
    try {
      const entries: StoredRecord[] = [];
      for await (const entry of client.platform.resources.exportRecords(id, options)) {
        entries.push(entry);
        if (entries.length % shownEvery === 0) received.value = entries.length;
      }
      const name = props.resource.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60);
      if (form === 'ndjson') saveAs(`${name}.ndjson`, 'application/x-ndjson', asNdjson(entries));
      else saveAs(`${name}.csv`, 'text/csv', `\ufeff${tableOf(entries)}`);
      toast({ text: t.exported(count(entries.length)) });
      props.onClose();
    } catch (error) {
      if (signal.aborted) return;
      const found = asProblem(error);
      problem.value = found.code === 'offline' ? new Error(t.cutOff) : found;
    } finally {
      received.value = undefined;
    }
  };
  return (
    <Dialog title={t.exportTitle} onClose={props.onClose}>
      <div class="stack">
        <p>{t.exportText}</p>
        {received.value === undefined ? (
          <div class="row">
            <Button kind="primary" icon="file" onClick={() => void save('csv')}>
              {t.asCsv}
            </Button>
            <Button icon="file" onClick={() => void save('ndjson')}>
              {t.asNdjson}
            </Button>
          </div>
        ) : (
          <div class="row apart">
            <span role="status">{t.received(count(received.value))}</span>
            <Button onClick={() => stopping.current.abort()}>{t.stop}</Button>
          </div>
        )}
        <ErrorNote problem={problem.value} />
      </div>
    </Dialog>
  );
}

function tableOf(entries: readonly StoredRecord[]): string {
  const records = entries.map(({ record }) => record);
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return asCsv([...names], records);
}
