/** Shows object keys as folders: each part before a slash is a folder. */
import type { StoredObject } from '@baraza/contract';
import { pathWith } from '../../../api/path.ts';

export type Item =
  | { readonly is: 'folder'; readonly path: string; readonly files: number; readonly size: number }
  | { readonly is: 'file'; readonly object: StoredObject };

/** The direct items of a folder, folders first. The path ends with a slash or is empty. */
export function itemsIn(objects: readonly StoredObject[], folder: string): readonly Item[] {
  const folders = new Map<string, { files: number; size: number }>();
  const files: Item[] = [];
  for (const object of objects) {
    if (!object.key.startsWith(folder)) continue;
    const slash = object.key.indexOf('/', folder.length);
    // A key that ends with a slash is a file, not a folder without a name.
    if (slash === -1 || slash === object.key.length - 1 || slash === folder.length)
      files.push({ is: 'file', object });
    else {
      const path = object.key.slice(0, slash + 1);
      const known = folders.get(path) ?? { files: 0, size: 0 };
      known.files += 1;
      known.size += object.size;
      folders.set(path, known);
    }
  }
  const found = [...folders].map(([path, about]): Item => ({ is: 'folder', path, ...about }));
  return [...found, ...files];
}

/** A folder with its parents, from the top: `a/` and `a/b/` for `a/b/`. */
export function parentsOf(
  folder: string,
): readonly { readonly name: string; readonly path: string }[] {
  const names = folder.split('/').slice(0, -1);
  return names.map((name, at) => ({ name, path: `${names.slice(0, at + 1).join('/')}/` }));
}

export function nameOf(key: string, folder: string): string {
  return key.slice(folder.length);
}

/** The URL of an object below /console, for images and downloads. */
export function objectHref(bucket: string, key: string): string {
  return pathWith(`/console/platform/storage/${encodeURIComponent(bucket)}`, { key });
}
