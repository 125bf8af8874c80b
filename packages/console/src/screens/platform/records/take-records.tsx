import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { request } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { type Resource, resourcePath } from '../resource-api.ts';
import { saveAs } from '../save-as.ts';
import type { Entry } from './record-pages.ts';
import { type RecordQuery, searchOf } from './record-query.ts';
import { asCsv } from './table-text.ts';
import { words } from './words.ts';

export function TakeRecords(props: {
  readonly resource: Resource;
  readonly query: RecordQuery;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const taken = useSignal<number | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const stopping = useRef(new AbortController());
  useEffect(() => () => stopping.current.abort(), []);
  const take = async (form: 'ndjson' | 'csv') => {
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    taken.value = 0;
    problem.value = undefined;
    try {
      const lines = await linesOf(props.resource.id, props.query, signal, (lineCount) => {
        taken.value = lineCount;
      });
      const name = props.resource.name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').slice(0, 60);
      if (form === 'ndjson')
        saveAs(`${name}.ndjson`, 'application/x-ndjson', `${lines.join('\n')}\n`);
      else saveAs(`${name}.csv`, 'text/csv', `\ufeff${tableOf(lines)}`);
      toast({ text: t.taken(count(lines.length)) });
      props.onClose();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      taken.value = undefined;
    }
  };
  return (
    <Dialog title={t.takeTitle} onClose={props.onClose}>
      <div class="stack">
        <p>{t.takeText}</p>
        {taken.value === undefined ? (
          <div class="row">
            <Button kind="primary" icon="file" onClick={() => void take('csv')}>
              {t.takeCsv}
            </Button>
            <Button icon="file" onClick={() => void take('ndjson')}>
              {t.takeNdjson}
            </Button>
          </div>
        ) : (
          <div class="row apart">
            <span role="status">{t.taking(count(taken.value))}</span>
            <Button onClick={() => stopping.current.abort()}>{t.stop}</Button>
          </div>
        )}
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
      </div>
    </Dialog>
  );
}

/** All lines of one snapshot; a connection that ends early is a failure, never half a file. */
async function linesOf(
  id: string,
  query: RecordQuery,
  signal: AbortSignal,
  onProgress: (lineCount: number) => void,
): Promise<readonly string[]> {
  const response = await request('GET', `${resourcePath(id)}/records`, {
    query: searchOf(query),
    headers: { Accept: 'application/x-ndjson' },
    signal,
  });
  const lines: string[] = [];
  let rest = '';
  try {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      const pieces = (rest + part.value).split('\n');
      rest = pieces.pop() ?? '';
      for (const piece of pieces) if (piece !== '') lines.push(piece);
      onProgress(lines.length);
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiProblem({
      sentence: speak(words).cutOff,
      code: 'offline',
      status: 0,
      cause,
    });
  }
  return rest === '' ? lines : [...lines, rest];
}

function tableOf(lines: readonly string[]): string {
  const records = lines.map((line) => (JSON.parse(line) as Entry).record);
  const names = new Set(records.flatMap((record) => Object.keys(record)));
  return asCsv([...names], records);
}
