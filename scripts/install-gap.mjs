/** Compares the lockfile with what npm has installed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundledPackage, machineNode } from '../packages/server/bin/runtime.mjs';

/** Returns what is missing: `none`, `development` (only development packages), or `everything`. */
export function findGap(root, scope) {
  const installed = readLock(installedLockFile(root));
  const wanted = readLock(join(root, 'package-lock.json'));
  if (installed === undefined || wanted === undefined) return 'everything';

  const { fingerprint, paths: leftOut } = readJson(leftOutFile(root)) ?? {};
  const excused = fingerprint === fingerprintOf(root) ? leftOut : [];
  const wrong = findWrong(root, wanted, installed).filter((path) => !excused.includes(path));
  const isAbsentDevelopment = (path) => wanted[path]?.dev && installed[path] === undefined;

  if (!wrong.every(isAbsentDevelopment)) return 'everything';
  return scope === 'production' || wrong.length === 0 ? 'none' : 'development';
}

/** npm writes this file last, so an installation without it is incomplete. */
export function installedLockFile(root) {
  return join(root, 'node_modules', '.package-lock.json');
}

/** Records what a successful npm run left out: a lockfile may list packages that nothing depends on any more. */
export function excuseLeftOut(root, scope) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const paths = findWrong(root, wanted, readLock(installedLockFile(root)) ?? {});
  const isMeant = (path) => scope === 'production' && wanted[path]?.dev;
  const excused = paths.filter((path) => !isMeant(path) && !isNeededNode(path));
  if (excused.length === 0) return;
  mkdirSync(dirname(leftOutFile(root)), { recursive: true });
  writeFileSync(
    leftOutFile(root),
    JSON.stringify({ fingerprint: fingerprintOf(root), paths: excused }),
  );
}

function findWrong(root, wanted, installed) {
  const paths = new Set([...Object.keys(wanted), ...Object.keys(installed)]);
  return [...paths]
    .filter((path) => path.startsWith('node_modules/'))
    .filter((path) => !isRight(root, path, wanted[path], installed[path]));
}

function isRight(root, path, wanted, installed) {
  if (wanted === undefined) return false;
  if (installed === undefined) return wanted.optional === true && !isNeededNode(path);
  const same = ['version', 'integrity', 'link'].every((key) => wanted[key] === installed[key]);
  return same && existsSync(join(root, path, 'package.json'));
}

// npm skips optional packages of other machines, and with --omit=optional also those of this one.
function isNeededNode(path) {
  return path === `node_modules/${bundledPackage}` && machineNode === undefined;
}

function leftOutFile(root) {
  return join(root, 'node_modules', '.cache', 'left-out.json');
}

function fingerprintOf(root) {
  const packages = readdirSync(join(root, 'packages')).map(
    (name) => `packages/${name}/package.json`,
  );
  const hash = createHash('sha256');
  for (const file of ['package-lock.json', 'package.json', ...packages.sort()])
    if (existsSync(join(root, file))) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

function readLock(file) {
  return readJson(file)?.packages;
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
