/** A lock file, so that one process at a time installs into a folder; a stale lock is removed. */
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const heartbeatMs = 2_000;
const silenceMaxMs = 60_000;

/**
 * Acquires the lock, and calls `onWait` once if it has to wait; `addHolder` of the result adds another process id. An
 * abort ends the wait.
 */
export async function acquireLock(file, onWait, signal) {
  mkdirSync(dirname(file), { recursive: true });
  let waiting = false;
  while (!create(file)) {
    const seen = readLock(file);
    if (seen === undefined) continue;
    if (isStale(seen)) {
      removeStale(file, seen);
      continue;
    }
    if (!waiting) onWait();
    waiting = true;
    await sleep(300, undefined, { signal });
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs);
  heartbeat.unref();
  return {
    addHolder: (pid) => writeFileSync(file, `${owner()} ${pid}`),
    release: () => {
      clearInterval(heartbeat);
      rmSync(file, { force: true });
    },
  };
}

function owner() {
  return `${hostname()} ${process.pid}`;
}

function create(file) {
  try {
    writeFileSync(file, owner(), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function readLock(file) {
  try {
    return { text: readFileSync(file, 'utf8'), silentMs: Date.now() - statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

function isStale({ text, silentMs }) {
  const [host, ...pids] = text.split(' ');
  // Process ids are meaningless in another container, and an empty file was just created.
  if (host !== hostname()) return silentMs > silenceMaxMs;
  // npm outlives a killed launcher and continues to install, without a heartbeat.
  return pids.every((pid) => !isAlive(Number(pid))) || silentMs > 5 * silenceMaxMs;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

// The rename makes sure that only one of two waiters removes the lock; one that moved a new lock restores it.
function removeStale(file, seen) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readFileSync(aside, 'utf8') === seen.text) rmSync(aside);
    else renameSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another process removed the lock as stale; npm itself must continue.
  }
}
