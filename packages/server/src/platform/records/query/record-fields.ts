import { limits } from '@baraza/contract';
import { Problem } from '../../../kernel/problem.ts';
import { type RecordPath, readPath } from './record-path.ts';

/** What to give of each record: its text with only the wanted fields. */
export type RecordFields = (recordText: string) => string;

/** `a,b.c`: these paths alone. A step into a list goes into each of its items. */
export function readFields(text: string): RecordFields {
  const paths = text.split(',').map((part) => readPath(part.trim(), 'fields'));
  if (paths.length > limits.recordFieldsMax)
    throw new Problem('invalid', `fields takes at most ${limits.recordFieldsMax} paths.`);
  const wanted = treeOf(paths);
  return (recordText) => JSON.stringify(pick(JSON.parse(recordText), wanted));
}

/** By name what to take of the value there; undefined for all of it. */
type Tree = Map<string, Tree | undefined>;

function treeOf(paths: readonly RecordPath[]): Tree {
  const root: Tree = new Map();
  for (const path of paths) {
    let branch = root;
    for (const [depth, step] of path.entries()) {
      const isKnownWhole = branch.has(step) && branch.get(step) === undefined;
      if (isKnownWhole) break;
      const isLast = depth === path.length - 1;
      const next: Tree | undefined = isLast ? undefined : (branch.get(step) ?? new Map());
      branch.set(step, next);
      if (next === undefined) break;
      branch = next;
    }
  }
  return root;
}

function pick(value: unknown, wanted: Tree): unknown {
  if (Array.isArray(value))
    return value.map((item) => pick(item, wanted)).filter((item) => item !== undefined);
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    if (!wanted.has(name)) return [];
    const tree = wanted.get(name);
    const taken = tree === undefined ? inner : pick(inner, tree);
    return taken === undefined ? [] : [[name, taken] as const];
  });
  // fromEntries defines: a field called `__proto__` stays a field.
  return Object.fromEntries(entries);
}
