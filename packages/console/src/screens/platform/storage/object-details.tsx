import type { ObjectLink, StoredObject } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource, useWork } from '../../../api/client.ts';
import { Button, CopyText } from '../../../design/buttons.tsx';
import { Sheet } from '../../../design/dialogs.tsx';
import { Choice } from '../../../design/fields.tsx';
import { ErrorNote, Facts, Loaded } from '../../../design/notes.tsx';
import { attempt, toast } from '../../../design/toast.tsx';
import { bytes, moment } from '../../../words/figures.ts';
import { objectHref } from './folders.ts';
import { t } from './words.ts';
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
  const { bucket, object } = props;
  const { key, contentType, etag } = object;
  const { problem, run } = useWork();
  const { storage } = client.platform;
  // Keeps the bytes, so that the deletion can be undone.
  const remove = async () => {
    const kept = await (await storage.download(bucket, key)).bytes();
    await storage.delete(bucket, key, { ifMatch: etag });
    props.onChanged();
    props.onClose();
    toast({ text: t.removed(key), onUndo: () => restore(kept) });
  };
  const restore = (kept: Uint8Array) =>
    attempt(async () => {
      await storage.upload(bucket, key, kept, { contentType, ifNoneMatch: '*' });
      props.onChanged();
      toast({ text: t.restored(key) });
    });
  return (
    <Sheet
      title={object.key}
      onClose={props.onClose}
      actions={
        <>
          <Button label={t.download} href={objectHref(bucket, key)} download={nameIn(key)} />
          {props.isWritable && (
            <Button kind="danger" icon="trash" onClick={() => run(remove)} label={t.delete} />
          )}
        </>
      }
    >
      <div class="preview">
        <Preview bucket={bucket} object={object} />
      </div>
      <Facts
        facts={[
          [t.type, contentType],
          [t.size, bytes(object.size)],
          [t.updated, moment(object.updatedAt)],
          ['SHA-256', object.sha256],
        ]}
      />
      <SignedLink bucket={bucket} object={object} />
      <ErrorNote problem={problem.value} />
    </Sheet>
  );
}

function SignedLink({ bucket, object }: About) {
  const seconds = useSignal<keyof typeof t.linkTimes>('3600');
  const link = useSignal<ObjectLink>();
  const { problem, run } = useWork();
  const create = async () => {
    const expiresIn = Number(seconds.value);
    link.value = await client.platform.storage.link(bucket, object.key, { expiresIn });
  };
  return (
    <div class="stack tight">
      <Choice
        label={t.linkFor}
        options={t.linkTimes}
        value={seconds.value}
        onChange={(next) => {
          seconds.value = next;
          link.value = undefined;
        }}
      />
      <p class="hint">{t.linkText}</p>
      {link.value === undefined ? (
        <Button icon="connect" onClick={() => run(create)} label={t.link} />
      ) : (
        <>
          <CopyText label={t.link} text={link.value.url} />
          <p class="quiet small">{t.linkUntil(moment(link.value.expiresAt))}</p>
        </>
      )}
      <ErrorNote problem={problem.value} />
    </div>
  );
}

function nameIn(key: string): string {
  return key.split('/').at(-1) || key;
}

const textBytesMax = 64 * 1024;
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** A preview by content type. Nothing in a file is executed. */
function Preview({ bucket, object }: About) {
  const [type = ''] = object.contentType.toLowerCase().split(';');
  const href = objectHref(bucket, object.key);
  if (pictures.has(type)) return <img src={href} alt={object.key} />;
  if (type.startsWith('audio/'))
    // biome-ignore lint/a11y/useMediaCaption: user files have no captions.
    return <audio src={href} controls preload="none" />;
  if (type.startsWith('video/'))
    // biome-ignore lint/a11y/useMediaCaption: user files have no captions.
    return <video src={href} controls preload="none" />;
  if (type.startsWith('text/') || /[/+](?:json|xml|x-ndjson|yaml)$/.test(type))
    return <TextPreview bucket={bucket} object={object} />;
  return <p class="quiet">{t.noPreview}</p>;
}

function TextPreview({ bucket, object }: About) {
  const { key, etag, size } = object;
  const isCut = size > textBytesMax;
  const text = useResource(`preview ${bucket} ${key} ${etag}`, async (signal) => {
    const range = isCut ? { start: 0, end: textBytesMax - 1 } : undefined;
    return (await client.platform.storage.download(bucket, key, { range, signal })).text();
  });
  return (
    <Loaded resource={text} lines={3}>
      {(found) => (
        <>
          <pre>{found}</pre>
          {isCut && <p class="quiet small">{t.cut}</p>}
        </>
      )}
    </Loaded>
  );
}
