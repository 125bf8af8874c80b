import { useSignal } from '@preact/signals';
import { call, pathWith, request } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { upload } from '../../../api/upload.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Choices } from '../../../design/controls/choices.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { bytes, moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { StoredObject } from './folders.ts';
import { storagePath } from './object-pages.ts';
import { Preview } from './preview.tsx';
import { words } from './words.ts';
import './storage.css';
import '../resource/resource.css';

interface About {
  readonly bucket: string;
  readonly object: StoredObject;
}

export function ObjectDetails(
  props: About & {
    readonly isWritable: boolean;
    readonly onClose: () => void;
    readonly onChanged: () => void;
  },
) {
  const t = speak(words);
  const { bucket, object } = props;
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const path = pathWith(storagePath(bucket), { key: object.key });
  // The bytes are kept until the note is gone, so that they can be put back.
  const remove = async () => {
    try {
      const kept = await (await request('GET', path)).blob();
      await call('DELETE', path, { headers: { 'If-Match': object.etag } });
      props.onChanged();
      props.onClose();
      toast({ text: t.removed(object.key), onUndo: () => void putBack(kept) });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    }
  };
  const putBack = async (kept: Blob) => {
    const form = new FormData();
    form.set('key', object.key);
    form.set('file', new File([kept], object.key, { type: object.contentType }));
    try {
      await upload('POST', storagePath(bucket), form, { headers: { 'If-None-Match': '*' } });
      props.onChanged();
      toast({ text: t.putBack(object.key) });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toast({ kind: 'alarm', text: error.message });
    }
  };
  const facts = [
    [t.type, object.contentType],
    [t.size, bytes(object.size)],
    [t.changed, moment(object.updatedAt)],
    [t.hash, object.sha256],
  ] as const;
  return (
    <Sheet
      title={object.key}
      onClose={props.onClose}
      actions={
        <>
          <a class="button plain" href={path} download={nameIn(object.key)}>
            {t.download}
          </a>
          {props.isWritable && (
            <Button kind="danger" icon="trash" onClick={() => void remove()}>
              {t.remove}
            </Button>
          )}
        </>
      }
    >
      <div class="stack">
        <Preview path={path} object={object} />
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <SignedLink bucket={bucket} object={object} />
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
      </div>
    </Sheet>
  );
}

function SignedLink({ bucket, object }: About) {
  const t = speak(words);
  const seconds = useSignal<'3600' | '86400' | '604800'>('3600');
  const made = useSignal<{ readonly url: string; readonly expiresAt: string } | undefined>(
    undefined,
  );
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const make = async () => {
    try {
      made.value = await call('POST', `${storagePath(bucket)}/links`, {
        body: { key: object.key, expiresIn: Number(seconds.value) },
      });
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    }
  };
  return (
    <div class="stack tight">
      <Choices
        label={t.linkFor}
        isSingle
        options={[
          { value: '3600', label: t.hour },
          { value: '86400', label: t.day },
          { value: '604800', label: t.week },
        ]}
        chosen={[seconds.value]}
        onChange={([next]) => {
          seconds.value = next ?? '3600';
          made.value = undefined;
        }}
      />
      <p class="hint">{t.linkText}</p>
      {made.value === undefined ? (
        <div>
          <Button icon="connect" onClick={() => void make()}>
            {t.link}
          </Button>
        </div>
      ) : (
        <>
          <CopyText label={t.link} text={made.value.url} />
          <p class="quiet small">{t.linkUntil(moment(made.value.expiresAt))}</p>
        </>
      )}
      {problem.value !== undefined && <ErrorNote problem={problem.value} />}
    </div>
  );
}

function nameIn(key: string): string {
  return key.split('/').at(-1) || key;
}
