/**
 * Imports have no cycles, types included: where two files need each other's types, these belong in a third.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importGraph } from './imports.ts';
import { keeps } from './rule.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

test(
  'no file imports itself, by whatever way and for whatever type',
  keeps({
    find: (tree) => findCircles(importGraph(tree)),
    broken: {
      'packages/client/src/a.ts': "import { a } from './a.ts';",
      'packages/server/src/store/a.ts': "export type { A } from '../store/a.ts';",
      'tools/a.ts': "const a = await import('./a.ts');",
      'packages/contract/src/index.ts': "import type { A } from '@baraza/contract';",
    },
  }),
);

test('a cycle through several files and through types is named from file to file', () => {
  const tree = new Map([
    ['e2e/a.ts', "import type { B } from './b.ts';"],
    ['e2e/b.ts', "export { c } from './c.ts';\nimport './d.ts';"],
    ['e2e/c.ts', "import { type A, d } from './a.ts';"],
    ['e2e/d.ts', ''],
    ['e2e/outside.ts', "import './a.ts';"],
  ]);
  assert.deepEqual(findCircles(importGraph(tree)), ['e2e/a.ts → e2e/b.ts → e2e/c.ts → e2e/a.ts']);
});

test('two cycles that share no file are two', () => {
  const tree = new Map([
    ['e2e/a.ts', "import './b.ts';"],
    ['e2e/b.ts', "import './a.ts';\nimport './c.ts';"],
    ['e2e/c.ts', "import './d.ts';"],
    ['e2e/d.ts', "import './c.ts';"],
  ]);
  assert.equal(findCircles(importGraph(tree)).length, 2);
});

/** One shortest cycle of each strongly connected component: cutting it may show the next. */
function findCircles(graph: Graph): string[] {
  const seen = new Set<string>();
  return [...graph.keys()].flatMap((file) => {
    const circle = seen.has(file) ? undefined : shortestPath(graph, file, file);
    if (circle === undefined) return [];
    for (const one of graph.keys())
      if (reaches(graph, file, one) && reaches(graph, one, file)) seen.add(one);
    return [circle.join(' → ')];
  });
}

function reaches(graph: Graph, from: string, to: string): boolean {
  return from === to || shortestPath(graph, from, to) !== undefined;
}

/** By breadth-first search, over one import at least. */
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
