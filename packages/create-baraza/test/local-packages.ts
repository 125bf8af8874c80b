/** The packages of a new project as `.tgz` files, before they are published. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { builtClient } from '../../client/test/built-client.ts';

const launcher = new URL('../../server/bin/baraza.mjs', import.meta.url);

/** Writes the client, built, and a package `baraza` that runs the server of this repository. */
export function packLocally(folder: string): void {
  pack(builtClient(), folder);
  const server = path.join(folder, 'baraza');
  mkdirSync(server);
  const manifest = { name: 'baraza', version: '0.0.1', type: 'module', bin: { baraza: 'run.mjs' } };
  writeFileSync(path.join(server, 'package.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(server, 'run.mjs'),
    `#!/usr/bin/env node\nawait import('${launcher}');\n`,
  );
  pack(server, folder);
}

function pack(from: string, into: string): void {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', into], { cwd: from });
}
