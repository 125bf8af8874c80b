import assert from 'node:assert/strict';
import { readTree, type Tree } from './tree.ts';

/** A rule about the repository, with files that break it, each in its own way. */
export interface Rule {
  readonly find: (tree: Tree) => readonly string[];
  readonly broken: { readonly [file: string]: string };
}

/** A test that the repository keeps the rule, and that the rule would notice if it did not. */
export function keeps({ find, broken }: Rule): () => void {
  return () => {
    for (const [file, text] of Object.entries(broken))
      assert.equal(find(new Map([[file, text]])).length, 1, `${file} goes unnoticed`);
    assert.deepEqual(find(readTree()), []);
  };
}

/** The files whose text has the pattern, each with the line it is on. */
export function findPattern(tree: Tree, pattern: RegExp): string[] {
  return [...tree].flatMap(([file, text]) => {
    const found = pattern.exec(text);
    if (found === null) return [];
    const line = text.slice(0, found.index).split('\n').length;
    return [`${file}:${line}: ${found[0].trim()}`];
  });
}

export function only(tree: Tree, isMeant: (file: string) => boolean): Tree {
  return new Map([...tree].filter(([file]) => isMeant(file)));
}
