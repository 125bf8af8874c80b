/** Documents as they go into a package: there, only links with a whole address lead somewhere. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readManifest } from './manifest.ts';

/** Writes the README of `packages/<name>` into the package that is made in `folder`. */
export function writeReadme(root: string, name: string, folder: string): void {
  const readme = `packages/${name}/README.md`;
  if (existsSync(path.join(root, readme))) writeDocument(root, readme, folder);
}

/** Writes a document of the repository into `folder`. */
export function writeDocument(root: string, document: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const text = withWholeLinks(readFileSync(path.join(root, document), 'utf8'), {
    place: path.posix.dirname(document),
    repository: repositoryAddress(root),
  });
  writeFileSync(path.join(folder, path.posix.basename(document)), text);
}

/** Where the files of the repository can be read. */
export function repositoryAddress(root: string): string {
  const { homepage } = readManifest(root);
  return `${String(homepage).replace(/#.*$/, '')}/blob/HEAD/`;
}

/** `place` is the folder of the document in the repository. Code is left as it is. */
function withWholeLinks(
  text: string,
  { place, repository }: { readonly place: string; readonly repository: string },
): string {
  return text.replaceAll(/```[\s\S]*?```|`[^`]*`|\]\(([^)\s]+)\)/g, (found, target?: string) => {
    if (target === undefined || /^(?:[a-z]+:|#)/.test(target)) return found;
    return `](${repository}${path.posix.join(place, target)})`;
  });
}
