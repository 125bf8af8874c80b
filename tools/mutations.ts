/**
 * Breaks the server in random places, one at a time, and runs the tests of the broken room:
 * `node tools/mutations.ts [--root CHECKOUT] [--count 60] [--seed 1]`. Shows which faults the tests find. The same
 * seed picks the same places of the same code. `npm run hold -- --only mutations` does the same.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
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
import { root as ownRoot } from './tree.ts';

export interface Mutation {
  readonly file: string;
  /** From 0. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

export interface MutationResult extends Mutation {
  readonly isFound: boolean;
}

const source = 'packages/server/src';
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

/** Tests of a room outside of its own folder. */
const testsOf: { readonly [room: string]: readonly string[] } = {
  answers: ['test/grounding', 'test/site/ask', 'test/ai/'],
  backup: ['test/process', 'test/several'],
  blobs: ['test/objects', 'test/s3'],
  conformance: ['test/nodes'],
  console: ['test/console'],
  delivery: ['test/webhooks', 'test/site/notices', 'test/site/owner'],
  engine: ['test/engine', 'test/site/ask'],
  http: ['test/hostile', 'test/platform'],
  limits: ['test/site/limits', 'test/platform'],
  models: ['test/models'],
  nodes: ['test/nodes'],
  platform: ['test/platform', 'test/records', 'test/objects', 'test/ai', 'test/webhooks'],
  site: ['test/site', 'test/sources', 'test/live'],
  speech: ['test/speech'],
  store: ['test/platform', 'test/site', 'test/records', 'test/several'],
  voice: ['test/live'],
  access: ['test/hostile', 'test/platform', 'test/site'],
};

export function pickMutations(root: string, count: number, random: Random): readonly Mutation[] {
  const files = readdirSync(path.join(root, source), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(test|contract)\.ts$/.test(name))
    .toSorted();
  const places = files.flatMap((name) => placesIn(root, `${source}/${name}`));
  return Array.from({ length: count }, () => random.pick(places));
}

function placesIn(root: string, file: string): readonly Mutation[] {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  return lines.flatMap((before, line) => {
    const isCode = !/^\s*(\/?\*|\/\/|import |export type |export interface )/.test(before);
    if (!isCode || /=> [^=]*;$|^\s*['"`]/.test(before.replace(/ === | !== /g, ''))) return [];
    return operators
      .filter(([pattern]) => pattern.test(before))
      .map(([pattern, text]) => ({ file, line, before, after: before.replace(pattern, text) }));
  });
}

/** Tries them on copies of the checkout, one after another. */
export async function tryMutations(
  root: string,
  mutations: readonly Mutation[],
  onResult: (result: MutationResult) => void,
): Promise<void> {
  const copy = mkdtempSync(path.join(tmpdir(), 'baraza-mutations-'));
  const skipped = new Set(['node_modules', '.git', '.cache']);
  try {
    for (const name of readdirSync(root))
      if (!skipped.has(name))
        cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    for (const mutation of mutations) {
      const file = path.join(copy, mutation.file);
      const text = readFileSync(file, 'utf8');
      const lines = text.split('\n');
      lines[mutation.line] = mutation.after;
      writeFileSync(file, lines.join('\n'));
      onResult({ ...mutation, isFound: await hasFailures(copy, testsFor(copy, mutation)) });
      writeFileSync(file, text);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function testsFor(root: string, { file }: Mutation): readonly string[] {
  const [room = '', ...inside] = file.slice(source.length + 1).split('/');
  const folder = inside.length > 1 ? `${room}/${inside[0]}/` : `${room}/`;
  const own = existsSync(path.join(root, source, room)) ? [`${source}/${folder}`] : [];
  const outside = (testsOf[room] ?? ['test/process']).map((name) => `packages/server/${name}`);
  return [...own, ...outside];
}

/** Ends at the first failure. */
function hasFailures(root: string, tests: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const runner = spawn(process.execPath, ['scripts/run.mjs', 'test', ...tests], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let output = '';
    let isFound = false;
    runner.stdout.on('data', (text: Buffer) => {
      output += text.toString();
      if (isFound || !/^ {2}FAIL /m.test(output)) return;
      isFound = true;
      runner.kill('SIGTERM');
    });
    // A server that cannot start fails before a test does.
    runner.once('close', (code) => resolve(isFound || code !== 0));
  });
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: ownRoot },
      count: { type: 'string', default: '60' },
      seed: { type: 'string', default: '1' },
    },
  });
  const mutations = pickMutations(
    values.root,
    Number(values.count),
    createRandom(Number(values.seed)),
  );
  let found = 0;
  await tryMutations(values.root, mutations, ({ file, line, before, after, isFound }) => {
    if (isFound) found += 1;
    console.log(`${isFound ? 'found ' : 'MISSED'} ${file}:${line + 1}`);
    if (!isFound) console.log(`  - ${before.trim()}\n  + ${after.trim()}`);
  });
  console.log(`${found} of ${mutations.length} found`);
}
