/** The package `baraza`: the server as JavaScript, with everything that it serves and reads. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleServer } from './bundle.ts';
import { licenceOf, readManifest, writeManifest } from './manifest.ts';
import { nativeName, systems } from './systems.ts';

/** Makes the package in `folder`. */
export async function stageServer(root: string, folder: string): Promise<void> {
  const server = path.join(root, 'packages', 'server');
  mkdirSync(folder, { recursive: true });
  const { packages } = await bundleServer(root, folder);
  cpSync(path.join(server, 'bin'), path.join(folder, 'bin'), { recursive: true });
  cpSync(path.join(root, 'deploy', 'systemd'), path.join(folder, 'deploy', 'systemd'), {
    recursive: true,
  });
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  cpSync(path.join(root, 'README.md'), path.join(folder, 'README.md'));
  writeFileSync(path.join(folder, 'THIRD-PARTY.txt'), notices(packages));
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
    files: ['bin', 'lib', 'deploy', 'commit.txt', 'THIRD-PARTY.txt'],
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

/** The licences of the packages that became part of the program. */
function notices(folders: ReadonlySet<string>): string {
  const texts = new Map<string, string>();
  for (const folder of folders) {
    const { name, version, license } = readManifest(folder);
    const text = licenceOf(folder) ?? `Licence: ${String(license)}`;
    texts.set(`${name} ${version}`, text);
  }
  const parts = [...texts].sort(([one], [other]) => one.localeCompare(other));
  return parts.map(([name, text]) => `${name}\n\n${text}\n`).join('\n---\n\n');
}
