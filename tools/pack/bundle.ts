/**
 * Makes a few JavaScript files of the server's sources and the packages that they use. What the sources find by
 * `new URL('./file', import.meta.url)` or `import.meta.resolve('package/file')` goes along, so that one way of naming
 * programs, styles and models serves a clone and an installed package.
 */
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type ChunkingContext, type Plugin, rolldown } from 'rolldown';
import { nativeModules } from './native-modules.ts';

export interface Bundle {
  /** The folders of the packages that became part of the program. */
  readonly packages: ReadonlySet<string>;
}

/** Files of packages that are read while the server runs: they keep their names, below `files/`. */
export const dataPackages: { readonly [name: string]: readonly string[] } = {
  '@baraza/answer-model': ['*.onnx', '*.tsv', '*.bin', 'vocab.txt', '*.md'],
  '@baraza/widget': ['built/**'],
  '@tesseract.js-data/eng': ['4.0.0_best_int/*', 'LICENSE*'],
  '@tesseract.js-data/swa': ['4.0.0_best_int/*', 'LICENSE*'],
  unpdf: ['package.json', 'dist/{index,pdfjs}.mjs', 'LICENSE*'],
  'tesseract.js-core': ['tesseract-core-simd-lstm.{js,wasm}', 'LICENSE*'],
};

/** Modules that stay files: `kernel/formats/pdf-steps.ts` changes the parser while it is loaded. */
const moduleFiles: { readonly [name: string]: string } = {
  unpdf: './files/unpdf/dist/index.mjs',
  'unpdf/pdfjs': './files/unpdf/dist/pdfjs.mjs',
};

/** Writes the programs into `folder`/lib: `main.js` with its later parts, and each child program as one file. */
export async function bundleServer(root: string, folder: string): Promise<Bundle> {
  const server = path.join(root, 'packages', 'server');
  const sources = path.join(server, 'src');
  const lib = path.join(folder, 'lib');
  const files = createFiles(server, lib);
  const programs = new Set([path.join(sources, 'main.ts')]);
  const packages = new Set<string>();
  // A child program is bundled apart: it starts from one file, and does not cut the others into small pieces.
  for (const program of programs) {
    const name = programName(path.relative(sources, program));
    const places = placesPlugin({ sources, files, addProgram: (file) => programs.add(file) });
    const modules = await bundleProgram(program, { name, lib, plugins: [places] });
    for (const id of modules) {
      const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1];
      if (found !== undefined) packages.add(found);
    }
  }
  files.copyPackages();
  return { packages };
}

/** Returns the files that it was made of. */
async function bundleProgram(
  program: string,
  {
    name,
    lib,
    plugins,
  }: { readonly name: string; readonly lib: string; readonly plugins: Plugin[] },
): Promise<readonly string[]> {
  const bundle = await rolldown({
    cwd: path.dirname(program),
    input: { [name]: program },
    platform: 'node',
    // Not the builds for other bundlers, which are not in an installation.
    resolve: { conditionNames: ['node', 'default'] },
    plugins: [...plugins, nativeModules(), oneLanguageOfZod, mapsOfOwnSources],
    onLog: (level, log) => {
      if (level === 'warn' && !expectedWarnings.has(log.code ?? '')) throw new Error(log.message);
    },
  });
  const { output } = await bundle.write({
    dir: lib,
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'main-[name]-[hash].js',
    hashCharacters: 'hex',
    // They are in the source maps, and licences in THIRD-PARTY.txt.
    comments: false,
    // One character beyond Latin-1 would double what the text of a whole file takes in memory.
    charset: 'ascii',
    // What every start needs is one file; what only some commands and requests need stays apart.
    codeSplitting: name === 'main' && {
      groups: [{ name: groupOf(program), debugName: 'shared', test: ownSources, minShareCount: 2 }],
    },
  });
  await bundle.close();
  for (const { fileName } of output)
    if (fileName.endsWith('.map')) keepOwnSources(path.join(lib, fileName));
  return output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
}

/** Names the chunk of what `main.ts` and a server load at once; of what is loaded later, nothing goes into it. */
function groupOf(program: string): (id: string, context: ChunkingContext) => string | null {
  const atStart = new Set<string>();
  return (id, modules) => {
    const open = [program, path.join(path.dirname(program), 'server', 'serve.ts')];
    if (atStart.size === 0)
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        if (atStart.has(at)) continue;
        atStart.add(at);
        open.push(...(modules.getModuleInfo(at)?.importedIds ?? []));
      }
    return atStart.has(id) ? 'shared' : null;
  };
}

const ownSources = /\/packages\/(?:server|contract)\/src\//;

const expectedWarnings = new Set([
  // In packages of others.
  'EVAL',
  // Chunks whose functions call each other later; nothing is called while they load.
  'CIRCULAR_CHUNK',
  'INEFFECTIVE_DYNAMIC_IMPORT',
]);

