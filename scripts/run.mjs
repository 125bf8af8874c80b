/**
 * Runs every command of the repository, even from a fresh clone and on an old Node: installs missing packages, then
 * runs a Node that is new enough.
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runNode, runServer } from '../packages/server/bin/runtime.mjs';
import { ensureInstalled } from './install.mjs';
import { runTests } from './suite.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const commands = {
  // For images, and for services that another user installs.
  install: { needs: 'production', run: () => 0 },
  start: { needs: 'production', run: (args) => serve(args) },
  dev: { needs: 'all', run: (args) => serve(args, ['--watch']) },
  test: { needs: 'all', run: (args) => runTests(root, args) },
  check: { needs: 'all', run: check },
  bench: { needs: 'all', run: (args) => script('bench/bench.ts', args) },
  evals: { needs: 'all', run: (args) => script('evals/evals.ts', args) },
  hold: { needs: 'all', run: hold },
  pack: { needs: 'all', run: (args) => script('tools/pack/pack.ts', args) },
  'build-client': { needs: 'all', run: (args) => script('packages/client/build.mjs', args) },
};

// EPIPE, as with `| head`, must not kill the command.
process.stdout.on('error', () => {});

const [name, ...args] = process.argv.slice(2);
process.exitCode = await main();

async function main() {
  if (!Object.hasOwn(commands, name)) {
    const known = Object.keys(commands).join(', ');
    console.error(`There is no command ${name ?? 'without a name'}; there are ${known}.`);
    return 1;
  }
  const { needs, run } = commands[name];
  return (await ensureInstalled(root, needs)) || run(args);
}

async function check(args) {
  const steps = {
    'format and lint': () => node(['node_modules/@biomejs/biome/bin/biome', 'check', '.']),
    types: () => node(['node_modules/typescript/bin/tsc', '-p', '.']),
  };
  const failed = [];
  for (const [step, run] of Object.entries(steps)) {
    const code = await run();
    if (code > 128) return code;
    if (code !== 0) failed.push(step);
    console.log(`${step}: ${code === 0 ? 'fine' : 'failed'}`);
  }
  const tests = args.includes('--no-tests') ? 0 : await runTests(root, []);
  return failed.length > 0 ? 1 : tests;
}

/** All scenarios, after the image and the tests that measure memory or load. */
async function hold(args) {
  const tests = ['.alone.test.ts', 'tools/image/'];
  const measured = args.length === 0 ? await runTests(root, tests) : 0;
  return measured || script('e2e/hold/hold.ts', args);
}

function script(file, args) {
  if (existsSync(join(root, file))) return node([file, ...args]);
  console.error(`There is no ${file} to run.`);
  return 1;
}

function serve(args, flags = []) {
  return runServer(['serve', ...args], { cwd: root, flags });
}

function node(args) {
  return runNode(args, { cwd: root });
}
