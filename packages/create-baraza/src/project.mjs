/** The files of a project: those of every project, then those of its template, which may replace them. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../templates/', import.meta.url));
// A shell between npm and the program would end by Ctrl-C itself, and npm would report that as a failure.
const exec = process.platform === 'win32' ? '' : 'exec ';
const layers = { shop: ['base', 'shop'], app: ['base', 'app'], both: ['base', 'app', 'both'] };

/** A map from path to `{ text, mode }`. */
export function projectFiles({ name, template, packages }) {
  const words = { name, title: titleOf(name), password: randomBytes(9).toString('base64url') };
  const files = new Map();
  for (const layer of layers[template])
    for (const [path, text] of templateFiles(layer))
      files.set(path, { text: fill(text, words), mode: path === '.env' ? 0o600 : 0o644 });
  files.set('package.json', { text: manifestOf(name, packages), mode: 0o644 });
  return files;
}

function manifestOf(name, packages) {
  const { '@baraza/client': client, ...server } = packages;
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.12' },
    scripts: {
      dev: `${exec}node start.mjs`,
      setup: 'node setup.mjs',
      start: `${exec}node start.mjs --page`,
    },
    dependencies: { '@baraza/client': client },
    // The server of `npm run dev`. Where the project runs with a server elsewhere, it is not needed.
    devDependencies: server,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function* templateFiles(layer) {
  const root = join(folder, layer);
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath ?? entry.path, entry.name);
    const path = relative(root, file).split(sep).join('/');
    // npm leaves files out of a package whose names begin so.
    yield [path.replace(/^dot-/, '.'), readFileSync(file, 'utf8')];
  }
}

function fill(text, words) {
  return text.replace(/\{\{(\w+)\}\}/g, (_, word) => words[word]);
}

/** `my-shop` is My Shop. */
function titleOf(name) {
  const parts = name.split(/[-._]+/).filter(Boolean);
  return parts.map((part) => part[0].toUpperCase() + part.slice(1)).join(' ');
}
