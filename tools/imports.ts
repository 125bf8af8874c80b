/** Finds the imports of a source file, including those of types. */
import path from 'node:path';
import type { Tree } from './tree.ts';

/** A relative import becomes a path from the root; others stay unchanged. */
export function importsOf(file: string, text: string): string[] {
  const targets = withoutComments(text).matchAll(
    /(?<![\w/'"`.-])(?:from|import(?:\.meta\.resolve)?)\s*\(?\s*['"]([^'"\n]+)['"]/g,
  );
  return [...targets].map(([, target = '']) => targetOf(file, target));
}

/** Maps each source to the files of the tree that it imports; a package is represented by its entry. */
export function importGraph(tree: Tree): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...tree]
      .filter(([file]) => /\.(tsx?|mjs)$/.test(file))
      .map(([file, text]) => [
        file,
        [...new Set(importsOf(file, text).map(entryOf))].filter((target) => tree.has(target)),
      ]),
  );
}

export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

export function targetOf(file: string, target: string): string {
  return target.startsWith('.') ? path.posix.join(path.posix.dirname(file), target) : target;
}

/** The entry file of a package of this repository: its index, or the file that a longer path names. */
export function entryOf(target: string): string {
  return target
    .replace(/^@baraza\/([\w-]+)$/, 'packages/$1/src/index.ts')
    .replace(/^@baraza\/([\w-]+)\/([\w/-]+)$/, 'packages/$1/src/$2.ts');
}
