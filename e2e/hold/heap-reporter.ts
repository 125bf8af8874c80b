/** Is preloaded into a server. On SIGUSR2 it runs the garbage collector and writes the heap size to `HEAP_FILE`. */
import { renameSync, writeFileSync } from 'node:fs';

const { HEAP_FILE = '' } = process.env;

// Also loaded into the server's child processes, but only the server gets the signal.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  writeFileSync(`${HEAP_FILE}.part`, String(process.memoryUsage().heapUsed));
  renameSync(`${HEAP_FILE}.part`, HEAP_FILE);
});
