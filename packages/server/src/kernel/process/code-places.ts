/** Where code lies, for processes that may read nothing else: the server's own code and that of packages. */
import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of the sources, or of the program that was made of them, and the manifest beside it. */
export function ownPlaces(): readonly string[] {
  const manifest = findPackageJSON(import.meta.url) ?? '';
  const folder = path.dirname(manifest);
  const [code = ''] = path.relative(folder, import.meta.dirname).split(path.sep);
  return [path.join(folder, code), manifest];
}

/** The folder of a package; undefined where it is not installed, as when it became a part of the program. */
export function folderOfPackage(name: string): string | undefined {
  try {
    const manifest = findPackageJSON(name, import.meta.url);
    return manifest && path.dirname(manifest);
  } catch {
    return undefined;
  }
}
