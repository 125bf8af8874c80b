/** Loaded into a server before it: on SIGUSR2 it collects all garbage and writes what is left to `HEAP_FILE`. */
import { renameSync, writeFileSync } from 'node:fs';

const { HEAP_FILE = '' } = process.env;

// Helper processes of the server are loaded with it too; only the server itself is asked.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  writeFileSync(`${HEAP_FILE}.part`, String(process.memoryUsage().heapUsed));
  renameSync(`${HEAP_FILE}.part`, HEAP_FILE);
});
