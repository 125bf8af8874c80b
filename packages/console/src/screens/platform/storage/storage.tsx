/** A bucket as folders and files: uploads, previews, links. */
import { useSignal } from '@preact/signals';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { Icon } from '../../../design/base/icon.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { FileDrop } from '../../../design/controls/file-drop.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { ago, bytes, count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { callSnippets } from '../snippets.ts';
import { type Item, itemsIn, nameOf, parentsOf, type StoredObject } from './folders.ts';
import { ObjectDetails } from './object-details.tsx';
import { objectsMax, openObjects } from './object-pages.ts';
import { UploadList } from './upload-list.tsx';
import { createUploads } from './uploads.ts';
import { words } from './words.ts';
import './storage.css';

const fileBytesMax = 20 * 1024 * 1024;

export function Storage({ resource, isWritable, onChanged }: ContentProps) {
  const t = speak(words);
  const prefix = useSignal('');
  const asked = useSignal('');
  const folder = useSignal('');
  const open = useSignal<StoredObject | undefined>(undefined);
  const pages = useMemo(() => openObjects(resource.id, asked.value), [resource.id, asked.value]);
  const changed = () => {
    void pages.load();
    onChanged();
  };
  const uploads = useMemo(() => createUploads(resource.id, changed), [resource.id, pages]);
  useEffect(() => {
    void pages.load();
    return pages.stop;
  }, [pages]);
  useEffect(() => uploads.stopAll, [uploads]);
  useEffect(() => {
    if (prefix.value === asked.peek()) return;
    const timer = setTimeout(() => {
      asked.value = prefix.value;
      folder.value = '';
    }, 300);
    return () => clearTimeout(timer);
  }, [prefix.value]);
  const objects = pages.objects.value;
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
  const isEmpty = objects.length === 0 && !pages.isLoading.value;
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
          onInput={(value) => {
            prefix.value = value;
          }}
          more={{ autocomplete: 'off', spellcheck: false }}
        />
      )}
      {objects.length > 0 && (
        <div class="row apart">
          <Crumbs
            folder={folder.value}
            onOpen={(path) => {
              folder.value = path;
            }}
          />
          <span class="quiet small" role="status">
            {pages.isLoading.value
              ? t.loading(count(objects.length))
              : t.count(count(objects.length), bytes(sizeOf(objects)))}
          </span>
        </div>
      )}
      {pages.isCut.value && <p class="quiet small">{t.tooMany(count(objectsMax))}</p>}
      {pages.problem.value !== undefined && (
        <ErrorNote problem={pages.problem.value} onRetry={() => void pages.load()} />
      )}
      {objects.length === 0 && pages.isLoading.value && <Skeleton lines={5} />}
      {isEmpty && pages.problem.value === undefined && (
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
          onClose={() => {
            open.value = undefined;
          }}
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
