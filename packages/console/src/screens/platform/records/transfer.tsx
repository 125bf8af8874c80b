import type { Progress } from '@baraza/client';
import type { JsonObject, Resource, StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { client, useWork } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { Button } from '../../../design/buttons.tsx';
import { Dialog, Sheet } from '../../../design/dialogs.tsx';
import { Field, FileDrop } from '../../../design/fields.tsx';
import { ErrorNote } from '../../../design/notes.tsx';
import { saveAs } from '../../../design/save-as.ts';
import { toast } from '../../../design/toast.tsx';
import { count } from '../../../words/figures.ts';
import { jsonFaultInLines } from '../json-text.ts';
import { optionsOf, type RecordQuery } from './record-query.ts';
import { asCsv, asNdjson, recordsIn } from './table-text.ts';
import { t } from './words.ts';
import './records.css';

const bytesMax = 24 * 1024 * 1024;

/** Imports all records or none; the server names the line that it refuses. */
export function ImportRecords(props: {
  readonly resourceId: string;
  readonly onClose: () => void;
  readonly onImported: (count: number) => void;
}) {
  const text = useSignal('');
  const progress = useSignal(0);
  const work = useWork();
  const complaint = useSignal<string>();
  const records = useSignal<readonly JsonObject[]>([]);
  const read = (value: string) => {
    text.value = value.length > 20_000 ? `${value.slice(0, 20_000)}…` : value;
    work.problem.value = undefined;
    try {
      records.value = recordsIn(value);
      const isEmpty = value.trim() !== '' && records.value.length === 0;
      complaint.value = isEmpty ? t.unreadable : undefined;
    } catch {
      records.value = [];
      complaint.value = jsonFaultInLines(value) ?? t.unreadable;
    }
  };
  const send = async () => {
    const onProgress = ({ bytes, totalBytes = 0 }: Progress) => {
      progress.value = totalBytes === 0 ? 0 : bytes / totalBytes;
    };
    const { resources } = client.platform;
    const { imported } = await resources.importRecords(props.resourceId, records.value, {
      onProgress,
    });
    props.onImported(imported);
    props.onClose();
  };
  return (
    <Sheet
      title={t.importTitle}
      onClose={props.onClose}
      actions={
        <Button
          kind="primary"
          work={work}
          isDisabled={records.value.length === 0}
          onClick={send}
          label={t.importNow(count(records.value.length))}
        />
      }
    >
      <p>{t.importText}</p>
      <Field
        label={t.paste}
        lines={5}
        value={text.value}
        error={complaint.value}
        onInput={read}
        isCode
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
    </Sheet>
  );
}

const shownEvery = 500;

/** Downloads all matching records of one snapshot; if the connection breaks off, nothing is saved. */
export function ExportRecords(props: {
  readonly resource: Resource;
  readonly query: RecordQuery;
  readonly onClose: () => void;
}) {
  const received = useSignal<number>();
  const problem = useSignal<Error>();
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
      <p>{t.exportText}</p>
      {received.value === undefined ? (
        <div class="row">
          <Button kind="primary" icon="file" onClick={() => save('csv')} label="CSV" />
          <Button icon="file" onClick={() => save('ndjson')} label="NDJSON" />
        </div>
      ) : (
        <div class="row apart">
          <span role="status">{t.received(count(received.value))}</span>
          <Button onClick={() => stopping.current.abort()} label={t.stop} />
        </div>
      )}
      <ErrorNote problem={problem.value} />
    </Dialog>
  );
}

function tableOf(entries: readonly StoredRecord[]): string {
  const records = entries.map(({ record }) => record);
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return asCsv([...names], records);
}
