/** Installs the packages that a command needs, once, and shows their size. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../packages/server/bin/lock-file.mjs';
import { explain, runNpm } from '../packages/server/bin/npm.mjs';
import { exitCodeOf } from '../packages/server/bin/signals.mjs';
import { excuseLeftOut, findGap, installedLockFile } from './install-gap.mjs';
import { showProgress, sizes } from './install-size.mjs';
import { removeSurplus } from './install-surplus.mjs';

/** Installs the packages for `scope` (`production` or `all`); returns the exit code, and prints why it failed. */
export async function ensureInstalled(root, scope) {
  if (findGap(root, scope) === 'none') return 0;
  let lock;
  try {
    lock = await acquireLock(join(root, '.cache', 'install.lock'), () =>
      console.log('Another process is installing the packages here; waiting for it.'),
    );
    const gap = findGap(root, scope);
    return gap === 'none' ? 0 : await install(root, scope, gap, lock);
  } catch (error) {
    return fail(explain(`code ${error.code}\nnpm error ${error.message}`, error.path ?? root));
  } finally {
    lock?.release();
  }
}

async function install(root, scope, gap, lock) {
  announce(scope, gap);
  // npm writes this file last; without it, the next run detects and repairs an interrupted installation.
  rmSync(installedLockFile(root), { force: true });
  const startedMs = Date.now();
  const stopShowing = showProgress(
    join(root, 'node_modules'),
    sizes[scope].unpacked + sizes[scope].temporary,
  );
  const { code, stderr, interruption } = await runNpm(root, npmArguments(scope, gap), {
    onStart: lock.addHolder,
  });
  stopShowing();

  if (interruption !== undefined) {
    console.error('The installation was interrupted; the next run repairs it.');
    return exitCodeOf(null, interruption);
  }
  if (code !== 0) return fail(explain(stderr, root));
  excuseLeftOut(root, scope);
  const surplusMb = Math.round((await removeSurplus(root)) / 1e6);
  const removed = surplusMb > 0 ? `; ${surplusMb} MB for other machines were removed` : '';
  console.log(`Installed in ${Math.round((Date.now() - startedMs) / 1000)} s${removed}.`);
  return 0;
}

function announce(scope, gap) {
  const what = { production: 'the packages to run', all: 'the packages to run and develop' }[scope];
  const { unpacked, download, temporary } = sizes[scope];
  const text =
    gap === 'development'
      ? `the development packages: about ${unpacked - sizes.production.unpacked} MB more ` +
        `(${download - sizes.production.download} MB to download)`
      : `${what}: about ${unpacked} MB, ${sizes.node.unpacked} of them Node itself (${download} MB to download, ` +
        `${temporary} MB temporarily for other machines)`;
  console.log(`Installing ${text} into node_modules.`);
}

function npmArguments(scope, gap) {
  // `npm ci` empties node_modules first; `npm install` does not disturb a server that runs from there.
  const command = gap === 'development' ? ['install', '--no-save'] : ['ci'];
  const kinds = scope === 'production' ? ['--omit=dev'] : ['--include=dev'];
  const retries = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  return [
    ...command,
    ...kinds,
    '--include=optional',
    '--prefer-offline',
    '--no-progress',
    ...retries,
  ];
}

function fail(reason) {
  console.error(`Installing failed: ${reason}`);
  return 1;
}
