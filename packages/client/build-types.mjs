/**
 * Writes the contract's types for the published client without zod: types inferred from schemas are expanded, so that
 * the package has no dependencies.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const root = import.meta.dirname;
const contract = join(root, '..', 'contract', 'src');

/** Adds contract/ to a built folder and points its declarations there. */
export function addContractTypes(dist, tsc) {
  const work = mkdtempSync(join(root, 'types-'));
  try {
    const names = inferredNames();
    const opened = names.map(
      (name) => `export const ${name} = open(null as unknown as c.${name});`,
    );
    writeFileSync(join(work, 'opened.ts'), `${openSource}${opened.join('\n')}\n`);
    writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(configOf(work)));
    execFileSync(process.execPath, [tsc, '-p', work], { stdio: 'inherit' });
    const emitted = join(work, 'out');
    const types = openedTypes(readFileSync(findOne(emitted, 'opened.d.ts'), 'utf8'));
    const declared = join(emitted, 'contract', 'src');
    for (const file of filesIn(declared, '.d.ts')) {
      const target = join(dist, 'contract', relative(declared, file));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${withoutSchemas(readFileSync(file, 'utf8'), types)}\nexport {};\n`);
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  for (const file of filesIn(dist, '.d.ts')) {
    const path = relative(dirname(file), join(dist, 'contract', 'index.js'))
      .split(sep)
      .join('/');
    const text = readFileSync(file, 'utf8');
    const to = path.startsWith('.') ? path : `./${path}`;
    // The compiler rewrites import extensions in scripts only, not in declarations.
    const linked = text
      .replaceAll(/(['"])@baraza\/contract\1/g, `'${to}'`)
      .replaceAll(/(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2');
    writeFileSync(file, linked);
  }
}

// The compiler expands the return type of a function, where it would otherwise repeat the name of a type.
const openSource = `import type * as c from '@baraza/contract';
declare function open<T>(value: T): T extends string ? \`\${T}\`
  : T extends number ? (\`\${T}\` extends \`\${infer N extends number}\` ? N : never)
  : { [K in keyof T]: T[K] };
`;

/** Types that are inferred from schemas or other values. */
function inferredNames() {
  return filesIn(contract, '.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^export type (\w+) =([\s\S]*?);$(?!\n[ \t])/gm)]
      .filter(([, , type]) => mentionsSchema.test(type))
      .map(([, name]) => name),
  );
}

const mentionsSchema = /\bz\.|\btypeof /;

function configOf(work) {
  return {
    extends: '../../../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rewriteRelativeImportExtensions: true,
      noErrorTruncation: true,
      // By path: the compiler emits nothing for files that it finds in node_modules.
      paths: { '@baraza/contract': [join(contract, 'index.ts')] },
      rootDir: join(root, '..'),
      outDir: join(work, 'out'),
    },
    include: [join(work, 'opened.ts'), join(contract, 'index.ts')],
  };
}

function filesIn(folder, ending) {
  const names = readdirSync(folder, { recursive: true });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name));
}

function findOne(folder, name) {
  const [file] = filesIn(folder, name);
  if (file === undefined) throw new Error(`${name} was not written.`);
  return file;
}

function openedTypes(text) {
  const found = statementsOf(text).flatMap((statement) => {
    const [, name, type] = /^export declare const (\w+): ([\s\S]+);$/.exec(statement) ?? [];
    return name === undefined || type === `c.${name}`
      ? []
      : [[name, withOpenIndex(type).replaceAll(/\bc\.(\w+)/g, "import('./index.js').$1")]];
  });
  return new Map(found);
}

/**
 * A schema that allows other fields is inferred as an intersection. As a single object, its index signature must
 * include the types of the known fields.
 */
function withOpenIndex(type) {
  const at = type.search(/\[\w+: string\]: (?!unknown)/);
  if (at < 0) return type;
  const start = type.indexOf(']: ', at) + 3;
  let end = start;
  for (let depth = 0; depth > 0 || type[end] !== ';'; end += 1)
    depth += '{(['.includes(type[end]) ? 1 : '})]'.includes(type[end]) ? -1 : 0;
  return withOpenIndex(`${type.slice(0, start)}unknown${type.slice(end)}`);
}

function withoutSchemas(text, types) {
  return statementsOf(text)
    .flatMap((statement) => {
      // Plain values stay, since types are derived from them; the client does not import them.
      if (/^(?:export )?declare (?:const|function) /.test(statement))
        return /\bz\./.test(statement) ? [] : [statement];
      if (/from 'zod'/.test(statement)) return [];
      if (!mentionsSchema.test(statement)) return [statement];
      const name = /^export type (\w+) =/.exec(statement)?.[1];
      if (types.has(name)) return [`export type ${name} = ${types.get(name)};`];
      // Only expanded types used it.
      if (statement.startsWith('type ')) return [];
      if (!/\bz\./.test(statement)) return [statement];
      throw new Error(`A published type depends on a schema: ${statement.slice(0, 200)}`);
    })
    .join('\n');
}

/** Top-level statements of a declaration file, comments above them included. */
function statementsOf(text) {
  const statements = [];
  let open = [];
  let depth = 0;
  for (const line of text.split('\n')) {
    open.push(line);
    if (/^\s*(?:\/?\*|\/\/)/.test(line)) continue;
    const bare = line.replaceAll(/'[^']*'|"[^"]*"/g, '').replaceAll('=>', '');
    for (const character of bare)
      depth += '{([<'.includes(character) ? 1 : '})]>'.includes(character) ? -1 : 0;
    if (depth > 0 || !/[;}]\s*$/.test(bare)) continue;
    statements.push(...separated(open));
    open = [];
  }
  return [...statements, ...open];
}

// Comments are kept even if the statement below them is dropped.
function separated(lines) {
  const at = lines.findIndex((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));
  return at > 0 ? [lines.slice(0, at).join('\n'), lines.slice(at).join('\n')] : [lines.join('\n')];
}
