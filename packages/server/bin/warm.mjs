/**
 * Loads every module that the server may load, and exits. Node's compile cache then contains them without types, so
 * that a server need not load the code that strips types, which would take 15 to 25 MB.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { writeStripped } from './stripped.mjs';

const sources = new URL('../src/', import.meta.url);
// Also matches imports whose path the formatter has put on a separate line.
const loadedLater = /\bimport\(\s*'(\.{1,2}\/[^']+\.ts)',?\s*\)/g;

// Without arguments the program only prints its usage.
const modules = new Set([new URL('main.ts', sources).href]);
for (const name of readdirSync(sources, { recursive: true })) {
  if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
  const file = new URL(name, sources);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(loadedLater))
    modules.add(new URL(path, file).href);
}
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    if (url.endsWith('.ts')) loaded.add(url);
    return next(url, context);
  },
});
// A module whose optional package is not installed fails here, and the server does not use it.
await Promise.allSettled([...modules].map((module) => import(module)));
writeStripped(loaded);
process.exit(0);
