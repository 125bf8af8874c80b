/**
 * Builds dist/, a package of plain JavaScript: `npm publish packages/client/dist`.
 *
 * The manifest of the workspace points at the sources. npm cannot publish a different one (it reads `publishConfig` as
 * settings only), so a separate manifest is written here.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addContractTypes } from './build-types.mjs';

const root = import.meta.dirname;
const dist = process.argv[2] ?? join(root, 'dist');

rmSync(dist, { recursive: true, force: true });
const tsc = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', dist], {
  stdio: 'inherit',
});
addContractTypes(dist, tsc);
const {
  scripts: _,
  dependencies: __,
  ...manifest
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const published = {
  ...manifest,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: ['**/*.js', '**/*.js.map', '**/*.d.ts'],
  sideEffects: false,
  engines: { node: '>=20' },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
cpSync(join(root, 'README.md'), join(dist, 'README.md'));
