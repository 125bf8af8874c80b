/**
 * Breaks the server in the places of `mutations.json`, one at a time, and runs the tests that import the broken file,
 * the nearest first: `node tools/mutations.ts [--first 60] [--seconds 120]`. Shows which faults the tests find.
 * `--seed 1 [--in TEXT]` takes random places instead, of the files whose path contains the text; with `--write` they
 * become the list. `npm run hold -- --only mutations` tries the list.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom, type Random } from '../packages/server/test/fixtures/random.ts';
import { importGraph, targetOf } from './imports.ts';
import { readTree, root, type Tree } from './tree.ts';

/** A line of a file that has no second line like it, and what replaces it, both without their indentation. */
interface Mutation {
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface MutationResult extends Mutation {
  /** From 1. */
  readonly line: number;
  readonly isFound: boolean;
  /** How many of the test files that import the file, directly or indirectly, were run. */
  readonly ran: number;
  readonly reach: number;
  readonly seconds: number;
}

const list = new URL('mutations.json', import.meta.url);
const sources = /^packages\/(?:server|conformance)\/src\//;
const operators: readonly (readonly [RegExp, string])[] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ < (?=[\w(])/, ' <= '],
  [/ > (?=[\w(])/, ' >= '],
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ \+ 1\b/, ' + 2'],
  [/ - 1\b/, ' - 2'],
  [/\bif \(!(?=\w)/, 'if ('],
  [/\breturn true;/, 'return false;'],
  [/\breturn false;/, 'return true;'],
];
// The first batch is small: most faults are found by the nearest tests.
const firstBatch = 4;
const laterBatch = 24;

export function listedMutations(first: number): readonly Mutation[] {
  return (JSON.parse(readFileSync(list, 'utf8')) as readonly Mutation[]).slice(0, first);
}

/** The same seed picks the same places of the same code. */
function randomMutations(count: number, random: Random, within = ''): readonly Mutation[] {
  const places = [...readTree()].flatMap(([file, text]) =>
    isSource(file) && file.includes(within) ? placesIn(file, text) : [],
  );
  return Array.from({ length: count }, () => random.pick(places));
}

/** Tries mutations on a copy of the repository, each for at most `secondsMax`. */
export async function tryMutations(
  mutations: readonly Mutation[],
  secondsMax: number,
  onResult: (result: MutationResult) => void,
): Promise<void> {
  const tree = readTree();
  const importers = importersOf(tree);
  const copy = mkdtempSync(path.join(tmpdir(), 'baraza-mutations-'));
  try {
    copyRepository(copy);
    for (const mutation of mutations) {
      const text = tree.get(mutation.file) ?? '';
      const lines = text.split('\n');
      const at = lines.findIndex((line) => line.trim() === mutation.before);
      if (at < 0) throw new Error(`${mutation.file} does not contain: ${mutation.before}`);
      lines[at] = mutation.after;
      writeFileSync(path.join(copy, mutation.file), lines.join('\n'));
      const outcome = await runTests(copy, importers, mutation.file, secondsMax);
      onResult({ ...mutation, line: at + 1, ...outcome });
      writeFileSync(path.join(copy, mutation.file), text);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function isSource(file: string): boolean {
  return sources.test(file) && /(?<!\.test)\.ts$/.test(file);
}

function placesIn(file: string, text: string): readonly Mutation[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((before) => {
    const isCode = !/^(\/?\*|\/\/|import |export type |export interface )/.test(before);
    if (!isCode || /=> [^=]*;$|^['"`]/.test(before.replace(/ === | !== /g, ''))) return [];
    if (lines.indexOf(before) !== lines.lastIndexOf(before)) return [];
    return operators
      .filter(([pattern]) => pattern.test(before))
      .map(([pattern, changed]) => ({ file, before, after: before.replace(pattern, changed) }));
  });
}

type Importers = ReadonlyMap<string, readonly string[]>;

/** Maps each file to the files that import it or start it as a program. */
function importersOf(tree: Tree): Importers {
  const importers = new Map<string, string[]>();
  for (const [file, imported] of importGraph(tree)) {
    const programs = (tree.get(file) ?? '').matchAll(
      /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g,
    );
    const started = [...programs].map(([, target = '']) => targetOf(file, target));
    for (const target of [...imported, ...started])
      importers.set(target, [...(importers.get(target) ?? []), file]);
  }
  return importers;
}

/** The test files that import a file, directly or not; near ones, those of its folder and unit tests come first. */
function testsReaching(importers: Importers, file: string): readonly string[] {
  const distances = new Map([[file, 0]]);
  for (const [at, distance] of distances)
    for (const importer of importers.get(at) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  const [folder = '', ...outer] = path.posix
    .dirname(file.replace(sources, ''))
    .split('/')
    .reverse();
  const weight = (test: string) =>
    2 * (distances.get(test) ?? 0) +
    (/\.process\.|^e2e\//.test(test) ? 3 : 0) -
    // `test/objects` tests `platform/objects`, and `test/platform` its neighbours, even through several imports.
    (test.includes(`/${folder}/`) ? 6 : outer.some((name) => test.includes(`/${name}/`)) ? 3 : 0);
  return [...distances.keys()]
    .filter((test) => /(?<!\.alone)\.test\.ts$/.test(test))
    .toSorted((one, other) => weight(one) - weight(other));
}

async function runTests(copy: string, importers: Importers, file: string, secondsMax: number) {
  const startedMs = performance.now();
  const seconds = () => Math.round((performance.now() - startedMs) / 1000);
  const tests = testsReaching(importers, file);
  let ran = 0;
  let isFound = false;
  while (!isFound && ran < tests.length && seconds() < secondsMax) {
    const batch = tests.slice(ran, ran + (ran === 0 ? firstBatch : laterBatch));
    ran += batch.length;
    isFound = await hasFailures(copy, batch, secondsMax - seconds());
  }
  return { isFound, ran, reach: tests.length, seconds: seconds() };
}

/** Whether a test fails or no test can run; false if the time runs out. */
function hasFailures(copy: string, tests: readonly string[], seconds: number): Promise<boolean> {
  return new Promise((resolve) => {
    const runner = spawn(process.execPath, ['scripts/run.mjs', 'test', ...tests], {
      cwd: copy,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    let isFound = false;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      runner.kill('SIGTERM');
    }, seconds * 1000);
    runner.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (isFound || isLate || !/^ {2}FAIL /m.test(output)) return;
      isFound = true;
      runner.kill('SIGTERM');
    });
    runner.once('close', (code) => {
      clearTimeout(timer);
      resolve(isFound || (!isLate && code !== 0));
    });
  });
}

function copyRepository(copy: string): void {
  const skipped = new Set(['node_modules', '.git', '.cache']);
  for (const name of readdirSync(root))
    if (!skipped.has(name))
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
}

/** The result for the terminal: the location, and the change if no test found it. */
export function linesOf(result: MutationResult): readonly string[] {
  const { file, line, before, after, isFound, ran, reach, seconds } = result;
  const place = `${isFound ? 'found ' : 'MISSED'} ${file}:${line}`;
  const first = `${place} (${ran} of ${reach} test files, ${seconds} s)`;
  return isFound ? [first] : [first, `  - ${before}`, `  + ${after}`];
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      first: { type: 'string', default: '60' },
      seconds: { type: 'string', default: '120' },
      seed: { type: 'string' },
      in: { type: 'string' },
      write: { type: 'boolean' },
    },
  });
  const first = Number(values.first);
  const mutations =
    values.seed === undefined
      ? listedMutations(first)
      : randomMutations(first, createRandom(Number(values.seed)), values.in);
  if (values.write) writeFileSync(list, `${JSON.stringify(mutations, null, 2)}\n`);
  else {
    const results: MutationResult[] = [];
    await tryMutations(mutations, Number(values.seconds), (result) => {
      results.push(result);
      for (const line of linesOf(result)) console.log(line);
    });
    const found = results.filter(({ isFound }) => isFound).length;
    console.log(`${found} of ${results.length} found`);
  }
}
