import type { ObjectLink, StoredObject } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useWork } from '../../../api/work.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Choices } from '../../../design/controls/choices.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Facts } from '../../../design/notes/facts.tsx';
import { bytes, moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { objectHref } from './folders.ts';
import { Preview } from './preview.tsx';
import { words } from './words.ts';
import './storage.css';

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
  const { key, contentType, etag } = object;
  const { problem, run } = useWork();
  const { storage } = client.platform;
  const href = objectHref(bucket, key);
  // The bytes are kept until the toast has gone, so that they can be restored.
  const remove = async () => {
    const kept = await (await storage.download(bucket, key)).bytes();
    await storage.delete(bucket, key, { ifMatch: etag });
    props.onChanged();
    props.onClose();
    toast({ text: t.removed(key), onUndo: () => void putBack(kept) });
  };
  const putBack = async (kept: Uint8Array) => {
    try {
      await storage.upload(bucket, key, kept, { contentType, ifNoneMatch: '*' });
      props.onChanged();
      toast({ text: t.putBack(key) });
    } catch (error) {
      toast({ kind: 'alarm', text: asProblem(error).message });
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
          <a class="button plain" href={href} download={nameIn(key)}>
            {t.download}
          </a>
          {props.isWritable && (
            <Button kind="danger" icon="trash" onClick={() => void run(remove)}>
              {t.remove}
            </Button>
          )}
        </>
      }
    >
      <div class="stack">
        <Preview bucket={bucket} object={object} />
        <Facts facts={facts} />
        <SignedLink bucket={bucket} object={object} />
        <ErrorNote problem={problem.value} />
      </div>
    </Sheet>
  );
}

function SignedLink({ bucket, object }: About) {
  const t = speak(words);
  const seconds = useSignal<'3600' | '86400' | '604800'>('3600');
  const made = useSignal<ObjectLink | undefined>(undefined);
  const { problem, run } = useWork();
  const make = async () => {
    const expiresIn = Number(seconds.value);
    made.value = await client.platform.storage.link(bucket, object.key, { expiresIn });
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
          <Button icon="connect" onClick={() => void run(make)}>
            {t.link}
          </Button>
        </div>
      ) : (
        <>
          <CopyText label={t.link} text={made.value.url} />
          <p class="quiet small">{t.linkUntil(moment(made.value.expiresAt))}</p>
        </>
      )}
      <ErrorNote problem={problem.value} />
    </div>
  );
}

function nameIn(key: string): string {
  return key.split('/').at(-1) || key;
}
