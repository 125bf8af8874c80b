/** The licence texts of the packages whose code or files a package of ours contains, as one text. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that permit copies inside a package of ours, with their texts beside them. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Its files stay under it, and their source must be named.
  'MPL-2.0',
  'Unlicense',
  'Zlib',
]);

const licenceFile = /^(?:licen[cs]e|copying|notice|copyright)/i;
const mainFile = /^(?:licen[cs]e|copying)/i;

/** The folders of the packages that have one of these modules, which are paths as a bundler names them. */
export function packageFolders(moduleIds) {
  const folders = new Set();
  for (const id of moduleIds) {
    const [, folder] =
      /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replaceAll('\\', '/')) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  return [...folders].sort();
}

/**
 * The texts of the packages in these folders; equal ones once. `others` are works inside of them that have no folder:
 * `{ name, licence, source, texts }`. Throws if a licence does not permit this, or if its text is nowhere.
 */
export function licenceTexts(folders, others = []) {
  const works = new Map();
  for (const work of [...folders.map(readPackage), ...others])
    works.set(`${work.name} ${work.version ?? ''}`, work);
  const sections = new Map();
  for (const work of [...works.values()].sort(byName)) {
    if (!isPermitted(work.licence))
      throw new Error(
        `${work.name} has the licence ${work.licence}, which is not known to permit copies.`,
      );
    const text = textOf(work);
    const key = text.replace(/\s+/g, ' ');
    sections.set(key, { text, titles: [...(sections.get(key)?.titles ?? []), titleOf(work)] });
  }
  const written = [...sections.values()].map(
    ({ text, titles }) => `${titles.join('\n')}\n\n${text}\n`,
  );
  return [head, ...written].join(`\n${'-'.repeat(80)}\n\n`);
}

const head = `This package contains code and files of the works below, under their own licences. The source of
each is at its address, or in the package of its name and version.
`;

function readPackage(folder) {
  const { name, version, license, licenses, author, repository, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const files = readdirSync(folder).filter((file) => licenceFile.test(file));
  return {
    name,
    version,
    licence: namesOf(license ?? licenses),
    author: typeof author === 'string' ? author : author?.name,
    source: addressOf(typeof repository === 'string' ? repository : repository?.url) ?? homepage,
    texts: files.some((file) => mainFile.test(file))
      ? files.sort().map((file) => readFileSync(join(folder, file), 'utf8'))
      : [],
  };
}

/** Old packages have an object, or several. */
function namesOf(licence) {
  const names = [licence ?? 'none'].flat().map((one) => (typeof one === 'string' ? one : one.type));
  return names.length === 1 ? names[0] : `(${names.join(' OR ')})`;
}

function addressOf(repository) {
  if (repository === undefined) return undefined;
  const [, owner] = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(repository) ?? [];
  if (owner !== undefined) return `https://github.com/${owner}`;
  return repository
    .replace(/^git\+/, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '');
}

/** One of `A OR B` is enough; of `A AND B` each must be permitted. */
function isPermitted(expression) {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes('(')) return false;
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => permitted.has(name.trim())));
}

/** Packages without a file get the text that their `license` names, with the author as its holder. */
function textOf({ name, licence, author, texts }) {
  if (texts.length > 0) return texts.map(tidy).join('\n\n');
  const found = standard[licence];
  if (found === undefined)
    throw new Error(`${name} has no file with the text of its licence, ${licence}.`);
  return tidy(found(author ?? `the authors of ${name}`));
}

const ourLicence = new URL('../../../LICENSE', import.meta.url);

const standard = {
  'Apache-2.0': () => readFileSync(ourLicence, 'utf8'),
  MIT: (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  // It asks for no notice.
  Unlicense: () => 'Released into the public domain under the Unlicense: https://unlicense.org',
};

function tidy(text) {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .trim();
}

function titleOf({ name, version, licence, source }) {
  return [name, version, `(${licence.replace(/^\((.*)\)$/, '$1')})`, source]
    .filter((part) => part !== undefined)
    .join(' ');
}

function byName(one, other) {
  return one.name < other.name ? -1 : Number(one.name > other.name);
}
