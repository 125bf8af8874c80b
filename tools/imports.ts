/** What a source imports, types included, as the rules about imports read it. */
import path from 'node:path';
import type { Tree } from './tree.ts';

/** A relative import becomes its path from the root; another stays as it is written. */
export function importsOf(file: string, text: string): string[] {
  const targets = withoutComments(text).matchAll(
    /(?<![\w/'"`.-])(?:from|import(?:\.meta\.resolve)?)\s*\(?\s*['"]([^'"]+)['"]/g,
  );
  return [...targets].map(([, target = '']) => targetOf(file, target));
}

/** From each source to those of the tree that it imports, by whatever name; packages by their entry. */
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

/** One of our packages imported by its name means its index; a longer path is another entry. */
export function entryOf(target: string): string {
  return target
    .replace(/^@baraza\/([\w-]+)$/, 'packages/$1/src/index.ts')
    .replace(/^@baraza\/([\w-]+)\/([\w-]+)$/, 'packages/$1/src/$2.ts');
}