/** What is copied beside the program. */
function createFiles(server: string, lib: string) {
  const packages = path.dirname(server);
  const copy = (source: string, place: string) => {
    const target = path.join(lib, 'files', place);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(source, target, { recursive: true });
  };
  return {
    /** Copies a file or folder of the workspace; returns its place as seen from the program. */
    add: (source: string): string => {
      const place = path.relative(packages, source).split(path.sep).join('/');
      copy(source, place);
      const end = statSync(source).isDirectory() ? '/' : '';
      return `./files/${place}${end}`;
    },
    copyPackages: () => {
      for (const [name, patterns] of Object.entries(dataPackages)) {
        const from = path.join(server, '..', '..', 'node_modules', name);
        const found = globSync([...patterns], { cwd: from });
        if (found.length === 0) throw new Error(`${name} has none of ${patterns.join(', ')}`);
        for (const file of found)
          if (statSync(path.join(from, file)).isFile())
            copy(path.join(from, file), `${name}/${file}`);
      }
    },
  };
}

const placesModule = '\0baraza-places';

interface Places {
  readonly sources: string;
  readonly files: ReturnType<typeof createFiles>;
  readonly addProgram: (file: string) => void;
}

/** Replaces what the sources say about places by where it lies beside the programs, which are all in one folder. */
function placesPlugin({ sources, files, addProgram }: Places): Plugin {
  const bin = path.join(sources, '..', 'bin');
  const placeOf = (file: string): string => {
    if (!existsSync(file)) throw new Error(`the sources name ${file}, which does not exist`);
    if (file.startsWith(bin)) return `../bin/${path.basename(file)}`;
    if (!file.endsWith('.ts')) return files.add(file);
    addProgram(file);
    return `./${programName(path.relative(sources, file))}.js`;
  };
  return {
    name: 'baraza-places',
    resolveId: (id) => {
      const file = moduleFiles[id];
      if (file !== undefined) return { id: file, external: true };
      return id === placesModule ? id : undefined;
    },
    load: (id) => (id === placesModule ? resolveSource : undefined),
    transform: {
      filter: { id: /\/packages\/\w+\/src\/.*\.ts$/ },
      handler(code, id) {
        const placed = code
          .replaceAll(
            /new URL\('([^']+)', import\.meta\.url\)/g,
            (_, name: string) =>
              `new URL('${placeOf(path.resolve(path.dirname(id), name))}', import.meta.url)`,
          )
          .replaceAll(/createRequire\(import\.meta\.url\)\(('[^']+')\)/g, 'require($1)')
          .replaceAll('import.meta.resolve(', 'resolveInstalled(');
        if (placed === code) return undefined;
        // On the same line, so that source maps keep their lines.
        return { code: `import { resolveInstalled } from '${placesModule}';${placed}`, map: null };
      },
    },
  };
}

/** `engine/child.ts` becomes `engine-child`; main keeps its name. */
function programName(file: string): string {
  return file.replace(/\.ts$/, '').replaceAll(/[/\\]/g, '-');
}

const resolveSource = `
import { nativeUrl } from '\0baraza-native';
const own = ${JSON.stringify(Object.keys(dataPackages))};
const modules = ${JSON.stringify(moduleFiles)};
export function resolveInstalled(name) {
  if (Object.hasOwn(modules, name)) return new URL(modules[name], import.meta.url).href;
  if (own.some((one) => name.startsWith(one + '/'))) return new URL('./files/' + name, import.meta.url).href;
  if (name.split('/')[0] === 'onnxruntime-node') return nativeUrl('onnxruntime_binding.node');
  return import.meta.resolve(name);
}
`;

/** Zod brings its messages in 60 languages; the English ones are used. */
const oneLanguageOfZod: Plugin = {
  name: 'one-language-of-zod',
  load: {
    filter: { id: /\/zod\/v4\/locales\/index\.js$/ },
    handler: () => "export { default as en } from './en.js';",
  },
};

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
}

/** The sources of packages would be most of the map; ours are named as in the repository. */
function keepOwnSources(file: string): void {
  const map = JSON.parse(readFileSync(file, 'utf8')) as SourceMap;
  const isOwn = map.sources.map((source) => !source.includes('node_modules/'));
  const sources = map.sources.map((source) => source.replace(/^(?:\.\.\/)+/, ''));
  const sourcesContent = map.sourcesContent.map((text, index) => (isOwn[index] ? text : null));
  writeFileSync(file, JSON.stringify({ ...map, sources, sourcesContent }));
}

/** Source maps lead to our sources alone. */
const mapsOfOwnSources: Plugin = {
  name: 'maps-of-own-sources',
  transform: {
    filter: { id: /\/node_modules\/.*\.[cm]?js$/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
};
