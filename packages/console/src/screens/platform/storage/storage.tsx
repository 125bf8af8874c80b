/** The folders and files of a bucket, with uploads, previews and links. */
import type { StoredObject } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { client, useResource } from '../../../api/client.ts';
import { Button } from '../../../design/buttons.tsx';
import { Field, FileDrop } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { Card, EmptyState, Loaded } from '../../../design/notes.tsx';
import { setTo, setterOf } from '../../../design/signals.ts';
import { ago, bytes, count } from '../../../words/figures.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { CallCode } from '../snippets.tsx';
import { type Item, itemsIn, nameOf, parentsOf } from './folders.ts';
import { ObjectDetails } from './object-details.tsx';
import { createUploads, type Upload, type Uploads } from './uploads.ts';
import { t } from './words.ts';
import './storage.css';

const objectsMax = 50_000;
const pageSize = 1_000;
const fileBytesMax = 20 * 1024 * 1024;

export function Storage({ resource, isWritable, onChanged }: ContentProps) {
  const prefix = useSignal('');
  const asked = useSignal('');
  const folder = useSignal('');
  const open = useSignal<StoredObject>();
  const loaded = useResource<Objects>(`objects/${resource.id}/${asked.value}`, (signal, show) =>
    loadObjects(resource.id, asked.value, signal, show),
  );
  const changed = () => {
    void loaded.refresh();
    onChanged();
  };
  const uploads = useMemo(() => createUploads(resource.id, changed), [resource.id, loaded]);
  useEffect(() => uploads.stopAll, [uploads]);
  useEffect(() => {
    if (prefix.value === asked.peek()) return;
    const timer = setTimeout(() => {
      asked.value = prefix.value;
      folder.value = '';
    }, 300);
    return () => clearTimeout(timer);
  }, [prefix.value]);
  const { objects, isCut } = loaded.data.value ?? nothing;
  const isLoading = loaded.isLoading.value;
  const items = useMemo(() => itemsIn(objects, folder.value), [objects, folder.value]);
  const drawItem = useCallback(
    (item: Item) => (
      <ItemRow
        item={item}
        folder={folder.value}
        onOpen={() => {
          if (item.is === 'folder') folder.value = item.path;
          else open.value = item.object;
        }}
      />
    ),
    [],
  );
  const isEmpty = loaded.data.value !== undefined && objects.length === 0;
  return (
    <div class="stack">
      {isWritable && (
        <FileDrop
          label={t.upload}
          hint={t.uploadHint}
          isMany
          bytesMax={fileBytesMax}
          onFiles={(files) => uploads.add(files, folder.value)}
        />
      )}
      <UploadList uploads={uploads} />
      {(objects.length > 0 || prefix.value !== '') && (
        <Field label={t.search} type="search" value={prefix} isCode />
      )}
      {objects.length > 0 && (
        <div class="row apart">
          <Crumbs folder={folder.value} onOpen={setterOf(folder)} />
          <span class="quiet small" role="status">
            {isLoading
              ? t.loading(count(objects.length))
              : t.count(count(objects.length), bytes(sizeOf(objects)))}
          </span>
        </div>
      )}
      {isCut && <p class="quiet small">{t.tooMany(count(objectsMax))}</p>}
      <Loaded resource={loaded} />
      {isEmpty && (
        <EmptyState
          icon="storage"
          title={asked.value === '' ? t.emptyTitle : t.emptyPrefix}
          text={asked.value === '' ? t.emptyText : ''}
        />
      )}
      {items.length > 0 && (
        <VirtualList label={t.files} rowHeight={60} rows={items}>
          {drawItem}
        </VirtualList>
      )}
      <CallCode
        method="POST"
        path={`/storage/${resource.id}`}
        curl={["-F 'key=photo.jpg'", "-F 'file=@photo.jpg'"]}
        client={`await baraza.storage.upload('${resource.id}', 'photo.jpg', file);`}
      />
      {open.value !== undefined && (
        <ObjectDetails
          key={open.value.key}
          bucket={resource.id}
          object={open.value}
          isWritable={isWritable}
          onClose={setTo(open, undefined)}
          onChanged={changed}
        />
      )}
    </div>
  );
}

function ItemRow(props: {
  readonly item: Item;
  readonly folder: string;
  readonly onOpen: () => void;
}) {
  const { item, folder } = props;
  const [name, about] =
    item.is === 'folder'
      ? [nameOf(item.path, folder), t.count(count(item.files), bytes(item.size))]
      : [
          nameOf(item.object.key, folder),
          `${bytes(item.object.size)} · ${ago(item.object.updatedAt)}`,
        ];
  return (
    <button type="button" onClick={props.onOpen}>
      <Icon name={item.is === 'folder' ? 'storage' : 'file'} />
      <span class="grow clip">{name}</span>
      <span class="quiet small">{about}</span>
    </button>
  );
}

function Crumbs(props: { readonly folder: string; readonly onOpen: (path: string) => void }) {
  const parents = [{ name: t.root, path: '' }, ...parentsOf(props.folder)];
  return (
    <nav class="crumbs" aria-label={t.folders}>
      {parents.map(({ name, path }) =>
        path === props.folder ? (
          <b key={path} aria-current="page">
            {name}
          </b>
        ) : (
          <button key={path} type="button" onClick={() => props.onOpen(path)}>
            {name}
          </button>
        ),
      )}
    </nav>
  );
}

function sizeOf(objects: readonly StoredObject[]): number {
  return objects.reduce((sum, { size }) => sum + size, 0);
}

interface Objects {
  readonly objects: readonly StoredObject[];
  /** There are more than can be shown. */
  readonly isCut: boolean;
}

const nothing: Objects = { objects: [], isCut: false };

/** Shows the first page at once and the rest when all pages are loaded, so that folders do not move repeatedly. */
async function loadObjects(
  id: string,
  prefix: string,
  signal: AbortSignal,
  show: (part: Objects) => void,
): Promise<Objects> {
  const objects: StoredObject[] = [];
  let cursor: string | undefined;
  do {
    const isFirst = cursor === undefined;
    const wanted = { limit: pageSize, prefix: prefix === '' ? undefined : prefix, cursor, signal };
    const page = await client.platform.storage.list(id, wanted);
    objects.push(...page.objects);
    cursor = page.nextCursor ?? undefined;
    if (isFirst && cursor !== undefined) show({ objects: [...objects], isCut: false });
  } while (cursor !== undefined && objects.length < objectsMax);
  return { objects, isCut: cursor !== undefined };
}

function UploadList({ uploads }: { readonly uploads: Uploads }) {
  const list = uploads.list.value;
  if (list.length === 0) return null;
  return (
    <Card
      title={t.uploads}
      actions={<Button kind="quiet" onClick={uploads.clear} label={t.clear} />}
    >
      <ul class="ruled-list">
        {list.map((one) => (
          <UploadRow key={one.id} upload={one} uploads={uploads} />
        ))}
      </ul>
    </Card>
  );
}

function UploadRow({ upload, uploads }: { readonly upload: Upload; readonly uploads: Uploads }) {
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
      {isUnderWay && <Button kind="quiet" onClick={() => uploads.stop(id)} label={t.stop} />}
      {state === 'exists' && <Button onClick={() => uploads.again(id, true)} label={t.replace} />}
      {(state === 'failed' || state === 'stopped') && (
        <Button icon="again" onClick={() => uploads.again(id, false)} label={t.again} />
      )}
      {state === 'sending' && (
        <progress class="progress" value={upload.share} max={1} aria-label={key} />
      )}
    </li>
  );
}
