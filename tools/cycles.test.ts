/**
 * Imports have no cycles, including imports of types: types that two files share belong in a third.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importGraph } from './imports.ts';
import { checkRule } from './rule.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

test(
  'no file imports itself, directly, by package name or for a type',
  checkRule({
    find: (tree) => findCycles(importGraph(tree)),
    broken: {
      'packages/client/src/a.ts': "import { a } from './a.ts';",
      'packages/server/src/store/a.ts': "export type { A } from '../store/a.ts';",
      'tools/a.ts': "const a = await import('./a.ts');",
      'packages/contract/src/index.ts': "import type { A } from '@baraza/contract';",
    },
  }),
);

test('a cycle through several files and types is reported as a path', () => {
  const tree = new Map([
    ['e2e/a.ts', "import type { B } from './b.ts';"],
    ['e2e/b.ts', "export { c } from './c.ts';\nimport './d.ts';"],
    ['e2e/c.ts', "import { type A, d } from './a.ts';"],
    ['e2e/d.ts', ''],
    ['e2e/outside.ts', "import './a.ts';"],
  ]);
  assert.deepEqual(findCycles(importGraph(tree)), ['e2e/a.ts → e2e/b.ts → e2e/c.ts → e2e/a.ts']);
});

test('two separate cycles are reported separately', () => {
  const tree = new Map([
    ['e2e/a.ts', "import './b.ts';"],
    ['e2e/b.ts', "import './a.ts';\nimport './c.ts';"],
    ['e2e/c.ts', "import './d.ts';"],
    ['e2e/d.ts', "import './c.ts';"],
  ]);
  assert.equal(findCycles(importGraph(tree)).length, 2);
});

/** One shortest cycle of each strongly connected component; removing it may reveal another. */
function findCycles(graph: Graph): string[] {
  const seen = new Set<string>();
  return [...graph.keys()].flatMap((file) => {
    const cycle = seen.has(file) ? undefined : shortestPath(graph, file, file);
    if (cycle === undefined) return [];
    for (const one of graph.keys())
      if (reaches(graph, file, one) && reaches(graph, one, file)) seen.add(one);
    return [cycle.join(' → ')];
  });
}

function reaches(graph: Graph, from: string, to: string): boolean {
  return from === to || shortestPath(graph, from, to) !== undefined;
}

/** A breadth-first search over at least one import. */
function shortestPath(graph: Graph, from: string, to: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [from];
  for (const file of queue)
    for (const next of graph.get(file) ?? []) {
      if (next === to) return [...pathTo(cameFrom, from, file), to];
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  return undefined;
}

function pathTo(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const path = [end];
  for (let file = end; file !== start; ) {
    file = cameFrom.get(file) ?? start;
    path.unshift(file);
  }
  return path;
}
