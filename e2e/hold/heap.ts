/** Measures the heap of a running server after garbage collection. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../../packages/server/test/fixtures/server-process.ts';
import { bytesToMB } from './descriptors.ts';

const reporter = new URL('./heap-reporter.ts', import.meta.url).href;

export function watchHeap(folder: string) {
  const file = path.join(folder, 'heap');
  return {
    environment: { NODE_OPTIONS: `--expose-gc --import=${reporter}`, HEAP_FILE: file },
    measureMB: async (pid: number): Promise<number> => {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGUSR2');
      await eventually(() => existsSync(file));
      return bytesToMB(Number(readFileSync(file, 'utf8')));
    },
  };
}
