/** Lock file: only one process at a time installs into a folder; a stale lock is taken over. */
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
 * Acquires the lock, calling `onWait` once if it has to wait; `name` of the result adds another process that holds it.
 */
export async function takeLock(file, onWait) {
  mkdirSync(dirname(file), { recursive: true });
  let waiting = false;
  while (!create(file)) {
    const seen = look(file);
    if (seen === undefined) continue;
    if (isLeft(seen)) {
      moveAway(file, seen);
      continue;
    }
    if (!waiting) onWait();
    waiting = true;
    await sleep(300);
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs);
  heartbeat.unref();
  return {
    name: (pid) => writeFileSync(file, `${owner()} ${pid}`),
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

function look(file) {
  try {
    return { text: readFileSync(file, 'utf8'), silentMs: Date.now() - statSync(file).mtimeMs };
  } catch {
    return undefined;
  }
}

function isLeft({ text, silentMs }) {
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

// By renaming, only one of two waiters removes the same lock; one that moved a new lock puts it back.
function moveAway(file, seen) {
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
