import assert from 'node:assert/strict';
import { readTree, type Tree } from './tree.ts';

/** A rule about the repository, with example files that violate it, each in a different way. */
export interface Rule {
  readonly find: (tree: Tree) => readonly string[];
  readonly broken: { readonly [file: string]: string };
}

/** Returns a test that the repository follows the rule, and that the rule detects each example. */
export function checkRule({ find, broken }: Rule): () => void {
  return () => {
    for (const [file, text] of Object.entries(broken))
      assert.equal(find(new Map([[file, text]])).length, 1, `${file} is not detected`);
    assert.deepEqual(find(readTree()), []);
  };
}

/** The files that match the pattern, each with the line of the first match. */
export function findPattern(tree: Tree, pattern: RegExp): string[] {
  return [...tree].flatMap(([file, text]) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${file}:${line}: ${found[0].trim()}`];
  });
}

export function filterFiles(tree: Tree, isMeant: (file: string) => boolean): Tree {
  return new Map([...tree].filter(([file]) => isMeant(file)));
}
