/** The licence texts of the packages whose code or files a package of ours contains, as one text. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { standardTexts, worksInside } from './licence-texts.ts';

/** A package, or a work inside of one. */
export interface Work {
  readonly name: string;
  readonly version?: string;
  /** As SPDX writes it, such as `MIT`, or several with `OR` and `AND`. */
  readonly licence: string;
  readonly holder: string;
  readonly source?: string | undefined;
  /** Empty if the package has none: then it is the one that its licence names. */
  readonly texts: readonly string[];
}

/** Licences that permit copies inside a package of ours, with their texts beside them. */
const permitted = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'blessing',
  'BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'IJG',
  'ISC',
  'libpng-2.0',
  'libtiff',
  'MIT',
  'MIT-0',
  // Its files stay under it, and where their source is must be said.
  'MPL-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * The texts of the packages in these folders and of the works inside of them; equal ones once. Throws if a licence is
 * not known to permit this, or if its text is nowhere.
 */
export function licenceTexts(folders: Iterable<string>): string {
  const works = [...folders].map(readPackage).flatMap((work) => [work, ...worksIn(work.name)]);
  const ordered = new Map(works.map((work) => [titleOf(work), work]));
  const sections = new Map<string, { readonly text: string; readonly titles: string[] }>();
  for (const [title, work] of [...ordered].sort(byTitle)) {
    if (!isPermitted(work.licence))
      throw new Error(`${work.name} has the licence ${work.licence}, which may not permit copies.`);
    const text = textOf(work);
    const key = text.replace(/\s+/g, ' ');
    const section = sections.get(key) ?? { text, titles: [] };
    section.titles.push(title);
    sections.set(key, section);
  }
  const written = [...sections.values()].map(
    ({ text, titles }) => `${titles.join('\n')}\n\n${text}\n`,
  );
  return [head, ...written].join(`\n${'-'.repeat(80)}\n\n`);
}

const head = `This package contains code and files of the works below, under their own licences. The source of
each is at its address, or in the package of its name and version.
`;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: LicenceField | readonly LicenceField[];
  readonly licenses?: readonly LicenceField[];
  readonly author?: string | { readonly name?: string };
  readonly repository?: string | { readonly url: string };
  readonly homepage?: string;
}

// Old packages have an object, or several.
type LicenceField = string | { readonly type: string };

function readPackage(folder: string): Work {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const { name, version, license, licenses, author, repository, homepage } = manifest;
  const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|copying)/i.test(file));
  const notices = readdirSync(folder).filter((file) => /^(?:notice|copyright)/i.test(file));
  return {
    name,
    version,
    licence: [license ?? licenses ?? 'none']
      .flat()
      .map((one) => (typeof one === 'string' ? one : one.type))
      .join(' OR '),
    holder: (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`,
    source: addressOf(typeof repository === 'string' ? repository : repository?.url) ?? homepage,
    // A notice alone is no licence.
    texts: (files.length === 0 ? [] : [...files.sort(), ...notices.sort()]).map((file) =>
      readFileSync(path.join(folder, file), 'utf8'),
    ),
  };
}

function worksIn(name: string): readonly Work[] {
  return (worksInside[name] ?? []).map((work) => ({ texts: [], ...work }));
}

function addressOf(repository: string | undefined): string | undefined {
  if (repository === undefined) return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(repository)?.[1];
  if (short !== undefined) return `https://github.com/${short}`;
  return repository
    .replace(/^git\+/, '')
    .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/\.git$/, '');
}

/** One of `A OR B` is enough; of `A AND B` each must be permitted. */
function isPermitted(expression: string): boolean {
  const choices = withoutParentheses(expression).split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((name) => permitted.has(name)));
}

function textOf({ name, licence, holder, texts }: Work): string {
  const text = texts.length > 0 ? texts.join('\n\n') : standardTexts[licence]?.(holder);
  if (text === undefined)
    throw new Error(`${name} has no file with the text of its licence, ${licence}.`);
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .trim();
}

function titleOf({ name, version, licence, source }: Work): string {
  return [name, version, `(${withoutParentheses(licence)})`, source]
    .filter((part) => part !== undefined)
    .join(' ');
}

function withoutParentheses(expression: string): string {
  return expression.replace(/^\((.*)\)$/, '$1');
}

function byTitle([one]: readonly [string, Work], [other]: readonly [string, Work]): number {
  return one < other ? -1 : 1;
}
