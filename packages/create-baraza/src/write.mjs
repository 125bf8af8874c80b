import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from './refusal.mjs';

/** Writes all files, or leaves everything as it was. It waits for nothing, so that Ctrl-C cannot come in between. */
export function writeProject({ path, exists }, files) {
  let made;
  try {
    made = mkdirSync(path, { recursive: true });
    for (const [name, { text, mode }] of files) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { mode, flag: 'wx' });
    }
  } catch (error) {
    if (exists) for (const name of readdirSync(path)) rmSync(join(path, name), { recursive: true });
    else if (made !== undefined) rmSync(made, { recursive: true });
    throw new Refusal(`Nothing was written: ${reasons[error.code] ?? error.message}.`);
  }
}

const reasons = {
  EACCES: 'you may not write here',
  EPERM: 'you may not write here',
  EROFS: 'you may not write here',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
};
