/** What the manifests of all published packages have in common. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly [field: string]: unknown;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
}

/**
 * Writes the manifest of a package with where the project is, and ready to be published with provenance. `directory`
 * is where its sources are in the repository.
 */
export function writeManifest(
  root: string,
  folder: string,
  { directory, ...manifest }: Manifest & { readonly directory: string },
): void {
  const { repository, bugs, homepage, engines } = readManifest(root);
  const complete = {
    ...manifest,
    repository: { ...(repository as object), directory },
    bugs,
    homepage,
    engines: manifest.engines ?? engines,
    publishConfig: { access: 'public', provenance: true },
  };
  refuseUnpublished(complete);
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(complete, null, 2)}\n`);
}

/** A package must be installable where there is no repository, and must run nothing while it is installed. */
function refuseUnpublished(manifest: Manifest): void {
  const { name, dependencies, optionalDependencies, scripts, private: isPrivate } = manifest;
  if (isPrivate === true) throw new Error(`${name} is private and cannot be published`);
  for (const [other, version] of entriesOf(dependencies, optionalDependencies))
    if (/^(?:workspace|file|link|git|https?):/.test(version))
      throw new Error(`${name} needs ${other} from ${version}, which is not in the registry`);
  for (const [script] of entriesOf(scripts))
    if (/^(?:pre|post)?install$|^prepare$/.test(script))
      throw new Error(`${name} has the script ${script}, which would run while it is installed`);
}

function entriesOf(...fields: readonly unknown[]): readonly (readonly [string, string])[] {
  return fields.flatMap((field) =>
    Object.entries((field ?? {}) as { readonly [name: string]: string }),
  );
}

/** The text of a package's licence; undefined if it brings none. */
export function licenceOf(folder: string): string | undefined {
  const [name] = globSync('{LICENSE,LICENCE,License,license,COPYING,Copying}{,.*}', {
    cwd: folder,
  });
  return name === undefined ? undefined : readFileSync(path.join(folder, name), 'utf8').trim();
}
