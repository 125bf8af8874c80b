/** A bucket as folders and files: uploads, previews, links. */

import type { StoredObject } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { into, put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { FileDrop } from '../../../design/controls/file-drop.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { ago, bytes, count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { callSnippets } from '../snippets.ts';
import { type Item, itemsIn, nameOf, parentsOf } from './folders.ts';
import { ObjectDetails } from './object-details.tsx';
import { UploadList } from './upload-list.tsx';
import { createUploads } from './uploads.ts';
import { words } from './words.ts';
import './storage.css';

const objectsMax = 50_000;
const pageSize = 1_000;
const fileBytesMax = 20 * 1024 * 1024;

export function Storage({ resource, isWritable, onChanged }: ContentProps) {
  const t = speak(words);
  const prefix = useSignal('');
  const asked = useSignal('');
  const folder = useSignal('');
  const open = useSignal<StoredObject | undefined>(undefined);
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
        <Field
          label={t.search}
          type="search"
          value={prefix.value}
          onInput={into(prefix)}
          more={{ autocomplete: 'off', spellcheck: false }}
        />
      )}
      {objects.length > 0 && (
        <div class="row apart">
          <Crumbs folder={folder.value} onOpen={into(folder)} />
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
        <VirtualList
          label={t.files}
          rowCount={items.length}
          rowHeight={60}
          rowAt={(index) => items[index]}
        >
          {drawItem}
        </VirtualList>
      )}
      <CodeSnippet
        label={t.inCode}
        snippets={callSnippets({
          method: 'POST',
          path: `/storage/${resource.id}`,
          curl: ["-F 'key=photo.jpg'", "-F 'file=@photo.jpg'"],
          client: `await baraza.storage.upload('${resource.id}', 'photo.jpg', file);`,
        })}
      />
      {open.value !== undefined && (
        <ObjectDetails
          key={open.value.key}
          bucket={resource.id}
          object={open.value}
          isWritable={isWritable}
          onClose={put(open, undefined)}
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
  const t = speak(words);
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
  const t = speak(words);
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

/** The first page is shown at once, the others when all are there, so that folders do not jump. */
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
