/** Writes baraza-wordpress.zip, which WordPress installs, into a folder: `node packages/wordpress/zip.mjs dist`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';

const folder = process.argv[2];
if (folder === undefined) {
  console.error('Name the folder that gets the zip: node packages/wordpress/zip.mjs dist');
  process.exit(1);
}
// The same bytes for the same files. A zip stores the local time, which begins in 1980.
const mtime = new Date(2026, 0, 1);
const names = ['baraza.php', 'readme.txt'];
const files = names.map((name) => [
  `baraza/${name}`,
  [new Uint8Array(readFileSync(join(import.meta.dirname, 'baraza', name))), { mtime }],
]);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'baraza-wordpress.zip'), zipSync(Object.fromEntries(files)));
console.log(join(folder, 'baraza-wordpress.zip'));
