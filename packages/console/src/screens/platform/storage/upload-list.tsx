import { Button } from '../../../design/controls/button.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { bytes } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { Upload, Uploads } from './uploads.ts';
import { words } from './words.ts';
import './storage.css';

export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const t = speak(words);
  const list = uploads.list.value;
  if (list.length === 0) return null;
  return (
    <Card
      title={t.uploads}
      actions={
        <Button kind="quiet" onClick={uploads.clear}>
          {t.clear}
        </Button>
      }
    >
      <ul>
        {list.map((one) => (
          <UploadRow key={one.id} upload={one} uploads={uploads} />
        ))}
      </ul>
    </Card>
  );
}

function UploadRow({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) {
  const t = speak(words);
  const { id, key, state, problem } = upload;
  const isUnderWay = state === 'waiting' || state === 'sending';
  const status = {
    waiting: t.waiting,
    sending: t.sending,
    done: t.done,
    stopped: t.stopped,
    exists: t.exists,
    failed: problem?.message ?? '',
  }[state];
  return (
    <li class="upload-row">
      <span class="stack tight">
        <span class="clip">
          {key} <span class="quiet small">{bytes(upload.file.size)}</span>
        </span>
        <span class={state === 'failed' ? 'complaint' : 'quiet small'} role="status">
          {status}
        </span>
      </span>
      {isUnderWay && (
        <Button kind="quiet" onClick={() => uploads.stop(id)}>
          {t.stop}
        </Button>
      )}
      {state === 'exists' && <Button onClick={() => uploads.again(id, true)}>{t.replace}</Button>}
      {(state === 'failed' || state === 'stopped') && (
        <Button icon="again" onClick={() => uploads.again(id, false)}>
          {t.again}
        </Button>
      )}
      {state === 'sending' && (
        <progress class="progress" value={upload.share} max={1} aria-label={key} />
      )}
    </li>
  );
}
