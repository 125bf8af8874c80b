/** The package `baraza`: the server as JavaScript, with everything that it serves and reads. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleServer, dataPackages } from './bundle.ts';
import { writeDocument, writeReadme } from './documents.ts';
import { licenceTexts } from './licences.ts';
import { readManifest, writeManifest } from './manifest.ts';
import { nativeName, systems } from './systems.ts';

/** Makes the package in `folder`. */
export async function stageServer(root: string, folder: string): Promise<void> {
  const server = path.join(root, 'packages', 'server');
  mkdirSync(folder, { recursive: true });
  const { packages } = await bundleServer(root, folder);
  cpSync(path.join(server, 'bin'), path.join(folder, 'bin'), { recursive: true });
  for (const part of ['systemd', 'healthy.mjs'])
    cpSync(path.join(root, 'deploy', part), path.join(folder, 'deploy', part), { recursive: true });
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  writeReadme(root, 'server', folder);
  writeDocument(root, 'llms.txt', folder);
  writeFileSync(path.join(folder, 'THIRD-PARTY.txt'), licenceTexts(partsOf(root, packages)));
  // Empty where it is not known, so that the repository of the user is never taken for ours.
  writeFileSync(path.join(folder, 'commit.txt'), headCommit(root));
  const { version, description, type, bin } = readManifest(server);
  writeManifest(root, folder, {
    name: 'baraza',
    version,
    description,
    license: 'Apache-2.0 AND CC-BY-SA-4.0',
    type,
    bin,
    exports: { './package.json': './package.json' },
    files: ['bin', 'lib', 'deploy', 'commit.txt', 'llms.txt', 'THIRD-PARTY.txt'],
    optionalDependencies: Object.fromEntries(systems.map((name) => [nativeName(name), version])),
    directory: 'packages/server',
  });
}

function headCommit(root: string): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/** Folders of all packages whose code or files are in this one. */
function partsOf(root: string, bundled: ReadonlySet<string>): readonly string[] {
  const copied = Object.keys(dataPackages).filter((name) => !name.startsWith('@baraza/'));
  const folders = [...copied, 'better-sqlite3'].map((name) =>
    path.join(root, 'node_modules', name),
  );
  return [...bundled, ...folders];
}
