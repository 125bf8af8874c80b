/** The packages that a project depends on: published ones, or `.tgz` files of a folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Refusal } from './refusal.mjs';

// The compiled libraries of this system, which baraza would fetch by their version.
const native = /^baraza-(native-[a-z0-9-]+?)-\d.*\.tgz$/;
const names = { baraza: /^baraza-\d.*\.tgz$/, '@baraza/client': /^baraza-client-\d.*\.tgz$/ };

/** What package.json says for each package. Without a folder: the version of this program. */
export function findPackages(folder) {
  if (folder === undefined) {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    const { version } = JSON.parse(manifest);
    return Object.fromEntries(Object.keys(names).map((name) => [name, `^${version}`]));
  }
  const files = listed(folder);
  const addressOf = (file) => pathToFileURL(join(resolve(folder), file)).href;
  const libraries = files.flatMap((file) => {
    const name = native.exec(file)?.[1];
    return name === undefined ? [] : [[`@baraza/${name}`, addressOf(file)]];
  });
  const packages = Object.entries(names).map(([name, pattern]) => {
    const found = files.filter((file) => pattern.test(file));
    if (found.length !== 1)
      throw new Refusal(`${folder} must have one .tgz file of ${name}; it has ${found.length}.`);
    return [name, addressOf(found[0])];
  });
  return Object.fromEntries([...packages, ...libraries]);
}

function listed(folder) {
  try {
    return readdirSync(folder);
  } catch {
    throw new Refusal(`There is no folder ${folder} with packages.`);
  }
}
